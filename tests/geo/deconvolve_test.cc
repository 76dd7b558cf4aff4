#include "sourdine/geo/deconvolve.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sourdine/geo/cell_displacement.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

double sum_of(const PlaneField& field) { return std::accumulate(field.begin(), field.end(), 0.0); }

// One step by its definition, cell by cell, elsewhere included.
PlaneField plain_step(const PlaneField& density, const CellCounts& counts, const CellDisplacement& moved) {
  const CellGrid& grid = counts.grid;
  const auto probability = [&](std::size_t z, std::size_t x) {
    const auto difference = [](std::size_t a, std::size_t b) {
      return static_cast<std::int64_t>(a) - static_cast<std::int64_t>(b);
    };
    return moved.at(difference(z % grid.width, x % grid.width), difference(z / grid.width, x / grid.width));
  };
  std::vector<double> leaving(grid.size(), 1), found(grid.size(), 0);
  double elsewhere = 0;
  for (std::size_t x = 0; x < grid.size(); ++x) {
    for (std::size_t z = 0; z < grid.size(); ++z) {
      leaving[x] -= probability(z, x);
      found[z] += probability(z, x) * density[x];
    }
    elsewhere += leaving[x] * density[x];
  }
  PlaneField next(grid.size(), 0);
  for (std::size_t x = 0; x < grid.size(); ++x) {
    double factor = leaving[x] * counts.elsewhere / elsewhere;
    for (std::size_t z = 0; z < grid.size(); ++z) factor += probability(z, x) * counts.points[z] / found[z];
    next[x] = density[x] * factor;
  }
  return next;
}

std::vector<BlurredDraw> random_draws(SeededBits& random, const CellGrid& grid, StepEpsilon epsilon, std::size_t n) {
  std::vector<GridPoint> points;
  const auto side = static_cast<std::uint64_t>(grid.cell) * grid.width;
  for (std::size_t i = 0; i < n; ++i) {
    const auto along = static_cast<std::int64_t>(random.below(side));
    points.push_back({grid.low.x + along, grid.low.y + along / 3});
  }
  PlanarLaplace(epsilon).move(random, points);
  return as_draws(points, false);
}

TEST(Deconvolution, AStepIsItsDefinition) {
  SeededBits random(8101);
  const StepEpsilon epsilon = StepEpsilon::not_above(0.2);
  const CellGrid grid = cells_around({-10, 4}, {17, 31}, 4, 1);
  const CellCounts counts = count_draws(grid, random_draws(random, grid, epsilon, 500));
  ASSERT_GT(counts.elsewhere, 0);
  const CellDisplacement moved(epsilon, 4);
  Deconvolution deconvolution(grid, epsilon);
  PlaneField density(grid.size(), counts.total / static_cast<double>(grid.size()));
  PlaneField plain = density;
  for (int i = 0; i < 5; ++i) {
    plain = plain_step(plain, counts, moved);
    deconvolution.step(density, deconvolution.expect(density), counts);
    for (std::size_t x = 0; x < grid.size(); ++x) EXPECT_NEAR(density[x], plain[x], 1e-6);
  }
}

// Expectation maximisation: whatever the points, no step makes them less likely, and none is lost or made.
TEST(Deconvolution, LikelihoodNeverFallsAndPointsStayAsMany) {
  SeededBits random(8102);
  for (const double asked : {0.05, 0.3, 1.0}) {
    const StepEpsilon epsilon = StepEpsilon::not_above(asked);
    const CellGrid grid = cells_around({0, 0}, {59, 59}, 3, 4);
    const CellCounts counts = count_draws(grid, random_draws(random, grid, epsilon, 300));
    Deconvolution deconvolution(grid, epsilon);
    PlaneField density(grid.size(), counts.total / static_cast<double>(grid.size()));
    double last = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < 200; ++i) {
      Deconvolution::Expected expected = deconvolution.expect(density);
      const double likelihood = Deconvolution::log_likelihood(expected, counts);
      EXPECT_GE(likelihood, last - 1e-9 * std::abs(last)) << "step " << i << ", epsilon " << asked;
      last = likelihood;
      deconvolution.step(density, std::move(expected), counts);
      EXPECT_NEAR(sum_of(density), counts.total, 1e-6 * counts.total);
      for (const double points : density) EXPECT_GE(points, 0);
    }
  }
}

// Where noise is nearly nothing, the density is what was found.
TEST(Deconvolution, WithoutNoiseItIsACount) {
  const StepEpsilon epsilon = StepEpsilon::not_above(3.9);
  const CellGrid grid = cells_around({0, 0}, {9, 9}, 1, 0);
  std::vector<BlurredDraw> draws(60, {.point = {3, 4}});
  draws.resize(100, {.point = {8, 1}});
  const DensityFit fit = deconvolve(grid, 0, epsilon, draws);
  EXPECT_NEAR(fit.density[4 * 10 + 3], 60, 1);
  EXPECT_NEAR(fit.density[1 * 10 + 8], 40, 1);
}

TEST(Deconvolution, NoPointIsWhereNoneCouldBe) {
  SeededBits random(8103);
  const StepEpsilon epsilon = StepEpsilon::not_above(0.1);
  const CellGrid grid = cells_around({0, 0}, {99, 99}, 5, 6);
  const DensityFit fit = deconvolve(grid, 6, epsilon, random_draws(random, grid, epsilon, 200));
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const std::size_t x = i % grid.width, y = i / grid.width;
    const bool is_margin = x < 6 || y < 6 || x + 6 >= grid.width || y + 6 >= grid.height;
    EXPECT_TRUE(!is_margin || fit.density[i] == 0);
  }
  EXPECT_NEAR(sum_of(fit.density), 200, 0.001);
  ASSERT_EQ(fit.log_likelihood.size(), fit.steps + 1);
  ASSERT_FALSE(fit.early.empty());
  EXPECT_EQ(fit.steps, 4 * fit.early.back().steps);
  for (const EarlyDensity& early : fit.early) EXPECT_NEAR(sum_of(early.density), 200, 0.001);
  EXPECT_TRUE(std::is_sorted(fit.log_likelihood.begin(), fit.log_likelihood.end()));
}

TEST(Deconvolution, NoPointsHaveNoDensity) {
  const CellGrid grid = cells_around({0, 0}, {9, 9}, 2, 0);
  EXPECT_EQ(sum_of(deconvolve(grid, 0, StepEpsilon::not_above(0.5), {}).density), 0);
}

}  // namespace
}  // namespace sourdine
