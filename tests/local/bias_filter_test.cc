#include "sourdine/local/bias_filter.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using std::chrono::local_days;
using std::chrono::local_seconds;

local_seconds day(int year, unsigned month, unsigned number) {
  return local_seconds(local_days(std::chrono::year(year) / std::chrono::month(month) / std::chrono::day(number)));
}

// Two regions over three days of 2017 and one of 2018.
PeriodEstimates some() {
  PeriodEstimates estimates{.timeline = Timeline(Period::day, day(2017, 12, 29), day(2018, 1, 1)),
                            .regions = 2,
                            .totals = {10, 10, 10, 10},
                            .plain = {},
                            .published = {},
                            .truth = {}};
  for (const double value : {6.0, 3.0, 8.0, 4.0, 10.0, 5.0, 4.0, 2.0}) {
    estimates.published.push_back({value, 1, value - 1, value + 1});
  }
  estimates.plain = estimates.published;
  return estimates;
}

TEST(RatioFilter, DividesByTheInflationOfTheYearsMean) {
  PeriodEstimates estimates = some();
  // 2017: 24 and 12 published; 12 and 12 true.
  const std::vector<double> factors = ratio_factors(estimates, 2017, {12, 12});
  EXPECT_EQ(factors, (std::vector<double>{2, 1}));
  divide(estimates, factors);
  EXPECT_EQ(estimates.at(0, 0).value, 3);
  EXPECT_EQ(estimates.at(3, 0).value, 2);
  EXPECT_EQ(estimates.at(3, 1).value, 2);
  EXPECT_EQ(estimates.at(0, 0).lower, 2.5);
  EXPECT_EQ(estimates.at(0, 0).upper, 3.5);
  EXPECT_EQ(estimates.at(0, 0).std_error, 0.5);
}

TEST(RatioFilter, LeavesRegionsWithoutAMeanAlone) {
  EXPECT_EQ(ratio_factors(some(), 2017, {0, -3}), (std::vector<double>{1, 1}));
}

TEST(RatioFilter, NamesAYearThatIsNotThere) {
  EXPECT_EQ(testing::input_error([] {
              ratio_factors(some(), 1999, {1, 1});
            }),
            "there are no periods of 'ratio_year' 1999 in the release");
}

TEST(PrivateRatio, NoiseRealisesAtMostTheAskedEpsilonForTwoCountsThatMoveByOne) {
  for (const double epsilon : {1e-6, 0.1, 0.3333333, 1.0, 2.718281828}) {
    const RatioNoise noise = ratio_noise(epsilon);
    EXPECT_LE(noise.epsilon(), epsilon);
    EXPECT_GT(noise.epsilon(), epsilon - 1.1e-6);
  }
  EXPECT_NE(testing::input_error([] { ratio_noise(1e-7); }), "no error");
  SeededBits random(1);
  const std::vector<double> noisy = noisy_counts({1000, 0}, 0.5, random);
  EXPECT_EQ(noisy[0], std::round(noisy[0]));
  EXPECT_NEAR(noisy[0], 1000, 200);  // 50 scales
}

TEST(BiasFilter, UndoesWhatCuttingAtZeroAddsOnAverage) {
  // Days of 100 reports by sue, f = 0.6: s = 11.5; a region with 3 events a day appears 6.3 times.
  const auto oracle = make_oracle({"sue", Domain(17), 0, {{"f", 0.6}}});
  std::vector<std::uint64_t> histogram(17);
  histogram[0] = 50;
  for (std::size_t v = 1; v < 17; ++v) histogram[v] = 3;
  histogram[1] = 5;
  const Timeline timeline(Period::day, day(2006, 1, 1), day(2017, 12, 31));
  SeededBits random(2);
  std::vector<PeriodTally> tallies;
  for (std::size_t t = 0; t < timeline.size(); ++t) {
    Tally tally = oracle->empty_tally();
    oracle->simulate(histogram, random, tally);
    tallies.push_back({tally.reports, tally.cells});
  }
  PeriodEstimates estimates = estimate_periods(timeline, tallies, *oracle, {0.95, Consistency::base_pos, false});
  const auto mean = [&](std::size_t v) {
    double sum = 0;
    for (std::size_t t = 0; t < timeline.size(); ++t) sum += estimates.at(t, v).value;
    return sum / static_cast<double>(timeline.size());
  };
  EXPECT_GT(mean(2), 5.5);
  divide(estimates, bias_factors(estimates, measurement_noise(*oracle)));
  // Standard error of the mean of 4,383 days, spread by the solution (h' = 0.6 at 0.26 s): 11.5/√4383/0.6 = 0.29.
  EXPECT_NEAR(mean(2), 3, 5 * 0.29);
  EXPECT_NEAR(mean(0), 50, 5 * 0.2);
}

TEST(MeasurementNoise, IsTheExactVarianceOfPureOracles) {
  for (const char* name : {"grr", "sue", "oue", "olh", "ss", "hrr"}) {
    const auto oracle = make_oracle({name, Domain(17), 1.5, {}});
    const MeasurementNoise noise = measurement_noise(*oracle);
    std::vector<double> counts(17, 10);
    counts[4] = 70;
    EXPECT_NEAR(noise.per_report * 230 + noise.per_holder * 70, oracle->variance(4, counts), 1e-9 * 230) << name;
  }
}

TEST(ErrorRate, IsTheMeanDistanceOfSharesAndTakesEqualSharesWhenNothingIsEstimated) {
  PeriodEstimates estimates = some();
  estimates.truth = {5, 5, 8, 2, 5, 5, 5, 5};
  estimates.published[4] = estimates.published[5] = {0, 0, 0, 0};
  // Estimated shares are 2/3 and 1/3, and 1/2 on the third day.
  EXPECT_NEAR(error_rate(estimates), ((2. / 3 - .5) + (.8 - 2. / 3) + 0 + (2. / 3 - .5)) / 4, 1e-12);
}

}  // namespace
}  // namespace sourdine
