// write_release(): the files of a release directory.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <future>
#include <nlohmann/json.hpp>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/csv.h"
#include "sourdine/base/decimals.h"
#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/sums.h"
#include "sourdine/random/random_source.h"
#include "sourdine/release/release.h"

namespace sourdine {
namespace {

constexpr std::uint64_t synthetic_stream = (std::uint64_t{1} << 62) + 1;

// The rows of some periods of one length.
struct EstimateRows {
  const PeriodEstimates* estimates = nullptr;
  std::size_t from = 0;
  std::size_t to = 0;
  std::string text = {};
};

void format(EstimateRows& rows, const std::vector<std::string>& regions) {
  const auto append = [&](double number) {
    rows.text += ',';
    append_four_decimals(number == 0 ? 0.0 : number, rows.text);  // not -0.0000
  };
  // Counts are whole, and so are their bounds unless a filter moved them.
  const auto append_bound = [&](double number) {
    if (number == std::floor(number) && number < 1e15) {
      rows.text += ',';
      rows.text += std::to_string(static_cast<std::uint64_t>(std::max(0.0, number)));
    } else {
      append(number);
    }
  };
  rows.text.clear();
  const std::vector<CoveredPart>& coverage = rows.estimates->covered;
  for (std::size_t t = rows.from; t < rows.to; ++t) {
    if (!coverage.empty() && coverage[t] == CoveredPart::none) continue;  // a gap is no number
    const std::string label = rows.estimates->timeline.label(t);
    for (std::size_t v = 0; v < regions.size(); ++v) {
      rows.text.append(label).append(",").append(regions[v]);
      const Estimate& published = rows.estimates->at(t, v);
      const Estimate& plain = rows.estimates->plain[t * regions.size() + v];
      append(published.value);
      append(published.std_error);
      append_bound(published.lower);
      append_bound(published.upper);
      append(plain.value);
      append(plain.std_error);
      rows.text += '\n';
    }
  }
}

void write_estimates(const Release& release, const std::string& path, const StopToken& stop) {
  constexpr std::size_t rows_at_once = 4096;
  std::vector<std::string> regions;
  for (Value v = 0; v < release.regions.size(); ++v) regions.push_back(csv_field(release.regions.label(v)));
  AtomicFile file(path, stop);
  file.append(std::string_view("period,region,estimate,std_error,lower,upper,plain_estimate,plain_std_error\n"));
  auto estimates = release.estimates.begin();
  std::size_t next = 0;
  const auto cut = [&](EstimateRows& rows) {
    for (; estimates != release.estimates.end() && next == estimates->timeline.size(); ++estimates) next = 0;
    if (estimates == release.estimates.end()) return false;
    rows.estimates = &*estimates;
    rows.from = next;
    next = rows.to = std::min(estimates->timeline.size(), next + rows_at_once / regions.size() + 1);
    return true;
  };
  ordered_pipeline<EstimateRows>(
      0, {}, cut, [&](EstimateRows& rows) { format(rows, regions); },
      [&](EstimateRows& rows) { file.append(std::string_view(rows.text)); }, [] { return false; }, stop);
  file.commit();
}

// Exact ones are whole; estimates come with their error.
std::string total_fields(const PeriodEstimates& estimates, std::size_t t, CoveredPart coverage) {
  const bool is_gap = coverage == CoveredPart::none;
  if (estimates.total_estimates.empty()) {
    return fmt::format("{},{}", is_gap ? "" : fmt::format("{:.0f}", estimates.totals[t]), covered_part_name(coverage));
  }
  if (is_gap) return fmt::format(",{},,,", covered_part_name(coverage));
  const Estimate& total = estimates.total_estimates[t];
  const auto number = [](double value) { return fmt::format("{:.4f}", value == 0 ? 0.0 : value); };
  return fmt::format("{},{},{},{:.0f},{:.0f}", number(total.value), covered_part_name(coverage),
                     number(total.std_error), total.lower, total.upper);
}

void write_totals(const Release& release, const std::string& path, const StopToken& stop) {
  AtomicFile file(path, stop);
  const bool is_estimated = release.facts.central.has_value();
  file.append(
      std::string_view(is_estimated ? "period,total,covered,std_error,lower,upper\n" : "period,total,covered\n"));
  for (const PeriodEstimates& estimates : release.estimates) {
    for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
      const CoveredPart coverage = estimates.covered.empty() ? CoveredPart::whole : estimates.covered[t];
      const std::string row = fmt::format("{},{}\n", estimates.timeline.label(t), total_fields(estimates, t, coverage));
      file.append(std::string_view(row));
    }
  }
  file.commit();
}

// What was applied: one name, or one per kind of period where they differ.
nlohmann::ordered_json consistency_json(const Release& release) {
  nlohmann::ordered_json by_period;
  bool is_one = true;
  for (const PeriodEstimates& estimates : release.estimates) {
    is_one = is_one && estimates.consistency == release.estimates.front().consistency;
    by_period[std::string(period_name(estimates.timeline.period()))] = consistency_name(estimates.consistency);
  }
  if (is_one) return consistency_name(release.estimates.front().consistency);
  return by_period;
}

nlohmann::ordered_json estimate_json(const Estimate& estimate) {
  return {{"estimate", estimate.value},
          {"std_error", estimate.std_error},
          {"lower", estimate.lower},
          {"upper", estimate.upper}};
}

// What was measured of the events, in a central release. Nothing here is an exact number of them.
nlohmann::ordered_json central_json(const CentralFacts& central) {
  nlohmann::ordered_json levels = nlohmann::ordered_json::array();
  for (const CentralLevelFacts& level : central.levels) {
    levels.push_back({{"period", period_name(level.period)},
                      {"regions", {{"thousandths", level.region_parts}, {"noise_std", level.region_noise}}},
                      {"totals", {{"thousandths", level.total_parts}, {"noise_std", level.total_noise}}}});
  }
  nlohmann::ordered_json json = {{"noise", fmt::format("discrete-{}", noise_name(central.noise))}, {"levels", levels}};
  if (central.bound) {
    const BoundFacts& bound = *central.bound;
    json["bound"] = {{"max_events", bound.max_events},
                     {"chosen", bound.is_chosen ? "behind noise" : "beforehand"},
                     {"thousandths", bound.parts},
                     {"people_with_more", estimate_json(bound.people)},
                     {"events_not_counted", estimate_json(bound.events)},
                     {"counted_of_one_person_at_most", bound.cap}};
  }
  json["events"] = estimate_json(central.total);
  if (central.bounded_rows) json["synthetic_rows_at_most"] = *central.bounded_rows;
  return json;
}

// How the values were randomised, and what can be said exactly of the rows that were read.
void add_local_json(const Release& release, nlohmann::ordered_json& json) {
  const MeasurementNoise noise = measurement_noise(*release.oracle);
  json["oracle"] = nlohmann::ordered_json::parse(to_json(release.oracle->oracle_spec()));
  json["measurement_noise"] = {{"per_report", noise.per_report}, {"per_holder", noise.per_holder}};
}

nlohmann::ordered_json rows_json(const Release& release) {
  return {{"read", release.rows.read},
          {"used", release.facts.events},
          {"dropped", release.rows.dropped},
          {"skipped", release.rows.skipped},
          {"outside", release.collected.outside},
          {"missing", release.collected.missing}};
}

nlohmann::ordered_json manifest(const Release& release) {
  const ReleaseConfig& config = release.config;
  const StatementFacts& facts = release.facts;
  const Statement statement = make_statement(facts, Language::en);
  nlohmann::ordered_json regions = nlohmann::ordered_json::array();
  for (Value v = 0; v < release.regions.size(); ++v) regions.push_back(release.regions.label(v));
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
        {"unit", facts.guarantee.unit_text},
        {"neighbours", facts.guarantee.neighbours_text},
        {"protects", word_of(facts.guarantee.unit)},
        {"against", word_of(facts.guarantee.neighbours)},
        {"not_protected", statement.not_protected},
        {"caveats", facts.guarantee.caveats}}},
      {"randomness", randomness_name(!facts.is_seeded)},
  };
  if (facts.central) {
    json["central"] = central_json(*facts.central);
    json["measurement_noise"] = {{"per_report", 0}, {"per_holder", 0}, {"per_count", facts.central->day_variance}};
  } else {
    add_local_json(release, json);
  }
  if (facts.person && !facts.central) {
    json["person"] = {{"column", facts.person->column}, {"max_events", facts.person->max_events.value_or(1)}};
  }
  json.update({
      {"regions", regions},
      {"periods", facts.periods},
      {"first", facts.first},
      {"last", facts.last},
      {"consistency", consistency_json(release)},
      {"smooth", config.publish.smooth ? "auto" : "none"},
      {"filter", filter_name(config.publish.filter)},
      {"confidence", facts.confidence},
      {"mostly_noise", mostly_noise_by_period(release)},
      {"holidays", config.holidays.country()},
  });
  if (!facts.central) json["rows"] = rows_json(release);
  if (facts.reported) {
    json["collection"] = {{"name", facts.reported->collection},
                          {"base", facts.reported->base},
                          {"min_reports", facts.reported->min_reports},
                          {"withheld", facts.reported->withheld}};
  }
  if (release.ledger_head) {
    json["ledger_head"] = {{"count", release.ledger_head->count}, {"hash", release.ledger_head->hash}};
  }
  if (config.publish.ratio_year != 0) json["ratio_year"] = config.publish.ratio_year;
  if (config.publish.filter == BiasFilter::private_ratio) json["ratio_epsilon"] = config.publish.ratio_epsilon;
  return json;
}

}  // namespace

std::string write_release(const Release& release, const RandomSource& random, const std::function<ReleasePage()>& page,
                          const std::string& directory, const std::function<void()>& before_writing) {
  NewDirectory into(directory);
  before_writing();
  const StopToken stop = StopToken::never();
  std::future<ReleasePage> made = std::async(page);
  write_estimates(release, into.file("estimates.csv"), stop);
  write_totals(release, into.file("totals.csv"), stop);
  write_text_file(into.file("manifest.json"), manifest(release).dump(2) + "\n", stop);
  write_text_file(into.file("PRIVACY.md"), privacy_document(release.facts, release.config.language), stop);
  if (release.config.publish.synthetic) {
    AtomicFile file(into.file("synthetic.csv"), stop);
    random.with_stream(synthetic_stream, [&](Random& bits) {
      write_synthetic(release.collected, release.shares, release.regions.labels(), release.columns, release.kept, bits,
                      file, stop);
    });
    file.commit();
  }
  const ReleasePage rendered = made.get();
  write_text_file(into.file("page.json"), rendered.data, stop);
  write_text_file(into.file("index.html"), rendered.html, stop);
  std::string fingerprint = write_sums(into.path());
  refuse_existing_release(directory);
  into.appear();
  return fingerprint;
}

}  // namespace sourdine
