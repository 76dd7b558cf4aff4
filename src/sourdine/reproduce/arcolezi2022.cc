#include "sourdine/reproduce/arcolezi2022.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/report/bundle.h"

namespace sourdine {
namespace {

using SurveyJson = nlohmann::ordered_json;

SurveyJson claim_json(const SurveyClaim& claim) {
  SurveyJson json = {{"section", claim.source},
                     {"claim", claim.claim},
                     {"verdict", claim.holds ? "holds" : "does not hold"},
                     {"finding", claim.finding},
                     {"chart", SurveyJson()}};
  if (claim.chart) json["chart"] = SurveyJson::parse(chart_json(*claim.chart));
  return json;
}

SurveyJson claims_json(const std::vector<SurveyClaim>& claims) {
  SurveyJson json = SurveyJson::array();
  for (const SurveyClaim& claim : claims) json.push_back(claim_json(claim));
  return json;
}

SurveyJson row_json(const TupleRow& row) {
  return {{"table", row.table},
          {"epsilon", row.epsilon},
          {"level", word_of(row.level)},
          {"solution", word_of(row.solution)},
          {"oracle", row.oracle},
          {"tuple_epsilon", six_digits(row.tuple_epsilon)},
          {"attribute_epsilon", six_digits(row.attribute_epsilon)},
          {"mse_planned", six_digits(row.planned)},
          {"mse", six_digits(row.expected)},
          {"mse_measured", row.measured ? SurveyJson(six_digits(*row.measured)) : SurveyJson()},
          {"mse_measured_std_error", row.std_error ? SurveyJson(six_digits(*row.std_error)) : SurveyJson()},
          {"recommended", row.is_recommended}};
}

SurveyJson row_json(const LongRow& row) {
  return {{"table", row.table},
          {"epsilon", row.epsilon},
          {"epsilon1", row.epsilon1},
          {"protocol", title_of(row.protocol)},
          {"mse", six_digits(row.expected)}};
}

SurveyJson row_json(const CounterRow& row) {
  return {{"protocol", row.protocol},
          {"ours", row.is_ours},
          {"published", row.is_published},
          {"epsilon1", six_digits(row.epsilon1)},
          {"buckets", row.buckets},
          {"mse", six_digits(row.expected)},
          {"mse_measured", six_digits(row.measured)},
          {"mse_worst_collection", six_digits(row.worst_collection)},
          {"worst_total_epsilon", six_digits(row.worst_total)}};
}

SurveyJson row_json(const CoverageRow& row) {
  return {{"protocol", row.protocol},       {"about", row.about},
          {"reports", row.reports},         {"covered", six_digits(row.covered)},
          {"least", six_digits(row.least)}, {"most", six_digits(row.most)}};
}

template <class Row>
SurveyJson rows_json(const std::vector<Row>& rows) {
  SurveyJson json = SurveyJson::array();
  for (const Row& row : rows) json.push_back(row_json(row));
  return json;
}

SurveyJson tables_json(const std::vector<StudyTable>& tables) {
  SurveyJson json = SurveyJson::array();
  for (const StudyTable& table : tables) {
    json.push_back({{"name", table.name}, {"people", table.people()}, {"values", table.sizes}});
  }
  return json;
}

std::string data_text(const Arcolezi2022& result) {
  std::string text;
  for (const StudyTable& table : result.evidence.tables) {
    text += fmt::format("{}{} ({} people, {} attributes)", text.empty() ? "" : ", ", table.name, table.people(),
                        table.width());
  }
  if (!result.missing.empty()) text += fmt::format("; not given: {}", fmt::join(result.missing, ", "));
  return text;
}

SurveyJson head_json(const Arcolezi2022& result) {
  return {{"study", "arcolezi2022"},
          {"private", false},
          {"data", data_text(result)},
          {"missing", result.missing},
          {"repetitions", result.evidence.tuples.settings.repetitions},
          {"coverage_repetitions", result.evidence.coverage.repetitions}};
}

}  // namespace

Arcolezi2022Settings quick_arcolezi2022() {
  Arcolezi2022Settings settings;
  settings.tuples.epsilons = {1, 2};
  settings.tuples.repetitions = 10;
  settings.repeated.epsilons = {1, 2};
  settings.repeated.collections = 3;
  settings.coverage_repetitions = 20;
  return settings;
}

Arcolezi2022 reproduce_arcolezi2022(const Arcolezi2022Settings& settings,
                                    const std::function<void(const std::string&, std::size_t, std::size_t)>& progress) {
  Arcolezi2022 result;
  SurveyEvidence& evidence = result.evidence;
  evidence.seed = settings.seed;
  SeededBits bits(settings.seed);
  evidence.tables.push_back(synthetic_table(bits));
  std::optional<StudyTable> counters;
  for (const char* name : {"ms-fimu", "nursery", "adult", "counters"}) {
    std::optional<StudyTable> table;
    if (!settings.data.empty()) table = read_study_table(settings.data, name);
    if (!table) {
      result.missing.emplace_back(name);
    } else if (table->name == "counters") {
      counters = std::move(table);
    } else {
      evidence.tables.push_back(std::move(*table));
    }
  }
  const auto say = [&](const char* what) {
    return [&progress, what](std::size_t done, std::size_t all) { progress(what, done, all); };
  };
  evidence.tuples = study_tuples(settings.tuples, evidence.tables, SeededSource(settings.seed), say("solutions"));
  evidence.repeated = study_longitudinal(settings.repeated, evidence.tables, counters, settings.seed, say("counters"));
  evidence.coverage = study_coverage(settings.coverage_repetitions, settings.seed, say("coverage"));
  result.published = published_tuple_claims(evidence);
  for (SurveyClaim& claim : published_long_claims(evidence)) result.published.push_back(std::move(claim));
  result.own = own_claims(evidence);
  return result;
}

std::string to_json(const Arcolezi2022& result) {
  SurveyJson json = head_json(result);
  const SurveyEvidence& evidence = result.evidence;
  json["tables"] = tables_json(evidence.tables);
  json["claims"] = claims_json(result.published);
  json["shown"] = claims_json(result.own);
  json["solutions"] = rows_json(evidence.tuples.rows);
  json["repeated"] = rows_json(evidence.repeated.rows);
  json["counters"] = {{"people", evidence.repeated.counter_people},
                      {"values", evidence.repeated.counter_values},
                      {"collections", evidence.repeated.counter_collections},
                      {"most_values_of_a_person", evidence.repeated.most_values},
                      {"epsilon", evidence.repeated.settings.counters_epsilon},
                      {"epsilon1", evidence.repeated.settings.counters_epsilon1},
                      {"rows", rows_json(evidence.repeated.counters)}};
  json["coverage"] = rows_json(evidence.coverage.rows);
  return json.dump();
}

std::string arcolezi2022_page(const Arcolezi2022& result) {
  SurveyJson json = head_json(result);
  json["title"] = "Surveys under local differential privacy: Arcolezi (2022) with exact calibration";
  const auto held = std::count_if(result.published.begin(), result.published.end(),
                                  [](const SurveyClaim& claim) { return claim.holds; });
  json["statement"] = fmt::format("Of {} published claims, {} hold and {} do not.", result.published.size(), held,
                                  static_cast<std::ptrdiff_t>(result.published.size()) - held);
  json["meaning"] = fmt::format(
      "Several attributes per person (SPL, SMP, RS+FD) and repeated collections (L-GRR, L-UE, LOLOHA, ALLOMFREE), as "
      "published and ours. Data: {}.",
      data_text(result));
  json["footnote"] =
      "n·V0 is n times the variance of the share of a rare value. ε is for ever where collections are repeated, ε1 of "
      "one "
      "report. Both axes of every chart are logarithmic.";
  json["claims"] = claims_json(result.published);
  for (SurveyJson& claim : claims_json(result.own)) json["claims"].push_back(std::move(claim));
  return study_page(json.dump());
}

}  // namespace sourdine
