// write_release(): the files of a release directory.
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/file_header.h"
#include "sourdine/release/release.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t synthetic_stream = (std::uint64_t{1} << 62) + 1;

// A directory that gets its name when all is in it, and is removed when that does not happen.
class NewDirectory {
 public:
  explicit NewDirectory(const std::string& target) {
    std::error_code error;
    target_ = fs::absolute(target, error).lexically_normal();
    if (target.empty() || error) fail_input("the release needs the name of a directory");
    if (!target_.has_filename()) target_ = target_.parent_path();
    refuse_existing_release(target_.string());
    std::string pattern = (target_.parent_path() / fmt::format(".{}.XXXXXX", target_.filename().string())).string();
    if (mkdtemp(pattern.data()) == nullptr) {
      fail_input(fmt::format("cannot make the release directory '{}': {}", target, std::strerror(errno)),
                 "Its parent directory must be there and writable.");
    }
    path_ = pattern;
    chmod(pattern.c_str(), 0755);
  }
  ~NewDirectory() {
    std::error_code ignored;
    if (!path_.empty()) fs::remove_all(path_, ignored);
  }
  NewDirectory(const NewDirectory&) = delete;
  NewDirectory& operator=(const NewDirectory&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }
  void appear() {
    // rename() would replace an empty directory that was made meanwhile; nothing is lost then.
    if (::rename(path_.c_str(), target_.c_str()) != 0) {
      fail_input(fmt::format("cannot give the release its name '{}': {}", target_.string(), std::strerror(errno)));
    }
    path_.clear();
  }

 private:
  fs::path target_;
  fs::path path_;
};

void write_text(const std::string& path, std::string_view text) {
  AtomicFile file(path);
  file.append(text);
  file.commit();
}

std::string number(double value) { return fmt::format("{:.4f}", value == 0 ? 0.0 : value); }

void write_estimates(const Release& release, const std::string& path) {
  AtomicFile file(path);
  file.append(std::string_view("period,region,estimate,std_error,lower,upper,plain_estimate,plain_std_error\n"));
  for (const Series& series : release.series) {
    for (std::size_t t = 0; t < series.timeline.size(); ++t) {
      const std::string label = series.timeline.label(t);
      for (Value v = 0; v < series.regions; ++v) {
        const Estimate& published = series.at(t, v);
        const Estimate& plain = series.plain[t * series.regions + v];
        const std::string region = release.oracle->spec().domain.label(v);
        const std::string numbers[] = {number(published.value), number(published.std_error), number(published.lower),
                                       number(published.upper), number(plain.value),         number(plain.std_error)};
        append_csv_row(file, std::vector<std::string_view>{label, region, numbers[0], numbers[1], numbers[2],
                                                           numbers[3], numbers[4], numbers[5]});
      }
    }
  }
  file.commit();
}

void write_totals(const Release& release, const std::string& path) {
  AtomicFile file(path);
  file.append(std::string_view("period,total\n"));
  for (const Series& series : release.series) {
    for (std::size_t t = 0; t < series.timeline.size(); ++t) {
      file.append(std::string_view(fmt::format("{},{:.0f}\n", series.timeline.label(t), series.totals[t])));
    }
  }
  file.commit();
}

nlohmann::ordered_json manifest(const Release& release) {
  const auto& [config, oracle, rows, unknown, seats, collection, series, shares, columns, kept, facts] = release;
  const Statement statement = make_statement(facts, Language::en);
  const MeasurementNoise noise = measurement_noise(*oracle);
  nlohmann::ordered_json regions = nlohmann::ordered_json::array();
  for (Value v = 0; v < oracle->k(); ++v) regions.push_back(oracle->spec().domain.label(v));
  nlohmann::ordered_json json = {
      {"schema", 1},
      {"software", facts.software},
      {"title", facts.title},
      {"language", config.language == Language::fr ? "fr" : "en"},
      {"made", facts.date},
      {"is_private", statement.not_private_because.empty()},
      {"not_private_because", statement.not_private_because},
      {"guarantee",
       {{"epsilon_asked", facts.guarantee.epsilon_asked},
        {"epsilon", facts.guarantee.epsilon},
        {"delta", facts.guarantee.delta},
        {"model", facts.guarantee.model == PrivacyModel::local ? "local" : "central"},
        {"unit", facts.guarantee.unit},
        {"neighbours", facts.guarantee.neighbours},
        {"not_protected", statement.does_not_protect},
        {"caveats", facts.guarantee.caveats}}},
      {"randomness", randomness_name(!facts.is_seeded)},
      {"oracle", nlohmann::ordered_json::parse(to_json(oracle->spec()))},
      {"measurement_noise", {{"per_report", noise.per_report}, {"per_holder", noise.per_holder}}},
      {"regions", regions},
      {"periods", facts.periods},
      {"first", facts.first},
      {"last", facts.last},
      {"consistency", config.publish.smooth ? "none" : consistency_name(config.publish.consistency)},
      {"smooth", config.publish.smooth ? "auto" : "none"},
      {"filter", filter_name(config.publish.filter)},
      {"confidence", facts.confidence},
      {"rows",
       {{"read", rows.read},
        {"used", collection.events()},
        {"dropped", rows.dropped},
        {"skipped", rows.skipped},
        {"outside", collection.outside}}},
  };
  if (config.publish.ratio_year != 0) json["ratio_year"] = config.publish.ratio_year;
  if (config.publish.filter == Filter::private_ratio) json["ratio_epsilon"] = config.publish.ratio_epsilon;
  return json;
}

}  // namespace

void refuse_existing_release(const std::string& directory) {
  std::error_code error;
  const fs::file_status status = fs::symlink_status(directory, error);
  if (status.type() != fs::file_type::not_found && status.type() != fs::file_type::none) {
    fail_input(fmt::format("'{}' exists already", directory),
               "A release is never overwritten: choose a new directory.");
  }
  if (status.type() == fs::file_type::none) {
    fail_input(fmt::format("cannot make the release directory '{}': {}", directory, error.message()));
  }
}

void write_release(const Release& release, const RandomSource& random, const std::string& page,
                   const std::string& directory, const std::function<void()>& before_appearing) {
  NewDirectory into(directory);
  write_estimates(release, into.file("estimates.csv"));
  write_totals(release, into.file("totals.csv"));
  write_text(into.file("manifest.json"), manifest(release).dump(2) + "\n");
  write_text(into.file("PRIVACY.md"), privacy_document(release.facts, release.config.language));
  write_text(into.file("index.html"), page);
  if (release.config.publish.synthetic) {
    AtomicFile file(into.file("synthetic.csv"));
    random.with_stream(synthetic_stream, [&](Random& bits) {
      write_synthetic(release.collection, release.shares, release.oracle->spec().domain.labels(), release.columns,
                      release.kept, bits, file);
    });
    file.commit();
  }
  refuse_existing_release(directory);
  before_appearing();
  into.appear();
}

}  // namespace sourdine
