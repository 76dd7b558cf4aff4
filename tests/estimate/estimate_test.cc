#include "sourdine/estimate/estimate.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

std::unique_ptr<const Oracle> oracle_of(const std::string& name, std::uint64_t k, double epsilon,
                                        std::map<std::string, double> parameters = {}) {
  return make_oracle({name, Domain(k), epsilon, std::move(parameters)});
}

Tally tally_of(const Oracle& oracle, std::uint64_t reports, std::vector<std::uint64_t> cells) {
  return {oracle.spec(), reports, std::move(cells)};
}

std::vector<double> values_of(const Estimates& estimates) {
  std::vector<double> values;
  for (const Estimate& one : estimates.values) values.push_back(one.value);
  return values;
}

void expect_near(const std::vector<double>& actual, const std::vector<double>& expected, double tolerance) {
  ASSERT_EQ(actual.size(), expected.size());
  for (std::size_t i = 0; i < actual.size(); ++i) EXPECT_NEAR(actual[i], expected[i], tolerance) << "entry " << i;
}

TEST(Estimate, GivesTheSheetsVectors) {
  const auto grr = oracle_of("grr", 4, 1);
  const Estimates a = estimate(*grr, tally_of(*grr, 100, {40, 25, 20, 15}));
  expect_near(values_of(a), {74.91860241, 25, 8.36046586, -8.27906827}, 5e-9);
  EXPECT_NEAR(a.total, 100, 1e-10);

  const auto oue = oracle_of("oue", 4, 1);
  const Tally tally = tally_of(*oue, 100, {60, 30, 27, 20});
  expect_near(values_of(estimate(*oue, tally)), {143.27906827, 13.44186345, 0.45814297, -29.83720482}, 5e-9);

  const auto sue = oracle_of("sue", 4, 0, {{"f", .5}});
  const Tally same = tally_of(*sue, 100, {60, 30, 27, 20});
  expect_near(values_of(estimate(*sue, same)), {70, 10, 4, -10}, 1e-10);
  expect_near(values_of(estimate(*sue, same, {.consistency = Consistency::base_pos})), {70, 10, 4, 0}, 1e-10);
}

TEST(Estimate, StandardErrorIsTheExactVarianceAtTheClippedEstimate) {
  const auto grr = oracle_of("grr", 4, 1);
  const Estimates estimates = estimate(*grr, tally_of(*grr, 100, {40, 25, 20, 15}));
  const Support s = grr->support();
  for (const Estimate& one : estimates.values) {
    const double x = std::clamp(one.value, 0.0, 100.0);
    const double variance = (x * s.yes * (1 - s.yes) + (100 - x) * s.no * (1 - s.no)) / (s.gap * s.gap);
    EXPECT_NEAR(one.std_error, std::sqrt(variance), 1e-9);
  }
}

// Beyond the exact intervals: the number of supporting reports has a variance above TailInterval::max_variance. The
// bound lies between the whole number that is published and the next one outwards.
TEST(Estimate, BoundsSolveTheScoreEquationWithHalfAReportOfRoom) {
  const auto grr = oracle_of("grr", 4, 1);
  const std::vector<std::uint64_t> cells = {40000, 25000, 20000, 15000};
  const double n = 100000;
  const Support s = grr->support();
  for (const double confidence : {0.5, 0.95, 0.999}) {
    const double z = normal_upper_quantile((1 - confidence) / 2);
    for (const IntervalMethod method : {IntervalMethod::exact, IntervalMethod::score}) {
      const double room = method == IntervalMethod::exact ? 0.5 : 0;
      const Estimates estimates =
          estimate(*grr, tally_of(*grr, 100000, cells), {.confidence = confidence, .intervals = method});
      for (std::size_t v = 0; v < cells.size(); ++v) {
        const auto contradiction = [&](double x) {
          const double distance = std::abs(static_cast<double>(cells[v]) - n * s.no - x * s.gap) - room;
          return distance / (z * std::sqrt(x * s.yes * (1 - s.yes) + (n - x) * s.no * (1 - s.no)));
        };
        const auto [value, std_error, lower, upper] = estimates.values[v];
        EXPECT_EQ(lower, std::round(lower));
        EXPECT_EQ(upper, std::round(upper));
        if (value < 0 && upper == 0) continue;  // every count is contradicted, 0 least of all
        EXPECT_LE(contradiction(upper), 1 + 1e-9);
        EXPECT_GE(contradiction(upper + 1), 1 - 1e-9);
        EXPECT_LE(contradiction(lower), 1 + 1e-9);
        if (lower > 0) {
          EXPECT_GE(contradiction(lower - 1), 1 - 1e-9);
        }
      }
    }
  }
}

TEST(Estimate, IntervalsLieInRangeAndComeWithinOneOfTheClippedPoint) {
  for (const char* name : {"grr", "oue", "sue"}) {
    const auto oracle = oracle_of(name, 3, 0.5);
    for (std::uint64_t n = 1; n <= 12; ++n) {
      for (std::uint64_t support = 0; support <= n; ++support) {
        const Tally tally = tally_of(*oracle, n, {support, n - support, 0});
        for (const auto population : {Population::fixed, Population::sampled}) {
          const auto total = static_cast<double>(n);
          for (const Estimate& one : estimate(*oracle, tally, {.population = population}).values) {
            EXPECT_GE(one.lower, 0);
            EXPECT_LE(one.upper, total);
            EXPECT_LE(one.lower, one.upper);
            EXPECT_LT(one.lower, std::clamp(one.value, 0.0, total) + 1);
            EXPECT_GT(one.upper, std::clamp(one.value, 0.0, total) - 1);
            EXPECT_TRUE(std::isfinite(one.std_error));
          }
        }
      }
    }
  }
}

TEST(Estimate, SimultaneousIntervalsUseBonferroniTails) {
  const auto oracle = oracle_of("oue", 8, 1);
  const Tally tally = tally_of(*oracle, 10000, {4000, 3000, 3000, 3000, 2700, 2700, 2700, 2600});
  const Estimates all = estimate(*oracle, tally, {.confidence = 0.9, .coverage = Coverage::simultaneous});
  const Estimates each = estimate(*oracle, tally, {.confidence = 1 - 0.1 / 8});
  for (std::size_t v = 0; v < 8; ++v) {
    EXPECT_NEAR(all.values[v].lower, each.values[v].lower, 1e-6);
    EXPECT_NEAR(all.values[v].upper, each.values[v].upper, 1e-6);
  }
}

TEST(Estimate, SampledPopulationAddsTheSamplingVariance) {
  const auto oracle = oracle_of("grr", 4, 2);
  const Tally tally = tally_of(*oracle, 1000, {500, 250, 150, 100});
  const Estimates fixed = estimate(*oracle, tally);
  const Estimates sampled = estimate(*oracle, tally, {.population = Population::sampled});
  for (std::size_t v = 0; v < 4; ++v) {
    const double x = std::clamp(fixed.values[v].value, 0.0, 1000.0);
    EXPECT_NEAR(std::pow(sampled.values[v].std_error, 2) - std::pow(fixed.values[v].std_error, 2), x * (1 - x / 1000),
                1e-8);
    EXPECT_EQ(sampled.values[v].value, fixed.values[v].value);
  }
  // The other way to write it: s(1−s)/(n·gap²) with s = no + f·gap.
  const Support s = oracle->support();
  const double share = s.no + fixed.values[0].value / 1000 * s.gap;
  EXPECT_NEAR(std::pow(sampled.values[0].std_error, 2), 1000 * share * (1 - share) / (s.gap * s.gap), 1e-8);
}

TEST(Estimate, ConsistencyMovesThePointAndWidensTheIntervalToIt) {
  const auto oracle = oracle_of("oue", 4, 1);
  const Tally tally = tally_of(*oracle, 100, {60, 30, 27, 20});
  const Estimates plain = estimate(*oracle, tally);
  for (const ConsistencyRow& row : consistency_table()) {
    if (row.method == Consistency::mle) continue;
    const Estimates moved = estimate(*oracle, tally, {.consistency = row.method});
    EXPECT_EQ(moved.applied.consistency, row.method);
    double total = 0;
    for (std::size_t v = 0; v < 4; ++v) {
      const double point = std::clamp(moved.values[v].value, 0.0, 100.0);
      const bool stays = row.method == Consistency::none;
      EXPECT_EQ(moved.values[v].lower,
                stays ? plain.values[v].lower : std::min(plain.values[v].lower, std::ceil(point)));
      EXPECT_EQ(moved.values[v].upper,
                stays ? plain.values[v].upper : std::max(plain.values[v].upper, std::floor(point)));
      if (!moved.has_moved_errors) {
        EXPECT_EQ(moved.values[v].std_error, plain.values[v].std_error);
      }
      total += moved.values[v].value;
    }
    EXPECT_NEAR(moved.total, total, 1e-9);
  }
}

TEST(Estimate, BaseCutKeepsWhatNoiseAloneCannotExplain) {
  const auto oracle = oracle_of("oue", 4, 1);
  const Tally tally = tally_of(*oracle, 10000, {4000, 3000, 2700, 2690});
  const double threshold = base_cut_threshold(4, std::sqrt(10000 * oracle->approximate_variance()), 0.05);
  const auto plain = values_of(estimate(*oracle, tally));
  const auto cut = values_of(estimate(*oracle, tally, {.consistency = Consistency::base_cut}));
  for (std::size_t v = 0; v < 4; ++v) EXPECT_EQ(cut[v], plain[v] > threshold ? plain[v] : 0);
  EXPECT_GT(cut[0], 0);
  EXPECT_EQ(cut[3], 0);
}

TEST(Estimate, MaximumLikelihoodComesFromReportsOrFromTalliesThatTellThem) {
  const auto grr = oracle_of("grr", 5, 1);
  const Tally tally = tally_of(*grr, 100, {35, 25, 20, 12, 8});
  const Estimates direct = estimate(*grr, tally, {.consistency = Consistency::mle});
  expect_near(values_of(direct), {61.936772, 27.612646, 10.450582, 0, 0}, 5e-7);

  const auto oue = oracle_of("oue", 5, 1);
  SeededBits random(30);
  Reports reports(oue->report_bytes());
  oue->randomize(std::vector<Value>{0, 0, 0, 0, 1, 1, 1, 2, 2, 3}, random, reports);
  const Estimates fitted = estimate(*oue, reports, {.consistency = Consistency::mle});
  EXPECT_NEAR(fitted.total, 10, 1e-9);

  Tally counted = oue->empty_tally();
  oue->tally(reports, counted);
  try {
    estimate(*oue, counted, {.consistency = Consistency::mle});
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()),
              "the maximum likelihood estimate for 'oue' needs the reports themselves, not their tally");
  }
  EXPECT_EQ(values_of(estimate(*oue, reports)), values_of(estimate(*oue, counted)));
}

TEST(Estimate, NoReportsGiveNoEstimate) {
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(5), 1));
    for (const ConsistencyRow& method : consistency_table()) {
      const Estimates none = estimate(*oracle, oracle->empty_tally(), {.consistency = method.method});
      EXPECT_EQ(none.reports, 0U);
      EXPECT_TRUE(none.values.empty());
      EXPECT_EQ(none.total, 0);
    }
  }
}

TEST(Estimate, ADomainOfOneValueIsCertain) {
  const auto oracle = oracle_of("oue", 1, 1);
  for (const auto population : {Population::fixed, Population::sampled}) {
    for (const ConsistencyRow& method : consistency_table()) {
      const Estimates known =
          estimate(*oracle, tally_of(*oracle, 7, {7}), {.population = population, .consistency = method.method});
      ASSERT_EQ(known.values.size(), 1U);
      EXPECT_EQ(known.values[0].value, 7) << method.name;
      EXPECT_EQ(known.values[0].std_error, 0);
      EXPECT_EQ(known.values[0].lower, 7);
      EXPECT_EQ(known.values[0].upper, 7);
    }
  }
}

TEST(Estimate, FrequencyDividesByTheReports) {
  const Estimate share = frequency({50, 10, 30, 70}, 200);
  EXPECT_EQ(share.value, 0.25);
  EXPECT_EQ(share.std_error, 0.05);
  EXPECT_EQ(share.lower, 0.15);
  EXPECT_EQ(share.upper, 0.35);
}

TEST(Estimate, RefusesATallyOfAnotherOracleAndAnImpossibleConfidence) {
  const auto one = oracle_of("oue", 4, 1);
  const auto other = oracle_of("oue", 4, 2);
  try {
    estimate(*one, other->empty_tally());
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()), "the tally was made by another oracle: the specs differ in 'epsilon'");
  }
  EXPECT_THROW(estimate(*one, tally_of(*one, 1, {1, 0})), Error);
  for (const double confidence : {0.0, 1.0, -0.5, 95.0, std::nan("")}) {
    EXPECT_THROW(estimate(*one, one->empty_tally(), {.confidence = confidence}), Error) << confidence;
  }
}

// Oracle::is_pure is a promise about variance(); here it is held to it for every oracle of the table.
TEST(Estimate, PureOraclesHaveThePureVariance) {
  SeededBits random(31);
  for (const OracleRow& row : oracle_table()) {
    const auto oracle = make_oracle(table_spec(row, Domain(17), 1));
    if (!oracle->is_pure()) continue;
    const Support s = oracle->support();
    for (int trial = 0; trial < 20; ++trial) {
      std::vector<double> counts(17);
      double n = 0;
      for (double& count : counts) n += count = static_cast<double>(random.below(1000));
      for (Value v = 0; v < 17; ++v) {
        const double pure = (counts[v] * s.yes * (1 - s.yes) + (n - counts[v]) * s.no * (1 - s.no)) / (s.gap * s.gap);
        EXPECT_NEAR(oracle->variance(v, counts) / pure, 1, 1e-9) << row.name;
      }
    }
  }
}

// Oracle::variance_curves has shortcuts; each is held to variance(), value by value.
TEST(Estimate, CurvesOfAllValuesTogetherAreThoseOfEachAlone) {
  std::vector<OracleSpec> specs;
  for (const OracleRow& row : oracle_table()) specs.push_back(table_spec(row, Domain(17), 1));
  for (const char* name : {"cms", "hcms"}) specs.push_back({name, Domain(17), 1, {{"rows", 1}, {"width", 4}}});
  SeededBits random(32);
  std::vector<double> spread(17);
  for (double& weight : spread) weight = static_cast<double>(random.below(1000));
  std::vector<double> lonely(17);
  lonely[3] = 5;
  for (const OracleSpec& spec : specs) {
    const auto oracle = make_oracle(spec);
    for (const std::vector<double>& weights : {spread, lonely}) {
      const auto together = oracle->variance_curves(5000, weights);
      const auto alone = curves_one_by_one(*oracle, 5000, weights);
      for (Value v = 0; v < 17; ++v) {
        for (const double x : {0.0, 1700.0, 5000.0}) {
          EXPECT_NEAR(together[v].at(x), alone[v].at(x), 1e-9 * alone[v].at(0)) << spec.oracle << " " << v << " " << x;
        }
      }
    }
  }
}

// The one rule, on both sides of its edge.
TEST(MostlyNoise, IsAStandardErrorLargerThanTheEstimateItself) {
  EXPECT_TRUE(is_mostly_noise({.value = 19.9, .std_error = 20, .lower = 0, .upper = 60}));
  EXPECT_FALSE(is_mostly_noise({.value = 20, .std_error = 20, .lower = 0, .upper = 60}));
  EXPECT_TRUE(is_mostly_noise({.value = -30, .std_error = 20, .lower = 0, .upper = 9}));
  // Known to less than one: "0 to 1" is no noise, however large the error beside an estimate of 0.1.
  EXPECT_FALSE(is_mostly_noise({.value = 0.1, .std_error = 0.9, .lower = 0, .upper = 1}));
  EXPECT_FALSE(is_mostly_noise({.value = 0, .std_error = 0, .lower = 0, .upper = 0}));
}

// A value that nobody holds beside one that all do: the first is mostly noise, the second is not.
TEST(MostlyNoise, IsWhatThereIsOfAValueThatNobodyHolds) {
  const auto oracle = oracle_of("grr", 3, 1);
  const Support s = oracle->support();
  const auto absent = static_cast<std::uint64_t>(std::round(10000 * s.no));
  const Estimates estimates = estimate(*oracle, tally_of(*oracle, 10000, {10000 - 2 * absent, absent, absent}));
  EXPECT_FALSE(is_mostly_noise(estimates.values[0]));
  EXPECT_TRUE(is_mostly_noise(estimates.values[1]));
}

}  // namespace
}  // namespace sourdine
