#include "sourdine/estimate/smooth.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <random>

#include "sourdine/base/error.h"
#include "sourdine/estimate/smooth_interval.h"
#include "sourdine/estimate/smooth_minimum.h"

namespace sourdine {
namespace {

using Numbers = std::vector<double>;

// Multinomial counts of the given shares, and estimates with normal noise of the stated variance.
struct NoisyCounts {
  std::size_t periods, values;
  Numbers totals, counts, estimates;
  MeasurementNoise noise;

  SmoothQuestion question(Numbers seasons = {}) const {
    return {.periods = periods,
            .values = values,
            .totals = totals,
            .estimates = estimates,
            .noise = noise,
            .seasons = std::move(seasons)};
  }
};

NoisyCounts draw_counts(std::size_t periods, const Numbers& shares, int total, MeasurementNoise noise,
                        std::uint64_t seed) {
  std::mt19937_64 bits(seed);
  NoisyCounts result{periods, shares.size(), Numbers(periods, total), {}, {}, noise};
  for (std::size_t t = 0; t < periods; ++t) {
    int left = total;
    double share_left = 1;
    for (const double share : shares) {
      const double p = std::min(1.0, share / share_left);
      const int count = std::binomial_distribution<int>(left, p)(bits);
      result.counts.push_back(count);
      const double variance = noise.per_report * total + noise.per_holder * count;
      result.estimates.push_back(count + std::sqrt(variance) * std::normal_distribution<double>()(bits));
      left -= count;
      share_left = std::max(share_left - share, 1e-12);
    }
  }
  return result;
}

void expect_consistent(const Smoothed& smoothed, const NoisyCounts& data) {
  for (std::size_t t = 0; t < data.periods; ++t) {
    double sum = 0;
    for (std::size_t v = 0; v < data.values; ++v) {
      const std::size_t cell = t * data.values + v;
      EXPECT_GE(smoothed.value[cell], 0);
      EXPECT_LE(smoothed.lower[cell], smoothed.upper[cell]);
      EXPECT_LT(smoothed.lower[cell], smoothed.value[cell] + 1);
      EXPECT_GT(smoothed.upper[cell], smoothed.value[cell] - 1);
      EXPECT_EQ(smoothed.lower[cell], std::round(smoothed.lower[cell]));
      EXPECT_EQ(smoothed.upper[cell], std::round(smoothed.upper[cell]));
      sum += smoothed.value[cell];
    }
    EXPECT_NEAR(sum, data.totals[t], 1e-6 * (1 + data.totals[t]));
  }
}

double sum(std::span<const double> x) { return std::accumulate(x.begin(), x.end(), 0.0); }

TEST(Smooth, WithoutNoiseTheCountsComeBack) {
  const NoisyCounts data = draw_counts(60, {0.5, 0.3, 0.2}, 40, {0, 0}, 1);
  const Smoothed smoothed = smooth(data.question({7}));
  for (std::size_t cell = 0; cell < data.counts.size(); ++cell) {
    EXPECT_NEAR(smoothed.value[cell], data.counts[cell], 1e-9);
    EXPECT_EQ(smoothed.std_error[cell], 0);
    EXPECT_NEAR(smoothed.lower[cell], data.counts[cell], 1e-9);
    EXPECT_NEAR(smoothed.upper[cell], data.counts[cell], 1e-9);
  }
  for (const SmoothFit& fit : smoothed.fits) EXPECT_NEAR(fit.own_weight, 1, 1e-12);
}

TEST(Smooth, ConstantSharesUnderHugeNoiseGiveTheMeanShare) {
  const NoisyCounts data = draw_counts(400, {0.5, 0.3, 0.2}, 1000, {100, 0}, 2);  // noise 316, multinomial 16
  const Smoothed smoothed = smooth(data.question({7, 365.25}));
  expect_consistent(smoothed, data);
  const double std_error = std::sqrt(100 * 1000.0 / 400);  // of the mean share, as a count
  for (std::size_t v = 0; v < 3; ++v) {
    double mean = 0;
    for (std::size_t t = 0; t < data.periods; ++t) mean += data.estimates[t * 3 + v] / 400;
    double squares = 0;
    for (std::size_t t = 0; t < data.periods; ++t) squares += std::pow(smoothed.rate[t * 3 + v] - mean, 2) / 400;
    EXPECT_LT(std::sqrt(squares), 3 * std_error) << "value " << v;
    EXPECT_LT(smoothed.fits[v].own_weight, 0.03);
  }
}

TEST(Smooth, SharesThatMoveAtRandomAreLeftAsMeasured) {
  // Shares jump anywhere in every period, far beyond the noise: there is nothing to borrow from other periods.
  std::mt19937_64 bits(3);
  NoisyCounts data{200, 2, Numbers(200, 1000), {}, {}, {0.4, 0}};
  for (std::size_t t = 0; t < data.periods; ++t) {
    const double count = std::uniform_int_distribution<int>(100, 900)(bits);
    for (const double x : {count, 1000 - count}) {
      data.counts.push_back(x);
      data.estimates.push_back(x + 20 * std::normal_distribution<double>()(bits));
    }
  }
  const Smoothed smoothed = smooth(data.question());
  for (const SmoothFit& fit : smoothed.fits) {
    EXPECT_GT(fit.dispersion, 50);
    EXPECT_GT(fit.own_weight, 0.98);
  }
}

TEST(Smooth, TheSameDataScaledToOtherTotalsUseTheTotals) {
  // Totals alternate between 50 and 500: counts follow them although no season was asked for.
  NoisyCounts data = draw_counts(300, {0.7, 0.3}, 50, {4, 0}, 4);
  const NoisyCounts large = draw_counts(300, {0.7, 0.3}, 500, {4, 0}, 5);
  for (std::size_t t = 1; t < 300; t += 2) {
    data.totals[t] = 500;
    for (std::size_t v = 0; v < 2; ++v) data.estimates[t * 2 + v] = large.estimates[t * 2 + v];
  }
  const Smoothed smoothed = smooth(data.question());
  expect_consistent(smoothed, data);
  for (std::size_t t = 0; t < 300; ++t) EXPECT_NEAR(smoothed.rate[t * 2], 0.7 * data.totals[t], 0.05 * data.totals[t]);
}

TEST(Smooth, ABurstIsKeptAndDragsNothingAlong) {
  NoisyCounts data = draw_counts(300, {0.4, 0.3, 0.2, 0.1}, 100, {0.5, 0}, 6);
  const std::size_t day = 150;
  const Smoothed before = smooth(data.question({7}));
  data.totals[day] += 200;  // 200 events more, all of value 3
  data.estimates[day * 4 + 3] += 200;
  const Smoothed after = smooth(data.question({7}));
  expect_consistent(after, data);
  EXPECT_EQ(after.fits[3].bursts, 1U);
  EXPECT_EQ(after.fits[0].bursts, 0U);
  const double noise = std::sqrt(0.5 * 300);
  EXPECT_NEAR(after.value[day * 4 + 3], data.estimates[day * 4 + 3], 2 * noise);
  EXPECT_NEAR(after.std_error[day * 4 + 3], noise, 1e-9);
  for (std::size_t v = 0; v < 3; ++v) {
    // Three times the total, and yet the others are estimated as on any day.
    EXPECT_NEAR(after.value[day * 4 + v], before.value[day * 4 + v], 10) << "value " << v;
  }
  for (std::size_t v = 0; v < 4; ++v) {
    EXPECT_NEAR(after.rate[(day + 1) * 4 + v], before.rate[(day + 1) * 4 + v], 0.3) << "value " << v;
  }
}

TEST(Smooth, WhatLastsLongerThanABurstIsANewLevel) {
  NoisyCounts data = draw_counts(200, {0.8, 0.2}, 100, {0.3, 0}, 7);
  const NoisyCounts later = draw_counts(200, {0.2, 0.8}, 100, {0.3, 0}, 8);
  for (std::size_t cell = 200; cell < 400; ++cell) data.estimates[cell] = later.estimates[cell];
  const Smoothed smoothed = smooth(data.question());
  EXPECT_NEAR(smoothed.rate[80 * 2], 80, 8);
  EXPECT_NEAR(smoothed.rate[120 * 2], 20, 8);
}

TEST(Smooth, EmptyPeriodsAreKnownExactly) {
  NoisyCounts data = draw_counts(50, {0.6, 0.4}, 30, {0.5, 0}, 10);
  for (const std::size_t t : {0U, 20U, 21U, 49U}) {
    data.totals[t] = data.estimates[2 * t] = data.estimates[2 * t + 1] = 0;
  }
  const Smoothed smoothed = smooth(data.question({7}));
  expect_consistent(smoothed, data);
  EXPECT_EQ(smoothed.value[40], 0);
  EXPECT_EQ(smoothed.std_error[40], 0);
  EXPECT_EQ(smoothed.upper[40], 0);
  EXPECT_GT(smoothed.std_error[44], 0);

  data.totals.assign(50, 0);
  data.estimates.assign(100, 0);
  for (const double value : smooth(data.question({7})).value) EXPECT_EQ(value, 0);
}

TEST(Smooth, TwoPeriodsGiveThePlainEstimates) {
  const NoisyCounts data = draw_counts(2, {0.6, 0.4}, 30, {0.5, 0.1}, 11);
  const Smoothed smoothed = smooth(data.question({7}));
  expect_consistent(smoothed, data);
  for (std::size_t t = 0; t < 2; ++t) {
    const std::span<const double> estimates = std::span(data.estimates).subspan(2 * t, 2);
    const Numbers variances = {15 + 0.1 * estimates[0], 15 + 0.1 * estimates[1]};
    EXPECT_NEAR(smoothed.value[2 * t], reconcile(estimates, variances, 30)[0], 1e-9);
    EXPECT_NEAR(smoothed.std_error[2 * t], std::sqrt(variances[0]), 1e-9);
  }
  EXPECT_EQ(smooth({.periods = 0, .values = 2, .totals = {}, .estimates = {}, .noise = {}, .seasons = {}}).value.size(),
            0U);
}

TEST(Smooth, AnOnlyValueHasTheTotal) {
  const Numbers totals = {3, 0, 5};
  const Numbers estimates = {2.5, 0.1, 6};
  const Smoothed smoothed =
      smooth({.periods = 3, .values = 1, .totals = totals, .estimates = estimates, .noise = {1, 0}, .seasons = {}});
  EXPECT_EQ(smoothed.value, totals);
  EXPECT_EQ(smoothed.lower, totals);
}

TEST(Smooth, RefusesQuestionsThatMakeNoSense) {
  const NoisyCounts data = draw_counts(5, {0.6, 0.4}, 30, {0.5, 0}, 12);
  const auto expect_refused = [&](auto change) {
    SmoothQuestion question = data.question();
    change(question);
    EXPECT_THROW(smooth(question), Error);
  };
  const Numbers bad = {1, 2, -3, 4, std::numeric_limits<double>::quiet_NaN()};
  expect_refused([](SmoothQuestion& q) { q.periods = 4; });
  expect_refused([](SmoothQuestion& q) { q.values = 0; });
  expect_refused([&](SmoothQuestion& q) { q.totals = bad; });
  expect_refused([](SmoothQuestion& q) { q.noise.per_report = -1; });
  expect_refused([](SmoothQuestion& q) { q.seasons = {1}; });
  expect_refused([](SmoothQuestion& q) { q.confidence = 1; });
}

TEST(Reconcile, MovesEachValueInProportionToItsVariance) {
  const Numbers moved = reconcile(Numbers{10, 20, 30}, Numbers{1, 3, 0}, 68);
  EXPECT_EQ(moved, (Numbers{12, 26, 30}));
}

TEST(Reconcile, IsTheMostLikelyPointThatIsNotNegativeAndAddsUp) {
  const Numbers values = {7, -2, 0.5, 3};
  const Numbers variances = {4, 1, 0.5, 2};
  const Numbers moved = reconcile(values, variances, 6);
  EXPECT_NEAR(sum(moved), 6, 1e-12);
  // Karush, Kuhn and Tucker: one λ for all positive ones, no smaller one needed for those at 0.
  const double lambda = (moved[0] - values[0]) / variances[0];
  for (std::size_t v = 0; v < values.size(); ++v) {
    EXPECT_NEAR(moved[v], std::max(0.0, values[v] + lambda * variances[v]), 1e-12);
  }
}

TEST(Reconcile, FallsBackToTheNearestPointWhenNothingMayMove) {
  EXPECT_EQ(reconcile(Numbers{3, 5}, Numbers{0, 0}, 8), (Numbers{3, 5}));
  EXPECT_EQ(reconcile(Numbers{3, 5}, Numbers{0, 0}, 6), (Numbers{2, 4}));
}

// Exact coverage by enumeration: the total is small, the noise vanishes, the prior is the binomial law itself.
TEST(CountInterval, AloneTheSmallestNoiseTellsTheCount) {
  CountKnowledge known{.total = 20, .estimate = 7.02, .noise = {1e-4, 0}, .mean = 7.02, .std_error = 0.045};
  const CountInterval interval = count_interval(known, 0.95, 1.959964);
  EXPECT_EQ(interval.lower, 7);
  EXPECT_EQ(interval.upper, 7);
}

TEST(CountInterval, WithoutAMeasurementItHoldsTheLikelyCountsOfTheBinomialLaw) {
  // Binomial(10, 0.3) at 0.95: 1 … 5 have 0.9244, 0 has 0.0282, 6 has 0.0368; half of 6's 0.0368 fits below 0.95,
  // half of 0's on top does not.
  CountKnowledge known{.total = 10, .estimate = 3, .noise = {1e9, 0}, .mean = 3, .std_error = 1.45};
  known.has_prediction = true;
  known.rate = 3;
  const CountInterval interval = count_interval(known, 0.95, 1.959964);
  EXPECT_EQ(interval.lower, 1);
  EXPECT_EQ(interval.upper, 6);
}

TEST(CountInterval, WideOnesAreTheWholeNumbersOfTheNormalLaw) {
  CountKnowledge known{.total = 100000, .estimate = 5000, .noise = {1, 0}, .mean = 5000, .std_error = 316};
  const CountInterval interval = count_interval(known, 0.95, 1.959964);
  EXPECT_EQ(interval.lower, std::ceil(5000 - 1.959964 * 316));
  EXPECT_EQ(interval.upper, std::floor(5000 + 1.959964 * 316));
}

TEST(Minimum, FindsTheBottomOfACurvedValley) {
  const auto rosenbrock = [](std::span<const double> x) {
    return 100 * std::pow(x[1] - x[0] * x[0], 2) + std::pow(1 - x[0], 2);
  };
  const Minimum found =
      minimise(rosenbrock, Numbers{-1.2, 1}, {.step = 0.5, .tolerance = 1e-12, .size = 1e-6, .max_evaluations = 1000});
  EXPECT_NEAR(found.at[0], 1, 1e-5);
  EXPECT_NEAR(found.at[1], 1, 1e-5);
}

}  // namespace
}  // namespace sourdine
