#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/central/interval.h"
#include "sourdine/mechanism/count_noise.h"

namespace sourdine {
namespace {

CountNoiseLaw laplace(std::uint64_t t, std::uint64_t s) {
  return {.kind = CentralNoise::laplace,
          .rate = static_cast<double>(s) / static_cast<double>(t),
          .variance = DiscreteLaplace({t, s}).variance()};
}

CountNoiseLaw gaussian(std::uint64_t numerator, std::uint64_t denominator) {
  return {.kind = CentralNoise::gaussian,
          .rate = static_cast<double>(denominator) / static_cast<double>(numerator),
          .variance = DiscreteGaussian({numerator, denominator}).variance()};
}

std::vector<std::pair<CountNoiseLaw, std::unique_ptr<CountNoise>>> laws() {
  std::vector<std::pair<CountNoiseLaw, std::unique_ptr<CountNoise>>> all;
  for (std::uint64_t t = 2; t < 60; ++t) {
    all.emplace_back(laplace(t, 4), std::make_unique<DiscreteLaplace>(LaplaceScale{t, 4}));
    all.emplace_back(gaussian(t * t, 16), std::make_unique<DiscreteGaussian>(SigmaSquared{t * t, 16}));
  }
  return all;
}

// The error is the noise itself: whole, so the confidence can only be neared. By exact sums of the law.
TEST(CentralIntervals, WholeErrorsAreCoveredNearlyAsOftenAsIsSaid) {
  for (const auto& [law, noise] : laws()) {
    CentralIntervals intervals(law, 0.95);
    const double width = intervals.half_width(law.variance);
    const auto down = static_cast<std::int64_t>(std::floor(width)), up = static_cast<std::int64_t>(std::ceil(width));
    const double covered = 1 - (noise->tail(down + 1) + noise->tail(up + 1)) / 2;
    EXPECT_GE(covered, 0.93) << noise->name() << " " << law.variance;
    EXPECT_LE(covered, law.variance >= 4 ? 0.97 : 1) << noise->name() << " " << law.variance;
    EXPECT_NEAR(covered, intervals.coverage(width, law.variance), 1e-6);
  }
}

// All counts, all errors, with their exact probabilities: small counts and 0 are covered as often as large ones.
TEST(CentralIntervals, EveryCountIsCoveredAsOftenAsIsSaid) {
  for (const auto& [law, noise] : laws()) {
    if (law.variance > 60) continue;
    CentralIntervals intervals(law, 0.95);
    const double width = intervals.half_width(law.variance);
    const auto most = static_cast<std::int64_t>(15 * std::sqrt(law.variance)) + 15;
    std::vector<double> tails;  // exact sums take their time
    for (std::int64_t error = 0; error <= most + 1; ++error) tails.push_back(noise->tail(error));
    for (std::int64_t count = 0; count < most; ++count) {
      double covered = 0;
      for (std::int64_t error = -most; error <= most; ++error) {
        const Estimate estimate = intervals(static_cast<double>(count + error), law.variance);
        ASSERT_LE(estimate.lower, estimate.upper);
        const auto truth = static_cast<double>(count);
        if (truth < estimate.lower || truth > estimate.upper) continue;
        const auto distance = static_cast<std::size_t>(std::abs(error));
        covered += (tails[distance] - tails[distance + 1]) / (error == 0 ? 1 : 2);
      }
      ASSERT_GE(covered, 0.93) << noise->name() << " " << law.variance << " " << count;
      const auto known = static_cast<double>(count);
      const bool is_between = known <= width + 1 && known > 1;
      const double largest = law.variance < 4 ? 1 : is_between ? 0.985 : 0.97;
      ASSERT_LE(covered, largest + 1e-9) << noise->name() << " " << law.variance << " " << count;
    }
  }
}

// Half its own noise, half the rest: the width meets the confidence, and without an own noise it is the normal one.
TEST(CentralIntervals, MixedErrorsMeetTheConfidence) {
  for (const CountNoiseLaw& law : {laplace(5, 1), gaussian(30, 1), laplace(400, 1)}) {
    CentralIntervals intervals(law, 0.95);
    for (const double weight : {0.2, 0.5, 0.9}) {
      const double variance = weight * law.variance;
      EXPECT_NEAR(intervals.coverage(intervals.half_width(variance), variance), 0.95, 1e-6);
    }
  }
  CentralIntervals normal(std::nullopt, 0.95);
  EXPECT_NEAR(normal.half_width(100), 19.59964, 1e-4);
}

TEST(CentralIntervals, CountsAreNotNegative) {
  CentralIntervals intervals(laplace(3, 1), 0.95);
  const Estimate far = intervals(-50, laplace(3, 1).variance);
  EXPECT_EQ(far.lower, 0);
  EXPECT_EQ(far.upper, std::ceil(intervals.half_width(laplace(3, 1).variance)));  // as for an estimate of 0
  EXPECT_EQ(far.value, -50);
}

}  // namespace
}  // namespace sourdine
