#include <gtest/gtest.h>

#include <cmath>
#include <functional>

#include "sourdine/geo/place_estimates.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

constexpr std::int64_t side = 600;  // steps; 1/ε is 20 of them

// A number of 1/1,000,000, in [0, 1).
double uniform(SeededBits& random) { return static_cast<double>(random.below(1'000'000)) / 1e6; }

using Density = std::function<double(double x, double y)>;  // between 0 and 1; x and y are parts of the side

std::vector<GridPoint> town(SeededBits& random, const Density& density, std::size_t points) {
  std::vector<GridPoint> found;
  while (found.size() < points) {
    const double x = uniform(random), y = uniform(random);
    if (uniform(random) < density(x, y)) {
      found.push_back({static_cast<std::int64_t>(x * side), static_cast<std::int64_t>(y * side)});
    }
  }
  return found;
}

// One of so many strips from left to right; the town's points lie on whole steps.
Shapes upright_strip(std::size_t index, std::size_t count) {
  const double width = static_cast<double>(side) / static_cast<double>(count), top = static_cast<double>(side);
  const double left = static_cast<double>(index) * width - 0.5, right = left + width;
  return Shapes({{.name = "strip", .rings = {{{left, -1}, {right, -1}, {right, top}, {left, top}}}}});
}

// Every town is drawn anew and only one of its regions is asked for, so that trials are independent: intervals that
// hold the truth as often as they say fail this with a probability of one in a million at most.
void expect_coverage(const Density& density, std::size_t count, std::uint64_t seed) {
  constexpr std::uint64_t trials = 60;
  constexpr double confidence = 0.95;
  const StepEpsilon epsilon = StepEpsilon::not_above(1.0 / 20);
  const PlanarLaplace noise(epsilon);
  SeededBits random(seed);
  std::uint64_t held = 0;
  double squares = 0, naive_squares = 0;
  for (std::uint64_t trial = 0; trial < trials; ++trial) {
    std::vector<GridPoint> points = town(random, density, 6000);
    const std::size_t asked = trial % count;
    const Shapes regions = upright_strip(asked, count);
    double truth = 0;
    for (const GridPoint& point : points) {
      truth += static_cast<std::size_t>(point.x) * count / static_cast<std::size_t>(side) == asked ? 1 : 0;
    }
    noise.move(random, points);
    const PlaceEstimates estimates = estimate_places({.epsilon = epsilon,
                                                      .area = {.low = {0, 0}, .high = {side - 1, side - 1}},
                                                      .confidence = confidence,
                                                      .threads = 1},
                                                     points, &regions);
    const RegionEstimate& region = estimates.regions.front();
    held += region.count.lower <= truth && truth <= region.count.upper ? 1 : 0;
    squares += (region.count.value - truth) * (region.count.value - truth);
    naive_squares += (region.counted - truth) * (region.counted - truth);
  }
  EXPECT_GT(testing::binomial_lower_tail(held, trials, confidence), testing::false_alarm) << held << " of " << trials;
  EXPECT_LT(squares, naive_squares / 4) << "estimates are not twice as good as counting blurred points";
}

// Borders where the density jumps: the hardest case, since the smoothing of every piece of a border errs to one side.
TEST(PlaceEstimates, IntervalsHoldTheTruthWhereTheDensityJumpsAlongBorders) {
  expect_coverage([](double x, double) { return static_cast<int>(6 * x) % 2 == 0 ? 1 : 0.25; }, 6, 9401);
}

TEST(PlaceEstimates, IntervalsHoldTheTruthInASmoothTown) {
  const auto hill = [](double x, double y, double at_x, double at_y, double width) {
    return std::exp(-((x - at_x) * (x - at_x) + (y - at_y) * (y - at_y)) / (2 * width * width));
  };
  expect_coverage(
      [&](double x, double y) {
        return 0.05 + 0.5 * hill(x, y, 0.3, 0.6, 0.15) + 0.3 * hill(x, y, 0.7, 0.3, 0.1) +
               0.1 * hill(x, y, 0.9, 0.8, 0.2);
      },
      5, 9402);
}

}  // namespace
}  // namespace sourdine
