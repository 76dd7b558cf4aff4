// What is shown of ours.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/longitudinal/published.h"
#include "sourdine/oracle/table.h"
#include "sourdine/reproduce/arcolezi_claims.h"

namespace sourdine {
namespace {

constexpr double near_enough = 1.02;

SurveyClaim claim_plan(const TupleStudy& study, const std::string& table) {
  const double epsilon = study.settings.measured_epsilon;
  const TupleRow& ours = study.recommended(table, epsilon);
  double exact = 1;
  for (const double one : study.settings.epsilons) {
    exact =
        std::max(exact, study.recommended(table, one).expected / study.best(table, one, TupleLevel::tuple).expected);
  }
  const auto measured = study.where([&](const TupleRow& row) {
    return row.table == table && row.level == TupleLevel::tuple && row.measured.has_value();
  });
  const TupleRow& best = **std::min_element(measured.begin(), measured.end(), [](const TupleRow* a, const TupleRow* b) {
    return *a->measured < *b->measured;
  });
  const double ratio = *ours.measured / *best.measured;
  return {
      .source = "ours",
      .claim = fmt::format("On '{}' what the plan recommends before there are data is within 2 % of the best.", table),
      .holds = ratio <= near_enough && exact <= near_enough,
      .finding = fmt::format(
          "{} with {} at ε = {:g} for the tuple: measured {:.4e} ± {:.1e}, the best measured {:.4e} ({}, {}), ratio "
          "{:.4f}. By the exact variances at the true shares the ratio is at most {:.4f} over all ε.",
          word_of(ours.solution), ours.oracle, epsilon, *ours.measured, ours.std_error.value_or(0), *best.measured,
          word_of(best.solution), best.oracle, ratio, exact),
      .chart = tuple_chart(study, table)};
}

SurveyClaim claim_measured_is_expected(const TupleStudy& study) {
  double worst = 0, largest = 0;
  std::size_t rows = 0;
  for (const TupleRow& row : study.rows) {
    if (!row.measured || row.std_error.value_or(0) == 0) continue;
    worst = std::max(worst, std::abs(*row.measured - row.expected) / *row.std_error);
    largest = std::max(largest, std::abs(*row.measured / row.expected - 1));
    ++rows;
  }
  return {
      .source = "ours",
      .claim = "Measured errors are the exact ones.",
      .holds = worst < 4.5,
      .finding = fmt::format("{} rows: the largest difference is {:.1f} standard errors of what was measured, {:.1f} % "
                             "of the error.",
                             rows, worst, 100 * largest)};
}

SurveyClaim claim_factor() {
  const double theirs = published::l_grr(17, 2, 1).approximate_variance;
  const double ours = make_oracle({"l-grr", Domain(std::uint64_t{17}), 2, {{"epsilon1", 1}}})->approximate_variance();
  return {.source = "ours",
          .claim = "The exact L-GRR has a fifth of the published variance at k = 17, (ε, ε1) = (2, 1).",
          .holds = std::abs(theirs / ours - 5) < 0.05,
          .finding = fmt::format("n·V0 {:.4f} and {:.4f}: {:.2f} times.", ours, theirs, theirs / ours)};
}

SurveyClaim claim_counters(const LongStudy& study) {
  const CounterRow& ours = study.counters.front();
  bool holds = ours.is_ours;
  std::string others;
  for (const CounterRow& row : study.counters) {
    if (!row.is_published) continue;
    holds = holds && ours.expected <= row.expected * (1 + 1e-9);
    others += fmt::format("{}{} {:.3e}", others.empty() ? "" : ", ", row.protocol, row.expected);
  }
  const auto loloha = std::find_if(study.counters.begin(), study.counters.end(),
                                   [](const CounterRow& row) { return row.protocol == "LOLOHA, exact"; });
  return {
      .source = "ours",
      .claim = fmt::format("Counters, {} collections: the error of each is at or below that of every published "
                           "two-round protocol at the same ε and ε1.",
                           study.counter_collections),
      .holds = holds,
      .finding = fmt::format(
          "{} people, {} values, (ε, ε1) = ({:g}, {:g}): {:.3e} exactly, {:.3e} measured with memos kept; {}. It is "
          "l-osue, so it ties with L-OSUE. One person has {} different values: {:g} in all at most, and {:g} with "
          "loloha, whose error is {:.1f} % larger.",
          study.counter_people, study.counter_values, study.settings.counters_epsilon, study.settings.counters_epsilon1,
          ours.expected, ours.measured, others, study.most_values, ours.worst_total, loloha->worst_total,
          100 * (loloha->expected / ours.expected - 1))};
}

SurveyClaim claim_coverage(const CoverageStudy& study) {
  return {.source = "ours",
          .claim = "Intervals of 95 % cover between 93 % and 97 %, for every solution, attribute and collection.",
          .holds = study.least() >= 0.93 && study.most() <= 0.97,
          .finding = fmt::format("Between {:.2f} % and {:.2f} % in {} rows, each the mean over its values and {} "
                                 "repetitions, with at least 1,500 reports.",
                                 100 * study.least(), 100 * study.most(), study.rows.size(), study.repetitions)};
}

}  // namespace

std::vector<SurveyClaim> own_claims(const SurveyEvidence& evidence) {
  std::vector<SurveyClaim> claims;
  for (const StudyTable& table : evidence.tables) claims.push_back(claim_plan(evidence.tuples, table.name));
  claims.push_back(claim_measured_is_expected(evidence.tuples));
  claims.push_back(claim_factor());
  if (!evidence.repeated.counters.empty()) claims.push_back(claim_counters(evidence.repeated));
  claims.push_back(claim_coverage(evidence.coverage));
  return claims;
}

}  // namespace sourdine
