#include "sourdine/reproduce/friis2021.h"

#include <nlohmann/json.hpp>

#include "sourdine/publish/bundle.h"
#include "sourdine/reproduce/doubs_study.h"
#include "sourdine/reproduce/study_chart.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

std::vector<std::uint64_t> events_per_day() {
  const TrueCounts truth = simulated_doubs();
  const std::size_t regions = truth.regions.size();
  std::vector<std::uint64_t> days(truth.timeline.size());
  for (std::size_t i = 0; i < truth.counts.size(); ++i)
    days[i / regions] += static_cast<std::uint64_t>(truth.counts[i]);
  return days;
}

template <class Number>
Json optional(const std::optional<Number>& value) {
  return value ? Json(*value) : Json();
}

Json json_of(const FriisCell& cell) {
  return {{"model", cell.kind.model == PrivacyModel::local ? "local" : "central"},
          {"structure", cell.kind.degree == 0 ? "flat" : "tree"},
          {"degree", cell.kind.degree == 0 ? Json() : Json(cell.kind.degree)},
          {"adjusted", cell.kind.is_adjusted},
          {"values", cell.size},
          {"epsilon", cell.epsilon},
          {"length", cell.length},
          {"rmse", six_digits(cell.rmse)},
          {"rmse_std_error", six_digits(cell.std_error)},
          {"expected", six_digits(cell.expected)},
          {"expected_at_least", six_digits(cell.at_least)}};
}

Json json_of(const FriisBreakEven& row) {
  return {{"values", row.size},
          {"degree", row.degree},
          {"thesis_rule", row.rule},
          {"local_plain", optional(row.local_plain)},
          {"local_adjusted", optional(row.local_adjusted)},
          {"central_plain", optional(row.central_plain)},
          {"central_adjusted", optional(row.central_adjusted)}};
}

Json json_of(const FriisClaim& claim) {
  return {{"section", claim.section},
          {"claim", claim.claim},
          {"verdict", claim.holds ? "holds" : "does not hold"},
          {"finding", claim.finding},
          {"chart", Json::parse(chart_json(claim.chart))}};
}

Json without_cells(const Friis2021& result) {
  const FriisStudy& study = result.study;
  Json json = {{"study", "friis2021"},
               {"private", false},
               {"data", friis2021_data},
               {"epsilons", study.settings.epsilons},
               {"values", study.settings.sizes},
               {"people", study.people},
               {"structures", study.settings.structures},
               {"queries", study.settings.queries},
               {"claims", Json::array()},
               {"break_even", Json::array()}};
  for (const FriisClaim& claim : result.claims) json["claims"].push_back(json_of(claim));
  for (const FriisBreakEven& row : result.break_evens) json["break_even"].push_back(json_of(row));
  return json;
}

}  // namespace

Friis2021 reproduce_friis2021(const FriisSettings& settings, const RandomSource& random,
                              const std::function<void(std::size_t, std::size_t)>& progress) {
  Friis2021 result{study_friis(settings, events_per_day(), random, progress), {}, {}};
  for (const std::uint64_t size : settings.sizes) {
    for (const std::uint64_t degree : friis_degrees) result.break_evens.push_back(friis_break_even(size, degree));
  }
  result.claims = friis_claims(result.study, result.break_evens);
  return result;
}

std::string to_json(const Friis2021& result) {
  Json json = without_cells(result);
  json["cells"] = Json::array();
  for (const FriisCell& cell : result.study.cells) json["cells"].push_back(json_of(cell));
  return json.dump();
}

std::string friis2021_page(const Friis2021& result) { return page_of_bundle("study", without_cells(result).dump()); }

}  // namespace sourdine
