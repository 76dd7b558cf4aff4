#include "sourdine/release/central_interval.h"

#include <gtest/gtest.h>

#include <cmath>

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

// The true count is within: for every whole error, the interval around what was measured.
TEST(CentralIntervals, HoldTheTrueCountExactlyWhenTheErrorIsWithinTheWidth) {
  const CountNoiseLaw law = laplace(3, 1);
  CentralIntervals intervals(law, 0.95);
  const double width = intervals.half_width(law.variance);
  for (double error = -20; error <= 20; ++error) {
    const Estimate estimate = intervals(7 + error, law.variance);
    const bool is_within = -std::ceil(width) <= error && error <= std::floor(width);
    EXPECT_EQ(estimate.lower <= 7 && 7 <= estimate.upper, is_within) << error;
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
  EXPECT_EQ(far.upper, 0);
  EXPECT_EQ(far.value, -50);
}

}  // namespace
}  // namespace sourdine
