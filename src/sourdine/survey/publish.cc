#include "sourdine/survey/publish.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <initializer_list>
#include <nlohmann/json.hpp>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/base/version.h"
#include "sourdine/longitudinal/leakage.h"
#include "sourdine/privacy/ledger/entry.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/sums.h"
#include "sourdine/report/page_file.h"
#include "sourdine/survey/page.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/reports.h"
#include "sourdine/survey/symbol_state.h"

namespace sourdine {
namespace {

namespace fs = std::filesystem;

// Rows of a CSV file; labels are of whoever wrote the configuration, but a spreadsheet may open them.
class SurveyTable {
 public:
  SurveyTable(const std::string& path, std::initializer_list<std::string_view> header, const StopToken& stop)
      : file_(path, stop) {
    append_csv_row(file_, std::vector<std::string_view>(header));
  }
  void add(const std::vector<std::string>& fields) {
    append_csv_row(file_, std::vector<std::string_view>(fields.begin(), fields.end()));
  }
  void commit() { file_.commit(); }

 private:
  AtomicFile file_;
};

std::string number_text(double number) { return fmt::format("{}", number); }
std::string whole_text(std::uint64_t number) { return fmt::format("{}", number); }

std::string label_text(const TupleProtocol& protocol, std::size_t attribute, Value value) {
  return harmless_cell(protocol.domain(attribute).label(value));
}

void write_estimates(const PublishedSurvey& survey, const std::string& path, const StopToken& stop) {
  const TupleProtocol& protocol = *survey.ground.protocol;
  SurveyTable table(path,
                    {"collection", "attribute", "value", "share", "std_error", "lower", "upper", "count", "count_lower",
                     "count_upper", "reports", "people"},
                    stop);
  for (std::size_t i = 0; i < survey.facts.collections.size(); ++i) {
    for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
      const AttributeEstimates& own = survey.estimates.attributes[attribute][i];
      for (Value value = 0; value < own.shares.size(); ++value) {
        const Estimate& share = own.shares[value];
        const Estimate& count = own.counts[value];
        table.add({harmless_cell(survey.facts.collections[i]), harmless_cell(protocol.attribute_name(attribute)),
                   label_text(protocol, attribute, value), number_text(share.value), number_text(share.std_error),
                   number_text(share.lower), number_text(share.upper), number_text(count.value),
                   number_text(count.lower), number_text(count.upper), whole_text(own.reports),
                   whole_text(own.people)});
      }
    }
  }
  table.commit();
}

void write_changes(const PublishedSurvey& survey, const std::string& path, const StopToken& stop) {
  const TupleProtocol& protocol = *survey.ground.protocol;
  SurveyTable table(path, {"from", "to", "attribute", "value", "change", "std_error", "lower", "upper"}, stop);
  for (std::size_t i = 1; i < survey.facts.collections.size(); ++i) {
    for (std::size_t attribute = 0; attribute < protocol.width(); ++attribute) {
      const std::vector<Estimate>& changes = survey.estimates.changes[attribute][i - 1];
      for (Value value = 0; value < changes.size(); ++value) {
        const Estimate& change = changes[value];
        table.add({harmless_cell(survey.facts.collections[i - 1]), harmless_cell(survey.facts.collections[i]),
                   harmless_cell(protocol.attribute_name(attribute)), label_text(protocol, attribute, value),
                   number_text(change.value), number_text(change.std_error), number_text(change.lower),
                   number_text(change.upper)});
      }
    }
  }
  table.commit();
}

void write_pairs(const PublishedSurvey& survey, const std::string& path, const StopToken& stop) {
  const TupleProtocol& protocol = *survey.ground.protocol;
  SurveyTable table(path,
                    {"collection", "attribute", "value", "other_attribute", "other_value", "share", "std_error",
                     "lower", "upper", "count"},
                    stop);
  for (std::size_t i = 0; i < survey.facts.collections.size(); ++i) {
    for (const SurveyPair& pair : survey.estimates.pairs) {
      const PairEstimates& own = pair.collections[i];
      for (Value row = 0; row < own.rows; ++row) {
        for (Value column = 0; column < own.columns; ++column) {
          const Estimate& share = own.share(row, column);
          table.add({harmless_cell(survey.facts.collections[i]), harmless_cell(protocol.attribute_name(pair.first)),
                     label_text(protocol, pair.first, row), harmless_cell(protocol.attribute_name(pair.second)),
                     label_text(protocol, pair.second, column), number_text(share.value), number_text(share.std_error),
                     number_text(share.lower), number_text(share.upper),
                     number_text(own.counts[std::size_t{row} * own.columns + column].value)});
        }
      }
    }
  }
  table.commit();
}

void write_leakage(const PublishedSurvey& survey, const std::string& path, const StopToken& stop) {
  SurveyTable table(path, {"attribute", "oracle", "reports", "epsilon"}, stop);
  const std::vector<std::uint64_t> counts = usual_report_counts();
  for (std::size_t attribute = 0; attribute < survey.ground.width(); ++attribute) {
    const std::vector<double> curve = leakage(survey.ground.memoised(attribute), counts);
    for (std::size_t i = 0; i < counts.size(); ++i) {
      table.add({harmless_cell(survey.ground.protocol->attribute_name(attribute)),
                 std::string(survey.ground.protocol->oracle(attribute).name()), whole_text(counts[i]),
                 number_text(curve[i])});
    }
  }
  table.commit();
}

std::string survey_software() { return fmt::format("sourdine {}", version()); }

nlohmann::ordered_json survey_manifest(const PublishedSurvey& survey) {
  const SurveyGround& ground = survey.ground;
  const SurveyConfig& config = ground.config;
  nlohmann::ordered_json guarantee = nlohmann::ordered_json::parse(to_json(survey_guarantee(ground, survey.facts)));
  guarantee["promise"] = survey.statement.promise;
  guarantee["not_protected"] = survey.statement.not_protected;
  const TuplePrivacy& privacy = ground.protocol->privacy();
  nlohmann::ordered_json json = {{"schema", 1},
                                 {"kind", "survey"},
                                 {"software", survey_software()},
                                 {"title", config.title},
                                 {"language", config.language == Language::fr ? "fr" : "en"},
                                 {"made", utc_now().substr(0, 10)},
                                 {"is_private", survey.statement.not_private_because.empty()},
                                 {"not_private_because", survey.statement.not_private_because},
                                 {"guarantee", guarantee},
                                 {"one_answer", {{"tuple", privacy.tuple}, {"attribute", privacy.attribute}}},
                                 {"randomness", randomness_name(survey.gathered.is_private)},
                                 {"solution", config.solution_word()},
                                 {"repeated", config.is_repeated},
                                 {"confidence", survey.facts.confidence},
                                 {"population", "the people who reported"}};
  if (config.is_repeated) {
    const TuplePrivacy first = ground.first_report();
    json["first_report"] = {{"tuple", first.tuple}, {"attribute", first.attribute}};
    json["lifetime"] = {{"epsilon", ground.lifetime_total(survey.facts.cap)},
                        {"cap", survey.facts.cap == SymbolCap::enforced ? "enforced"
                                : survey.facts.cap == SymbolCap::lost   ? "lost"
                                : config.privacy.cap                    ? "unknown"
                                                                        : "none"}};
    if (config.privacy.cap) {
      json["lifetime"]["symbols"] = *config.privacy.cap;
      json["lifetime"]["beyond_cap"] = survey.statement.beyond_cap;
    }
  }
  nlohmann::ordered_json collections = nlohmann::ordered_json::array();
  for (std::size_t i = 0; i < survey.facts.collections.size(); ++i) {
    collections.push_back({{"name", survey.facts.collections[i]}, {"people", survey.facts.people[i]}});
  }
  json["collections"] = collections;
  json["protocol"] = nlohmann::ordered_json::parse(ground.protocol->spec()->json());
  return json;
}

bool is_survey_manifest(const std::string& path) {
  constexpr std::size_t most = std::size_t{1} << 28;  // labels of large domains are in it
  std::error_code ignored;
  if (!fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) > most) return false;
  std::string text(fs::file_size(path), '\0');
  text.resize(InputFile(path).read({reinterpret_cast<std::uint8_t*>(text.data()), text.size()}));
  const auto json = nlohmann::json::parse(text, nullptr, false);
  return json.is_object() && json.contains("kind") && json["kind"] == "survey";
}

void refuse_other_survey_directory(const std::string& directory) {
  std::error_code ignored;
  const auto status = fs::symlink_status(directory, ignored);
  if (!fs::exists(status)) return;
  if (!fs::is_directory(status) || !is_survey_manifest((fs::path(directory) / "manifest.json").string())) {
    fail_input(fmt::format("'{}' is there and holds no survey", directory),
               "--force replaces what 'sourdine survey estimate' made, and nothing else: choose another directory.");
  }
}

void require_configured(const SurveyGround& ground, const GatheredSurvey& gathered) {
  const std::string what = fmt::format("the reports are of another survey than '{}' describes", ground.config.path);
  if (const std::string where = domain_difference(*ground.protocol, *gathered.protocol); !where.empty()) {
    fail_input(fmt::format("{}: {}", what, where), "Give the configuration that the reports were made with.");
  }
  if (const std::string field = first_difference(ground.protocol->spec(), gathered.protocol->spec()); !field.empty()) {
    fail_input(fmt::format("{}: they differ in '{}'", what, field),
               "Give the configuration that the reports were made with.");
  }
}

// A configuration only asks for a cap: that it was kept to, the state says that counted these collections.
SymbolCap known_cap(const SurveyGround& ground, const GatheredSurvey& gathered) {
  if (!ground.config.is_repeated || !ground.config.privacy.cap) return SymbolCap::none;
  const auto state = find_symbol_state(ground.config.state_file());
  if (!state || state->about().dataset != ground.config.dataset || state->about().memo != memo_name(ground) ||
      state->about().is_private != gathered.is_private) {
    return SymbolCap::none;
  }
  if (state->is_lost()) return SymbolCap::lost;
  const std::vector<std::string>& counted = state->collections();
  const bool has_all = std::all_of(gathered.collections.begin(), gathered.collections.end(), [&](const auto& one) {
    return std::find(counted.begin(), counted.end(), one.name) != counted.end();
  });
  const bool is_kept = state->cap() != 0 && state->cap() <= *ground.config.privacy.cap;
  return has_all && is_kept ? SymbolCap::enforced : SymbolCap::none;
}

}  // namespace

PublishedSurvey publish_survey(SurveyGround given, const SurveyPublishing& options) {
  options.replaces ? refuse_other_survey_directory(options.directory) : refuse_existing_release(options.directory);
  PublishedSurvey made{.ground = std::move(given),
                       .gathered = gather_survey(options.files, options.reading),
                       .facts = {},
                       .estimates = {},
                       .statement = {},
                       .fingerprint = {}};
  const SurveyGround& ground = made.ground;
  require_configured(ground, made.gathered);
  std::vector<GatheredCollection>& collections = made.gathered.collections;
  std::sort(collections.begin(), collections.end(), [&](const GatheredCollection& a, const GatheredCollection& b) {
    return comes_before(ground.config, a.name, b.name);
  });
  for (const GatheredCollection& collection : collections) {
    made.facts.collections.push_back(collection.name);
    made.facts.people.push_back(collection.file.tally.reports);
  }
  made.facts.cap = known_cap(ground, made.gathered);
  made.facts.is_seeded = !made.gathered.is_private;
  made.facts.confidence = options.confidence;
  made.estimates = estimate_survey(made.gathered, options.confidence);
  made.statement = survey_statement(ground, made.facts, Language::en);
  options.stop.check();
  const StopToken& stop = options.stop;
  NewDirectory into(options.directory, options.replaces);
  write_estimates(made, into.file("estimates.csv"), stop);
  if (collections.size() > 1) write_changes(made, into.file("changes.csv"), stop);
  if (!made.estimates.pairs.empty()) write_pairs(made, into.file("pairs.csv"), stop);
  if (ground.config.is_repeated) write_leakage(made, into.file("leakage.csv"), stop);
  write_text_file(into.file("PRIVACY.md"),
                  survey_document(ground, made.facts, survey_software(), utc_now().substr(0, 10)), stop);
  write_text_file(into.file("manifest.json"), survey_manifest(made).dump(2) + "\n", stop);
  write_page_files(into.path(), survey_page_data(survey_page_of(ground, made.facts, made.estimates)));
  made.fingerprint = write_sums(into.path());
  if (!options.replaces) refuse_existing_release(options.directory);
  into.appear();
  return made;
}

}  // namespace sourdine
