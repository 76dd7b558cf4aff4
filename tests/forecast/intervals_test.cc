#include "sourdine/forecast/intervals.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <thread>
#include <vector>

#include "forecast/simulated_days.h"
#include "sourdine/forecast/count_distribution.h"

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

// The definition, by summing: counts join in the order of their probability until the next one would lead further away
// from the confidence. Probabilities come from the ratio of neighbours, the first one from its logarithm.
CountInterval summed_interval(double mean, double overdispersion, double confidence) {
  const auto ratio = [&](double n) {  // Pr[n + 1] / Pr[n]
    return (1 + overdispersion * n) * mean / ((n + 1) * (1 + overdispersion * mean));
  };
  std::vector<double> probabilities = {
      std::exp(overdispersion == 0 ? -mean : -std::log1p(overdispersion * mean) / overdispersion)};
  while (probabilities.back() > 1e-18 || static_cast<double>(probabilities.size()) < mean) {
    probabilities.push_back(probabilities.back() * ratio(static_cast<double>(probabilities.size() - 1)));
  }
  const auto mode = std::max_element(probabilities.begin(), probabilities.end()) - probabilities.begin();
  auto lower = static_cast<std::size_t>(mode), upper = lower;
  for (double held = probabilities[lower]; held < confidence;) {
    const double below = lower == 0 ? 0 : probabilities[lower - 1], above = probabilities.at(upper + 1);
    const double next = std::max(below, above);
    if (held + next - confidence > confidence - held) break;
    held += next;
    if (below > above) {
      --lower;
    } else {
      ++upper;
    }
  }
  return {static_cast<double>(lower), static_cast<double>(upper)};
}

TEST(CountInterval, IsTheOneThatSummingFinds) {
  for (const double mean : {0.003, 0.21, 0.97, 1.63, 4.9, 17.3, 61.7, 233.1, 640.9}) {
    for (const double overdispersion : {0.0, 1e-6, 0.011, 0.073, 0.37, 0.93, 1.7, 4.1}) {
      for (const double confidence : {0.05, 0.31, 0.5, 0.8, 0.9, 0.95, 0.99, 0.9999}) {
        const CountInterval summed = summed_interval(mean, overdispersion, confidence);
        const CountInterval interval = count_interval(mean, overdispersion, confidence);
        ASSERT_EQ(interval.lower, summed.lower) << mean << ' ' << overdispersion << ' ' << confidence;
        ASSERT_EQ(interval.upper, summed.upper) << mean << ' ' << overdispersion << ' ' << confidence;
      }
    }
  }
}

// What the definition implies, where nobody can sum: no count outside is likelier than one inside, and neither one
// count more nor one less comes nearer to the confidence.
TEST(CountInterval, HoldsTheLikeliestOfMillionsAndBillions) {
  constexpr double slack = 1e-7;  // of a probability, by the contract of CountDistribution
  for (const double mean : {1e4, 1e6, 1e9}) {
    for (const double overdispersion : {0.0, 1e-9, 1e-4, 0.05, 0.7, 2.0}) {
      for (const double confidence : {0.5, 0.95, 0.999}) {
        const auto [lower, upper] = count_interval(mean, overdispersion, confidence);
        const CountDistribution law(mean, overdispersion);
        const double least_inside = std::min(law.probability(lower), law.probability(upper));
        const double greatest_outside = std::max(law.probability(lower - 1), law.probability(upper + 1));
        EXPECT_LE(greatest_outside, least_inside * (1 + 1e-7)) << mean << ' ' << overdispersion << ' ' << confidence;
        EXPECT_LE(std::fabs(law.between(lower, upper) - confidence), greatest_outside / 2 + least_inside / 2 + slack);
      }
    }
  }
}

TEST(CountDistribution, QuantilesLieWhereTheCumulativeProbabilityPassesTheirLevel) {
  for (const double mean : {3.0, 1e3, 1e6, 1e9}) {
    for (const double overdispersion : {0.0, 1e-6, 0.05, 1.5}) {
      const CountDistribution law(mean, overdispersion);
      for (const double level : {0.025, 0.5, 0.975}) {
        double low = -1, high = std::ceil(mean + 40 * law.standard_deviation());
        while (high - low > 1) {
          const double middle = std::floor((low + high) / 2);
          (law.cumulative(middle) < level ? low : high) = middle;
        }
        EXPECT_LT(law.cumulative(low), level);
        EXPECT_GE(law.cumulative(high), level);
        // Chebyshev: a quantile is at most √(1/level) standard deviations from the mean, on either side.
        const double reach = law.standard_deviation() / std::sqrt(std::min(level, 1 - level));
        EXPECT_NEAR(high, mean, reach + 1);
      }
    }
  }
}

TEST(CountDistribution, TheMedianIsTheFirstCountThatHalfOfTheLawReaches) {
  for (const double mean : {0.003, 0.5, 0.7, 1.0, 3.3, 41.7, 1e3, 1e6, 1e9}) {
    for (const double overdispersion : {0.0, 1e-6, 0.05, 0.9, 4.0}) {
      const CountDistribution law(mean, overdispersion);
      const double median = law.median();
      EXPECT_EQ(median, std::floor(median));
      EXPECT_GE(law.cumulative(median), 0.5) << mean << ' ' << overdispersion;
      EXPECT_LT(law.cumulative(median - 1), 0.5) << mean << ' ' << overdispersion;
    }
  }
}

TEST(CountDistribution, OfABillionEventsIsNormalInTheMiddleAndItsStepsAreItsProbabilities) {
  const CountDistribution law(1e9, 0);
  EXPECT_NEAR(law.cumulative(1e9 + 1.959963985 * std::sqrt(1e9)), 0.975, 1e-5);
  EXPECT_NEAR(law.cumulative(1e9 - 1.959963985 * std::sqrt(1e9)), 0.025, 1e-5);
  EXPECT_NEAR(law.probability(1e9) * std::sqrt(2 * std::acos(-1.0) * 1e9), 1, 1e-6);  // Stirling
  EXPECT_NEAR(law.between(1e9 - 50, 1e9 + 50) / (101 * law.probability(1e9)), 1, 1e-4);
}

TEST(ParallelIntervals, AreThoseOfOneThread) {
  const auto intervals = [] {
    std::vector<double> ends;
    for (double mean = 0.1; mean < 300; mean *= 1.3) {
      const auto [lower, upper] = count_interval(mean, 0.02, 0.95);
      ends.insert(ends.end(), {lower, upper});
    }
    return ends;
  };
  const std::vector<double> expected = intervals();
  std::vector<std::vector<double>> found(4);
  std::vector<std::thread> threads;
  for (auto& ends : found) threads.emplace_back([&] { ends = intervals(); });
  for (std::thread& thread : threads) thread.join();
  for (const auto& ends : found) EXPECT_EQ(ends, expected);
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
