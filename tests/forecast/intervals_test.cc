#include "sourdine/forecast/intervals.h"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "forecast/simulated_days.h"

namespace sourdine {
namespace {

TEST(CountInterval, HoldsTheLikeliestCountsNearestToTheConfidence) {
  // Poisson(1): .3679 .3679 .1839 .0613 .0153 …
  const CountInterval ninety = count_interval(1, 0, 0.9);  // 0–2 hold .9197
  EXPECT_EQ(ninety.lower, 0);
  EXPECT_EQ(ninety.upper, 2);
  const CountInterval eighty = count_interval(1, 0, 0.8);  // 0–1 hold .7358, 0–2 .9197
  EXPECT_EQ(eighty.upper, 1);
  const CountInterval high = count_interval(1, 0, 0.99);  // 0–3 hold .9810, 0–4 .9963
  EXPECT_EQ(high.upper, 4);
  // Negative binomial with mean 1 and variance 2 is geometric: ½ ¼ ⅛ …
  const CountInterval geometric = count_interval(1, 1, 0.94);
  EXPECT_EQ(geometric.lower, 0);
  EXPECT_EQ(geometric.upper, 3);
}

TEST(CountInterval, IsTheNormalOneForLargeMeans) {
  const double mean = 10000, overdispersion = 0.01;
  const double spread = std::sqrt(mean + overdispersion * mean * mean);
  const CountInterval interval = count_interval(mean, overdispersion, 0.95);
  EXPECT_NEAR((interval.upper - interval.lower) / spread, 2 * 1.96, 0.05);
  EXPECT_LT(interval.lower, mean);
  EXPECT_GT(interval.upper, mean);
}

TEST(CountInterval, OfNearlyNothingIsZero) {
  const CountInterval interval = count_interval(1e-6, 0.1, 0.9);
  EXPECT_EQ(interval.lower, 0);
  EXPECT_EQ(interval.upper, 0);
}

// A normal number by the sum of twelve uniform ones.
double normal(Random& random) {
  double sum = -6;
  for (int i = 0; i < 12; ++i) sum += testing::uniform(random);
  return sum;
}

TEST(Overdispersion, IsFoundThroughTheNoise) {
  constexpr double truth = 0.05, mean = 40;
  for (const double noise : {0.0, 50.0}) {
    SeededBits random(1);
    std::vector<ObservedForecast> days;
    for (int i = 0; i < 20000; ++i) {
      days.push_back({mean, mean + normal(random) * std::sqrt(mean + truth * mean * mean + noise), noise});
    }
    // d/dα of the squared standardised error is mean²/variance; five standard deviations of what 20,000 of them say.
    const double variance = mean + truth * mean * mean + noise;
    EXPECT_NEAR(fit_overdispersion(days, truth), truth, 5 * std::sqrt(2.0 / 20000) * variance / (mean * mean));
  }
}

TEST(Overdispersion, ABurstInAHundredDaysWidensLittleAndNoneIsZero) {
  SeededBits random(2);
  std::vector<ObservedForecast> days;
  for (int i = 0; i < 20000; ++i) days.push_back({40, testing::poisson(random, 40), 0});
  const double without = fit_overdispersion(days, 0);
  EXPECT_LT(without, 0.002);
  for (std::size_t i = 0; i < days.size(); i += 100) days[i].observed += 500;
  EXPECT_LT(fit_overdispersion(days, 0), 0.01);
}

TEST(Overdispersion, WithoutDaysIsWhatWasExpected) { EXPECT_EQ(fit_overdispersion({}, 0.03), 0.03); }

}  // namespace
}  // namespace sourdine
