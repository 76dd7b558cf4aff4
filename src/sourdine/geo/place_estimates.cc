#include "sourdine/geo/place_estimates.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/geo/clumps.h"
#include "sourdine/geo/count_error.h"
#include "sourdine/geo/deconvolve.h"
#include "sourdine/geo/shape_cells.h"
#include "sourdine/privacy/distribution/fourier.h"

namespace sourdine {
namespace {

constexpr double most_default_cells = 40'000;
constexpr double density_margin = 8;  // of 1/ε: what noise carries further is found elsewhere
constexpr double error_margin = 12;   // of 1/ε: how far weights reach
constexpr double most_fine_cells = 4e6;

std::size_t cells_across(double lengths, const PlaceQuestion& question, std::int64_t cell) {
  return static_cast<std::size_t>(std::ceil(lengths / (question.epsilon.value() * static_cast<double>(cell))));
}

std::int64_t nearest_step(double metres, double step) {
  return static_cast<std::int64_t>(std::floor(metres / step + 0.5));
}

CellGrid cells_of_box(const PlaneBox& box, double step, std::int64_t cell, std::size_t margin) {
  if (box.is_empty()) fail_input("there is no area to estimate in");
  const auto on_grid = [&](PlanePoint point) {
    return GridPoint{nearest_step(point.x, step), nearest_step(point.y, step)};
  };
  return cells_around(on_grid(box.low), on_grid(box.high), cell, margin);
}

// Into how many parts a cell is divided each way, for clumps to be seen: half of 1/ε, or a little more.
std::int64_t parts_of_cell(const PlaceQuestion& question, std::int64_t cell) {
  const double area = question.area.width() * question.area.height() / (question.step * question.step);
  const double finest = std::max(1 / (2 * question.epsilon.value()), std::sqrt(area / most_fine_cells));
  std::int64_t parts = 1;
  while (parts < cell && (cell % parts != 0 || static_cast<double>(cell) > 1.2 * finest * static_cast<double>(parts))) {
    ++parts;
  }
  return parts;
}

PlaneBox common_part(const PlaneBox& a, const PlaneBox& b) {
  const PlaneBox box = {.low = {std::max(a.low.x, b.low.x), std::max(a.low.y, b.low.y)},
                        .high = {std::min(a.high.x, b.high.x), std::min(a.high.y, b.high.y)}};
  return box.low.y > box.high.y ? PlaneBox{} : box;
}

double inner_product(const PlaneField& a, const PlaneField& b) {
  double sum = 0;
  for (std::size_t i = 0; i < a.size(); ++i) sum += a[i] * b[i];
  return sum;
}

// What values and errors of all sets are made from, by cells with their margin.
struct Ground {
  CellGrid grid;
  CellDisplacement displacement;
  DensityFit fit;
  PlaneField squares;  // of draws found
  PlaneField clumps;   // Σ (points of a clump)²
  double total, quantile;
};

PlaneField estimated_clumps(const PlaceQuestion& question, const CellGrid& grid, std::span<const BlurredDraw> draws,
                            const PlaneField& density) {
  const auto parts = static_cast<std::size_t>(parts_of_cell(question, grid.cell));
  const std::int64_t side = grid.cell / static_cast<std::int64_t>(parts);
  const CellGrid fine = {.low = grid.low, .cell = side, .width = grid.width * parts, .height = grid.height * parts};
  const CellDisplacement displacement(question.epsilon, static_cast<std::uint64_t>(side));
  const PlaneField sizes =
      clump_sizes(count_draws(fine, draws), 1 / (question.epsilon.value() * static_cast<double>(side)), displacement);
  PlaneField clumps(grid.size(), 0);
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    clumps[i / fine.width / parts * grid.width + i % fine.width / parts] += sizes[i];
  }
  for (std::size_t i = 0; i < clumps.size(); ++i) clumps[i] *= density[i] / static_cast<double>(parts * parts);
  return clumps;
}

// Lower and upper end, and the error of the farther one. One more point of which nothing is known keeps a set without
// points from being known exactly.
Estimate with_ends(double value, double lower, double upper, const Ground& ground) {
  return {.value = value,
          .std_error = std::max(value - lower, upper - value) / ground.quantile,
          .lower = std::clamp(lower, 0.0, ground.total),
          .upper = std::clamp(upper, 0.0, ground.total)};
}

double half_width(double squared_error, const Ground& ground) {
  return ground.quantile * std::sqrt(std::max(0.0, squared_error) + 1);
}

void estimate_region(RegionEstimate& region, const Ground& ground, const PlaceQuestion& question, const Shapes& shapes,
                     std::size_t shape) {
  const PlaneBox box = common_part(shapes.box(shape), question.area);
  if (box.is_empty()) {
    region.count = with_ends(0, 0, half_width(0, ground), ground);
    return;
  }
  CellGrid part =
      cells_of_box(box, question.step, ground.grid.cell, cells_across(error_margin, question, ground.grid.cell));
  part.width = cyclic_length(part.width);
  part.height = cyclic_length(part.height);
  const PlaneField shares = shares_of_shape(part, question.step, shapes, shape);
  const double value = inner_product(shares, window(ground.grid, ground.fit.density, part));
  const PlaneField squares = window(ground.grid, ground.squares, part);

  CountError error(part.width, part.height, ground.displacement);
  const ErrorParts seen = error.parts(shares, {.steps = ground.fit.steps});
  const double half = half_width(
      inner_product(squares, seen.noise) + inner_product(window(ground.grid, ground.clumps, part), seen.unseen),
      ground);
  double lower = value - half, upper = value + half;
  for (const auto& [steps, density] : ground.fit.early) {
    const double factor = jump_factor(steps, ground.fit.steps);
    const double further = factor * (value - inner_product(shares, window(ground.grid, density, part)));
    const ErrorParts jumps = error.parts(shares, {.steps = ground.fit.steps, .early = steps, .beyond = factor});
    const double half_further = half_width(inner_product(squares, jumps.noise), ground);
    if (further < 0) {
      lower = std::min(lower, value + further - half_further);
    } else {
      upper = std::max(upper, value + further + half_further);
    }
  }
  region.count = with_ends(value, lower, upper, ground);
}

// Of all cells at once: the parts of one cell, moved to each.
PlaneField cell_errors(const Ground& ground) {
  const CellGrid& grid = ground.grid;
  const std::size_t margin = ground.displacement.reach();
  CellGrid wide = grid;
  wide.width = cyclic_length(grid.width + margin);
  wide.height = cyclic_length(grid.height + margin);
  CountError error(wide.width, wide.height, ground.displacement);
  PlaneTransform& transform = error.transform();
  PlaneField one(wide.size(), 0);
  one[0] = 1;
  const ErrorParts parts = error.parts(one, {.steps = ground.fit.steps});
  const auto moved_to_each = [&](const PlaneField& numbers, const PlaneField& part) {
    PlaneSpectrum spectrum = transform.forward(part);
    const PlaneSpectrum other = transform.forward(window(grid, numbers, wide));
    for (std::size_t i = 0; i < spectrum.size(); ++i) spectrum[i] = other[i] * std::conj(spectrum[i]);
    return window(wide, transform.inverse(std::move(spectrum)), grid);
  };
  PlaneField errors = moved_to_each(ground.squares, parts.noise);
  const PlaneField unseen = moved_to_each(ground.clumps, parts.unseen);
  for (std::size_t i = 0; i < errors.size(); ++i) errors[i] = std::max(0.0, errors[i]) + std::max(0.0, unseen[i]);
  return errors;
}

}  // namespace

std::int64_t default_cell(const PlaceQuestion& question) {
  const double quarter = 1 / (2 * question.epsilon.value());
  const double fewest = std::sqrt(question.area.width() * question.area.height() / most_default_cells) / question.step;
  std::int64_t chosen = 1;
  for (std::int64_t power = 1; power < 1'000'000'000; power *= 10) {
    for (const std::int64_t digit : {1, 2, 5}) {
      const auto width = static_cast<double>(digit * power);
      if (width > quarter && static_cast<double>(chosen) >= fewest) return chosen;
      chosen = digit * power;
    }
  }
  return chosen;
}

PlaceEstimates estimate_places(const PlaceQuestion& question, std::span<const GridPoint> found, const Shapes* regions,
                               const StopToken& stop) {
  if (!(question.confidence > 0 && question.confidence < 1)) fail_input("the confidence must lie between 0 and 1");
  const double quantile = normal_upper_quantile((1 - question.confidence) / 2);
  const std::int64_t cell = question.cell > 0 ? question.cell : default_cell(question);
  const std::size_t margin = cells_across(density_margin, question, cell);
  const CellGrid grid = cells_of_box(question.area, question.step, cell, 0);
  const CellGrid wide = cells_of_box(question.area, question.step, cell, margin);
  const std::vector<BlurredDraw> draws = as_draws(found, question.has_memo);
  DensityFit fit = deconvolve(wide, margin, question.epsilon, draws, stop);
  PlaneField clumps =
      estimated_clumps(question, wide, draws, fit.early.empty() ? fit.density : fit.early.back().density);
  const Ground ground = {.grid = wide,
                         .displacement = CellDisplacement(question.epsilon, static_cast<std::uint64_t>(cell)),
                         .fit = std::move(fit),
                         .squares = count_draws(wide, draws).squares,
                         .clumps = std::move(clumps),
                         .total = static_cast<double>(found.size()),
                         .quantile = quantile};
  stop.check();
  const PlaneField density = window(wide, ground.fit.density, grid), errors = window(wide, cell_errors(ground), grid);
  PlaceEstimates estimates{.density = {.grid = grid, .cells = {}, .counted = count_draws(grid, draws).points},
                           .regions = {},
                           .steps = ground.fit.steps};
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const double half = half_width(errors[i], ground);
    estimates.density.cells.push_back(with_ends(density[i], density[i] - half, density[i] + half, ground));
  }
  if (regions == nullptr) return estimates;

  estimates.regions.resize(regions->size());
  for (std::size_t r = 0; r < regions->size(); ++r) estimates.regions[r].name = (*regions)[r].name;
  for (const BlurredDraw& draw : draws) {
    const PlanePoint point = {question.step * static_cast<double>(draw.point.x),
                              question.step * static_cast<double>(draw.point.y)};
    if (const auto region = regions->find(point)) estimates.regions[*region].counted += draw.weight;
  }
  for_each_chunk(
      regions->size(), thread_count(question.threads),
      [&](std::size_t r, std::size_t) { estimate_region(estimates.regions[r], ground, question, *regions, r); }, stop);
  return estimates;
}

}  // namespace sourdine
