#include "sourdine/geo/deconvolve.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <utility>

#include "sourdine/geo/cell_displacement.h"
#include "sourdine/privacy/distribution/fourier.h"

namespace sourdine {
namespace {

// Long enough that nothing reaches around the grid into it again.
PlaneTransform padded_transform(const CellGrid& grid, std::size_t reach) {
  return {cyclic_length(grid.width + reach), cyclic_length(grid.height + reach)};
}

constexpr std::size_t steps_per_chosen = 4;

// Every cell is expected to hold more than rounding: far cells would else be found impossible.
constexpr double least_expected = 1e-12;

// All cells alike, but for the margin: a step leaves 0 where 0 is.
PlaneField even_density(const CellGrid& grid, std::size_t margin, double total) {
  PlaneField density(grid.size(), 0);
  const std::size_t width = grid.width - 2 * margin, height = grid.height - 2 * margin;
  const double each = total / (static_cast<double>(width) * static_cast<double>(height));
  for (std::size_t y = margin; y < margin + height; ++y) {
    std::fill_n(density.begin() + static_cast<std::ptrdiff_t>(y * grid.width + margin), width, each);
  }
  return density;
}

}  // namespace

Deconvolution::Deconvolution(const CellGrid& grid, StepEpsilon epsilon) : grid_(grid), transform_(1, 1) {
  const CellDisplacement displacement(epsilon, static_cast<std::uint64_t>(grid.cell));
  transform_ = padded_transform(grid, displacement.reach());
  kernel_ = transform_.forward(displacement.wrapped(transform_.width(), transform_.height()));
  leaving_ = convolve(PlaneField(grid.size(), 1));
  for (double& probability : leaving_) probability = std::max(0.0, 1 - probability);
}

PlaneField Deconvolution::convolve(const PlaneField& field) {
  PlaneField padded(transform_.width() * transform_.height(), 0);
  for (std::size_t y = 0; y < grid_.height; ++y) {
    std::copy_n(field.data() + y * grid_.width, grid_.width, padded.data() + y * transform_.width());
  }
  padded = transform_.convolve(padded, kernel_);
  PlaneField result(grid_.size());
  for (std::size_t y = 0; y < grid_.height; ++y) {
    std::copy_n(padded.data() + y * transform_.width(), grid_.width, result.data() + y * grid_.width);
  }
  return result;
}

Deconvolution::Expected Deconvolution::expect(const PlaneField& density) {
  Expected expected{.found = convolve(density)};
  for (double& number : expected.found) number = std::max(number, least_expected);
  expected.elsewhere =
      std::max(least_expected, std::inner_product(density.begin(), density.end(), leaving_.begin(), 0.0));
  return expected;
}

void Deconvolution::step(PlaneField& density, Expected expected, const CellCounts& counts) {
  for (std::size_t z = 0; z < density.size(); ++z) expected.found[z] = counts.points[z] / expected.found[z];
  const PlaneField back = convolve(expected.found);  // the kernel is symmetric
  const double elsewhere = counts.elsewhere / expected.elsewhere;
  for (std::size_t x = 0; x < density.size(); ++x) {
    density[x] *= std::max(0.0, back[x]) + leaving_[x] * elsewhere;
  }
}

double Deconvolution::log_likelihood(const Expected& expected, const CellCounts& counts) {
  double sum = counts.elsewhere > 0 ? counts.elsewhere * std::log(expected.elsewhere) : 0;
  for (std::size_t z = 0; z < expected.found.size(); ++z) {
    if (counts.points[z] > 0) sum += counts.points[z] * std::log(expected.found[z]);
  }
  return sum;
}

DensityFit deconvolve(const CellGrid& grid, std::size_t margin, StepEpsilon epsilon, std::span<const BlurredDraw> draws,
                      const StopToken& stop) {
  const CellCounts all = count_draws(grid, draws);
  if (!(all.total > 0)) return {.density = PlaneField(grid.size(), 0)};
  Deconvolution deconvolution(grid, epsilon);

  std::vector<BlurredDraw> halves[2];
  for (std::size_t i = 0; i < draws.size(); ++i) halves[i % 2].push_back(draws[i]);
  const CellCounts seen = count_draws(grid, halves[0]), held_out = count_draws(grid, halves[1]);
  std::size_t best_steps = 0;
  double best = -std::numeric_limits<double>::infinity();
  PlaneField density = even_density(grid, margin, seen.total);
  for (std::size_t steps = 0; steps <= most_chosen_steps; ++steps) {
    stop.check();
    Deconvolution::Expected expected = deconvolution.expect(density);
    const double likelihood = Deconvolution::log_likelihood(expected, held_out);
    if (likelihood > best) {
      best = likelihood;
      best_steps = steps;
    } else if (steps > best_steps + best_steps / 4 + 5) {
      break;  // it rises to one maximum and falls: this is behind it
    }
    deconvolution.step(density, std::move(expected), seen);
  }

  const std::size_t chosen = std::max<std::size_t>(1, best_steps);
  DensityFit fit{.density = even_density(grid, margin, all.total), .steps = steps_per_chosen * chosen};
  for (std::size_t i = 0;; ++i) {
    stop.check();
    if (i > 0 && (i == chosen || i == chosen / steps_per_chosen)) {
      fit.early.push_back({.steps = i, .density = fit.density});
    }
    Deconvolution::Expected expected = deconvolution.expect(fit.density);
    fit.log_likelihood.push_back(Deconvolution::log_likelihood(expected, all));
    if (i == fit.steps) return fit;
    deconvolution.step(fit.density, std::move(expected), all);
  }
}

}  // namespace sourdine
