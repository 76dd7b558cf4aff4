#include "sourdine/geo/count_error.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>

#include "sourdine/geo/clumps.h"
#include "sourdine/geo/deconvolve.h"

namespace sourdine {
namespace {

double product(const PlaneField& a, const PlaneField& b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

PlaneField passed(PlaneTransform& transform, const PlaneSpectrum& kernel, const PlaneField& field,
                  const SummedSteps& sum) {
  PlaneSpectrum spectrum = transform.forward(field);
  for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] *= sum.passed(kernel[i].real());
  return transform.inverse(std::move(spectrum));
}

PlaneField rectangle(std::size_t width, std::size_t height, std::size_t x0, std::size_t x1, std::size_t y0,
                     std::size_t y1) {
  PlaneField field(width * height, 0);
  for (std::size_t y = y0; y < y1; ++y) {
    for (std::size_t x = x0; x < x1; ++x) field[y * width + x] = 1;
  }
  return field;
}

// What errors take for the steps is what the steps do: to a small bump on an even density, from what it leads to.
TEST(CountError, StepsPassWhatIsSaid) {
  const StepEpsilon epsilon = StepEpsilon::not_above(0.1);
  const CellGrid grid = cells_around({0, 0}, {629, 629}, 10, 0);
  Deconvolution deconvolution(grid, epsilon);
  const PlaneField bump = rectangle(63, 63, 30, 34, 29, 31);
  constexpr double even = 100, height = 0.01;
  PlaneField truth(grid.size(), even);
  for (std::size_t i = 0; i < truth.size(); ++i) truth[i] += height * bump[i];
  const Deconvolution::Expected expected = deconvolution.expect(truth);
  const CellCounts counts{.grid = grid,
                          .points = expected.found,
                          .elsewhere = expected.elsewhere,
                          .total = std::accumulate(truth.begin(), truth.end(), 0.0)};

  const CellDisplacement moved(epsilon, 10);
  PlaneTransform transform(63, 63);
  const PlaneSpectrum kernel = transform.forward(moved.wrapped(63, 63));
  PlaneField density(grid.size(), even), early;
  for (std::size_t steps = 1; steps <= 12; ++steps) {
    deconvolution.step(density, deconvolution.expect(density), counts);
    if (steps == 3) early = density;
    const PlaneField linear = passed(transform, kernel, bump, {.steps = steps});
    for (std::size_t i = 0; i < density.size(); ++i) EXPECT_NEAR((density[i] - even) / height, linear[i], 2e-3);
  }
  const PlaneField linear = passed(transform, kernel, bump, {.steps = 12, .early = 3, .beyond = 2});
  for (std::size_t i = 0; i < density.size(); ++i) {
    EXPECT_NEAR((3 * density[i] - 2 * early[i] - even) / height, linear[i], 6e-3);
  }
}

// A point at x is found at z with Pr[z | x] and adds w(z): what draws add to the noise is its variance on average.
TEST(CountError, NoiseIsTheVarianceOfTheSum) {
  constexpr std::size_t side = 60;
  const CellDisplacement moved(StepEpsilon::not_above(0.4), 2);
  PlaneTransform transform(side, side);
  const PlaneField law = moved.wrapped(side, side);
  const PlaneSpectrum kernel = transform.forward(law);
  const PlaneField set = rectangle(side, side, 20, 33, 25, 30);
  CountError error(side, side, moved);
  for (const SummedSteps& sum :
       {SummedSteps{.steps = 1}, SummedSteps{.steps = 40}, SummedSteps{.steps = 40, .early = 10, .beyond = 2.3}}) {
    const ErrorParts parts = error.parts(set, sum);
    const PlaneField expected = passed(transform, kernel, set, sum), weights = transform.undo(expected, kernel);
    for (const std::size_t at : {27 * side + 25, 27 * side + 20, 24 * side + 40, std::size_t{0}}) {
      double mean = 0, square = 0, noise = 0;
      for (std::size_t z = 0; z < set.size(); ++z) {
        const std::size_t x = (z % side + side - at % side) % side, y = (z / side + side - at / side) % side;
        const double probability = law[y * side + x];
        mean += probability * weights[z];
        square += probability * weights[z] * weights[z];
        noise += probability * parts.noise[z];
      }
      EXPECT_NEAR(mean, expected[at], 1e-9);
      EXPECT_NEAR(noise, square - mean * mean, 1e-9 * (1 + square));
      EXPECT_NEAR(parts.unseen[at], (mean - set[at]) * (mean - set[at]), 1e-9);
    }
  }
}

// Where the density jumps along the border of the set, going on as told leads to the truth.
TEST(CountError, AJumpAlongTheBorderIsFoundByGoingOn) {
  constexpr std::size_t width = 600, height = 8;  // cells of 1/(10 ε): everything is even from top to bottom
  const CellDisplacement moved(StepEpsilon::not_above(0.1), 1);
  PlaneTransform transform(width, height);
  const PlaneSpectrum kernel = transform.forward(moved.wrapped(width, height));
  const PlaneField set = rectangle(width, height, 150, 450, 0, height);
  const double truth = product(set, set);
  for (const auto& [early, steps] : {std::pair<std::size_t, std::size_t>{1, 4}, {1, 16}, {5, 20}, {30, 120}}) {
    const double found = product(set, passed(transform, kernel, set, {.steps = steps}));
    const double factor = jump_factor(early, steps);
    const double further =
        product(set, passed(transform, kernel, set, {.steps = steps, .early = early, .beyond = factor}));
    EXPECT_LT(found, truth - 10) << steps;
    EXPECT_NEAR(further, truth, 0.02 * (truth - found)) << early << " to " << steps;
  }
}

// One clump: where noise is expected to put its points, and what single points add taken away.
TEST(Clumps, AClumpHasItsSize) {
  const StepEpsilon epsilon = StepEpsilon::not_above(0.05);
  const CellDisplacement moved(epsilon, 10);
  const CellGrid grid = cells_around({0, 0}, {609, 609}, 10, 0);
  CellCounts counts{.grid = grid, .points = PlaneField(grid.size(), 0), .squares = PlaneField(grid.size(), 0)};
  constexpr double size = 70;
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const auto x = static_cast<std::int64_t>(i % 61), y = static_cast<std::int64_t>(i / 61);
    counts.points[i] = size * moved.at(x - 30, y - 30);
  }
  // Both its pairs and its points were found around it, not quite alike, within the 6/ε that sizes are averaged over.
  EXPECT_NEAR(clump_sizes(counts, 2, moved)[30 * 61 + 30], size, 0.1 * size);
}

// A draw of several points is a clump of that size already.
TEST(Clumps, AreAtLeastWhatWasMovedTogether) {
  const CellGrid grid = cells_around({0, 0}, {199, 199}, 10, 0);
  std::vector<BlurredDraw> draws;
  for (std::int64_t i = 0; i < 20; ++i) draws.push_back({.point = {10 * i, 10 * ((7 * i) % 20)}, .weight = 10});
  const CellDisplacement moved(StepEpsilon::not_above(0.05), 10);
  for (const double size : clump_sizes(count_draws(grid, draws), 2, moved)) EXPECT_GE(size, 10 - 1e-6);
}

}  // namespace
}  // namespace sourdine
