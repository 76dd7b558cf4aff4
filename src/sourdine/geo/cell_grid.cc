#include "sourdine/geo/cell_grid.h"

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

std::int64_t floor_divide(std::int64_t a, std::int64_t b) { return a / b - (a % b < 0 ? 1 : 0); }

double middle(std::int64_t low, std::int64_t cell, std::size_t index) {
  return static_cast<double>(low) + static_cast<double>(cell) * static_cast<double>(index) +
         static_cast<double>(cell - 1) / 2;
}

constexpr std::size_t max_cells = std::size_t{1} << 24;

}  // namespace

std::optional<std::size_t> CellGrid::index(GridPoint point) const {
  if (point.x < low.x || point.y < low.y) return std::nullopt;
  // Coordinates may be anywhere: their differences as unsigned numbers do not overflow.
  const auto side = static_cast<std::uint64_t>(cell);
  const std::uint64_t x = (static_cast<std::uint64_t>(point.x) - static_cast<std::uint64_t>(low.x)) / side;
  const std::uint64_t y = (static_cast<std::uint64_t>(point.y) - static_cast<std::uint64_t>(low.y)) / side;
  if (x >= width || y >= height) return std::nullopt;
  return y * width + x;
}

double CellGrid::centre_x(std::size_t x) const { return middle(low.x, cell, x); }
double CellGrid::centre_y(std::size_t y) const { return middle(low.y, cell, y); }

CellGrid cells_around(GridPoint low, GridPoint high, std::int64_t cell, std::size_t margin) {
  if (cell < 1 || low.x > high.x || low.y > high.y) fail_input("there is no area to count in");
  const auto side = [&](std::int64_t from, std::int64_t to) {
    return static_cast<std::uint64_t>(floor_divide(to, cell)) - static_cast<std::uint64_t>(floor_divide(from, cell)) +
           1 + 2 * margin;
  };
  const std::uint64_t width = side(low.x, high.x), height = side(low.y, high.y);
  if (width > max_cells || height > max_cells || width * height > max_cells) {
    fail_input("the area has more than 16 million cells", "Count in wider cells, or in a smaller area.");
  }
  const auto begin = [&](std::int64_t at) {
    return (floor_divide(at, cell) - static_cast<std::int64_t>(margin)) * cell;
  };
  return {.low = {begin(low.x), begin(low.y)}, .cell = cell, .width = width, .height = height};
}

PlaneField window(const CellGrid& grid, const PlaneField& field, const CellGrid& part) {
  PlaneField found(part.size(), 0);
  const std::int64_t right = (part.low.x - grid.low.x) / grid.cell, up = (part.low.y - grid.low.y) / grid.cell;
  for (std::size_t i = 0; i < found.size(); ++i) {
    const std::int64_t x = right + static_cast<std::int64_t>(i % part.width);
    const std::int64_t y = up + static_cast<std::int64_t>(i / part.width);
    if (x < 0 || y < 0 || x >= static_cast<std::int64_t>(grid.width) || y >= static_cast<std::int64_t>(grid.height)) {
      continue;
    }
    found[i] = field[static_cast<std::size_t>(y) * grid.width + static_cast<std::size_t>(x)];
  }
  return found;
}

CellCounts count_draws(const CellGrid& grid, std::span<const BlurredDraw> draws) {
  CellCounts counts{.grid = grid, .points = PlaneField(grid.size(), 0), .squares = PlaneField(grid.size(), 0)};
  for (const BlurredDraw& draw : draws) {
    counts.total += draw.weight;
    if (const auto index = grid.index(draw.point)) {
      counts.points[*index] += draw.weight;
      counts.squares[*index] += draw.weight * draw.weight;
    } else {
      counts.elsewhere += draw.weight;
    }
  }
  return counts;
}

std::vector<BlurredDraw> as_draws(std::span<const GridPoint> points, bool has_memo) {
  std::vector<BlurredDraw> draws;
  draws.reserve(points.size());
  for (const GridPoint& point : points) draws.push_back({.point = point});
  if (!has_memo) return draws;
  std::sort(draws.begin(), draws.end(), [](const BlurredDraw& a, const BlurredDraw& b) {
    return a.point.x != b.point.x ? a.point.x < b.point.x : a.point.y < b.point.y;
  });
  std::size_t kept = 0;
  for (std::size_t i = 1; i < draws.size(); ++i) {
    if (draws[i].point == draws[kept].point) {
      draws[kept].weight += 1;
    } else {
      draws[++kept] = draws[i];
    }
  }
  if (!draws.empty()) draws.resize(kept + 1);
  return draws;
}

}  // namespace sourdine
