#include "sourdine/reproduce/arcolezi2022.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_source.h"

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
          {"coverage_repetitions", result.evidence.coverage.repetitions},
          {"few_draws", result.has_few_draws()}};
}

SurveyJson solutions_table(const SurveyEvidence& evidence) {
  SurveyJson rows = SurveyJson::array();
  for (const StudyTable& table : evidence.tables) {
    for (const double epsilon : evidence.tuples.settings.epsilons) {
      const auto error = [&](TupleSolution solution, TupleLevel level) {
        return fmt::format("{:.3e}", evidence.tuples.best_of(table.name, epsilon, level, solution).expected);
      };
      const TupleRow& ours = evidence.tuples.recommended(table.name, epsilon);
      rows.push_back({table.name, fmt::format("{:.3g}", epsilon), error(TupleSolution::spl, TupleLevel::tuple),
                      error(TupleSolution::smp, TupleLevel::tuple), error(TupleSolution::rs_fd, TupleLevel::tuple),
                      error(TupleSolution::rs_fd, TupleLevel::published),
                      fmt::format("{}, {}", word_of(ours.solution), ours.oracle)});
    }
  }
  return {{"title", "Several attributes: mean squared error of a share"},
          {"lead",
           "Exactly, at equal ε for the tuple, the best oracles of each solution; and RS+FD as published, which "
           "spends more. Recommended: by the plan, before there are data."},
          {"heads", {"table", "ε", "SPL", "SMP", "RS+FD", "RS+FD, published", "recommended"}},
          {"words", 1},
          {"rows", std::move(rows)}};
}

SurveyJson repeated_table(const SurveyEvidence& evidence) {
  SurveyJson heads = {"table", "ε"}, rows = SurveyJson::array();
  for (const LongProtocol& protocol : long_protocols()) heads.push_back(title_of(protocol));
  for (const StudyTable& table : evidence.tables) {
    for (const double epsilon : evidence.repeated.settings.epsilons) {
      SurveyJson row = {table.name, fmt::format("{:g}", epsilon)};
      for (const LongProtocol& protocol : long_protocols()) {
        const LongRow* const found = evidence.repeated.find(table.name, epsilon, protocol);
        row.push_back(found == nullptr ? std::string("–") : fmt::format("{:.3e}", found->expected));
      }
      rows.push_back(std::move(row));
    }
  }
  return {{"title", "Repeated collections: mean squared error of a share in one"},
          {"lead", "Exactly; one attribute per person for life, ε1 = ε/2."},
          {"heads", std::move(heads)},
          {"words", 1},
          {"rows", std::move(rows)}};
}

SurveyJson counters_table(const LongStudy& study) {
  SurveyJson rows = SurveyJson::array();
  for (const CounterRow& row : study.counters) {
    rows.push_back({row.protocol, fmt::format("{:.4f}", row.epsilon1), fmt::format("{}", row.buckets),
                    fmt::format("{:.3e}", row.expected), fmt::format("{:.3e}", row.measured),
                    fmt::format("{:g}", row.worst_total)});
  }
  return {{"title", "Counters"},
          {"lead",
           fmt::format("{} people, {} values, {} collections, (ε, ε1) = ({:g}, {:g}). The total is of the person "
                       "with most different values, {} of them, against histories of the same pattern of equal values.",
                       study.counter_people, study.counter_values, study.counter_collections,
                       study.settings.counters_epsilon, study.settings.counters_epsilon1, study.most_values)},
          {"heads", {"protocol", "ε of one report", "buckets", "MSE", "measured", "worst total ε"}},
          {"words", 1},
          {"rows", std::move(rows)}};
}

SurveyJson coverage_table(const CoverageStudy& study) {
  SurveyJson rows = SurveyJson::array();
  for (const CoverageRow& row : study.rows) {
    rows.push_back({row.protocol, row.about, fmt::format("{}", row.reports), fmt::format("{:.1f} %", 100 * row.covered),
                    fmt::format("{:.1f} %", 100 * row.least), fmt::format("{:.1f} %", 100 * row.most)});
  }
  return {
      {"title", "How often intervals of 95 % cover the truth"},
      {"lead", fmt::format("{} repetitions; the mean over the values, and of the values covered least and most often.",
                           study.repetitions)},
      {"heads", {"protocol", "about", "reports", "covered", "least", "most"}},
      {"words", 2},
      {"rows", std::move(rows)}};
}

SurveyJson page_tables(const SurveyEvidence& evidence) {
  SurveyJson tables = SurveyJson::array();
  tables.push_back(solutions_table(evidence));
  tables.push_back(repeated_table(evidence));
  if (!evidence.repeated.counters.empty()) tables.push_back(counters_table(evidence.repeated));
  tables.push_back(coverage_table(evidence.coverage));
  return tables;
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
  if (!settings.data.empty() && !std::filesystem::is_directory(settings.data)) {
    fail_input(fmt::format("there is no directory '{}'", settings.data),
               "--data is the directory in which the tables are.");
  }
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
  json["name"] = "Arcolezi (2022) beside ours";
  json["title"] = "Surveys under local differential privacy: Arcolezi (2022) with exact calibration";
  const auto held = std::count_if(result.published.begin(), result.published.end(),
                                  [](const SurveyClaim& claim) { return claim.holds; });
  json["statement"] = fmt::format("Of {} published claims, {} hold and {} do not.", result.published.size(), held,
                                  static_cast<std::ptrdiff_t>(result.published.size()) - held);
  json["meaning"] = fmt::format(
      "Several attributes per person (SPL, SMP, RS+FD) and repeated collections (L-GRR, L-UE, LOLOHA, ALLOMFREE), as "
      "published and ours. Data: {}.{}",
      data_text(result),
      result.has_few_draws() ? " Few draws: verdicts about what is measured may fail by chance." : "");
  json["footnote"] =
      "n·V0 is n times the variance of the share of a rare value. ε is for ever where collections are repeated, ε1 of "
      "one "
      "report. Both axes of every chart are logarithmic.";
  json["claims"] = claims_json(result.published);
  for (SurveyJson& claim : claims_json(result.own)) json["claims"].push_back(std::move(claim));
  json["tables"] = page_tables(result.evidence);
  return page_of_bundle("study", json.dump());
}

}  // namespace sourdine
