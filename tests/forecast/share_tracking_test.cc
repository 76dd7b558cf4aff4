#include "sourdine/forecast/share_tracking.h"

#include <gtest/gtest.h>

#include <numeric>

#include "forecast/simulated_days.h"

namespace sourdine {
namespace {

using testing::sanitised;
using testing::simulated_days;

double mean_half_life(const ShareMemory& memory, std::size_t region, std::size_t k) {
  double log_mean = 0;
  for (std::size_t h = 0; h < memory.half_lives.size(); ++h) {
    log_mean += memory.weights[h * k + region] * std::log(memory.half_lives[h]);
  }
  return std::exp(log_mean);
}

TEST(ShareTracking, SharesArePositiveAndSumToOneWhateverTheNoise) {
  SeededBits random(2);
  const DailyCounts exact = simulated_days(400, {0.9, 0.08, 0.02}, 10, random);
  const DailyCounts noisy = sanitised(exact, "grr", 0.3, random);
  const TrackedShares tracked = track_shares(noisy, fit_share_memory(noisy, 300, 1));
  for (std::size_t t = 0; t < noisy.days(); ++t) {
    const auto row = tracked.shares.begin() + static_cast<std::ptrdiff_t>(3 * t);
    EXPECT_NEAR(std::accumulate(row, row + 3, 0.0), 1, 1e-12);
    EXPECT_GT(*std::min_element(row, row + 3), 0);
  }
}

TEST(ShareMemory, AJumpOfTheSharesShortensTheMemoryAndNoiseLengthensIt) {
  SeededBits random(3);
  DailyCounts moving = simulated_days(0, {0.5, 0.5}, 60, random);
  for (int part = 0; part < 12; ++part) {
    const double share = part % 2 == 0 ? 0.3 : 0.6;
    const DailyCounts piece = simulated_days(84, {share, 1 - share}, 60, random);
    moving.counts.insert(moving.counts.end(), piece.counts.begin(), piece.counts.end());
    moving.totals.insert(moving.totals.end(), piece.totals.begin(), piece.totals.end());
  }
  const DailyCounts steady = simulated_days(moving.days(), {0.45, 0.55}, 60, random);
  const auto mean_memory = [](const DailyCounts& data) {
    return mean_half_life(fit_share_memory(data, data.days(), 1), 0, 2);
  };
  EXPECT_LT(mean_memory(moving), 30);
  EXPECT_GT(mean_memory(steady), 200);
  EXPECT_GT(mean_memory(sanitised(moving, "grr", 0.2, random)), mean_memory(moving));
}

TEST(ShareTracking, TheStandardErrorOfASteadyShareIsItsSpread) {
  // The share of one day, over many draws: its standard deviation is what is said of one.
  constexpr int runs = 200;
  double sum = 0, squares = 0, said = 0;
  for (int run = 0; run < runs; ++run) {
    SeededBits random(static_cast<std::uint64_t>(100 + run));
    const DailyCounts data = sanitised(simulated_days(150, {0.3, 0.7}, 20, random), "grr", 1, random);
    const ShareMemory memory{{28}, {1, 1}};
    const TrackedShares tracked = track_shares(data, memory);
    const double share = tracked.shares[2 * 149];
    sum += share;
    squares += share * share;
    said += tracked.relative_errors[2 * 149] * share;
  }
  const double spread = std::sqrt(squares / runs - sum / runs * (sum / runs));
  EXPECT_NEAR(sum / runs, 0.3, 5 * spread / std::sqrt(runs));
  // The variance of a standard deviation from n normal values is about 1/2n of its square; the prior's mean adds a
  // little.
  EXPECT_NEAR(said / runs / spread, 1, 5 / std::sqrt(2.0 * runs));
}

TEST(WeekdayFactors, FindARegionsWeekdayInExactCountsAndStayNearOneInNoise) {
  SeededBits random(5);
  DailyCounts exact = simulated_days(1400, {0.5, 0.5}, 60, random);
  for (std::size_t t = 0; t < exact.days(); t += 7) {  // on one weekday half of region 1's events are in region 0
    const double moved = std::floor(exact.counts[2 * t + 1] / 5);
    exact.counts[2 * t] += moved;
    exact.counts[2 * t + 1] -= moved;
  }
  const std::size_t eve = 1399 - 1399 % 7 - 1;  // the day after it is that weekday
  const auto factor = [&](const DailyCounts& data) {
    const std::vector<double> shares = track_shares(data, fit_share_memory(data, data.days(), 1)).shares;
    return weekday_factors(data, shares, 1)[2 * eve];
  };
  EXPECT_GT(factor(exact), 1.12);
  EXPECT_NEAR(factor(sanitised(exact, "grr", 0.1, random)), 1, 0.05);
}

}  // namespace
}  // namespace sourdine
