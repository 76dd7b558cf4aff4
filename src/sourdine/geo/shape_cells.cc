#include "sourdine/geo/shape_cells.h"

#include <algorithm>
#include <cmath>
#include <optional>

namespace sourdine {
namespace {

// A point in units of cells: cell (x, y) is where ⌊·⌋ = (x, y).
PlanePoint in_cells(const CellGrid& grid, double step, PlanePoint point) {
  const auto cell = static_cast<double>(grid.cell);
  return {(point.x / step - static_cast<double>(grid.low.x) + 0.5) / cell,
          (point.y / step - static_cast<double>(grid.low.y) + 0.5) / cell};
}

// Marks every cell that the edge passes: between two crossings of grid lines it is in one cell.
void mark_edge(const CellGrid& grid, PlanePoint a, PlanePoint b, std::vector<double>& cuts, CellMask& mask) {
  const double right = b.x - a.x, up = b.y - a.y;
  cuts.assign({0, 1});
  const auto add_cuts = [&](double from, double to, double far, std::size_t most) {
    if (far == 0) return;
    const double low = std::max(std::ceil(std::min(from, to)), 0.0);
    const double high = std::min(std::floor(std::max(from, to)), static_cast<double>(most));
    for (double line = low; line <= high; ++line) cuts.push_back(std::clamp((line - from) / far, 0.0, 1.0));
  };
  add_cuts(a.x, b.x, right, grid.width);
  add_cuts(a.y, b.y, up, grid.height);
  std::sort(cuts.begin(), cuts.end());
  const auto mark = [&](double x, double y) {
    if (!(x >= 0 && y >= 0 && x < static_cast<double>(grid.width) && y < static_cast<double>(grid.height))) return;
    mask[static_cast<std::size_t>(y) * grid.width + static_cast<std::size_t>(x)] = 1;
  };
  for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
    const double middle = (cuts[i] + cuts[i + 1]) / 2;
    mark(a.x + middle * right, a.y + middle * up);
  }
  mark(a.x, a.y);
}

// The cells whose centre an odd number of rings hold.
CellMask centres_within(const CellGrid& grid, const std::vector<PlaneRing>& rings) {
  std::vector<std::vector<double>> crossings(grid.height);
  for (const PlaneRing& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      PlanePoint a = ring[i], b = ring[(i + 1) % ring.size()];
      if (a.y > b.y) std::swap(a, b);
      const double first = std::max(std::ceil(a.y - 0.5), 0.0);
      for (double y = first; y + 0.5 < b.y && y < static_cast<double>(grid.height); ++y) {
        crossings[static_cast<std::size_t>(y)].push_back(a.x + (y + 0.5 - a.y) / (b.y - a.y) * (b.x - a.x));
      }
    }
  }
  CellMask mask(grid.size(), 0);
  const auto width = static_cast<double>(grid.width);
  for (std::size_t y = 0; y < grid.height; ++y) {
    std::sort(crossings[y].begin(), crossings[y].end());
    for (std::size_t i = 0; i + 1 < crossings[y].size(); i += 2) {
      const auto place = [&](double x) { return static_cast<std::size_t>(std::clamp(std::ceil(x - 0.5), 0.0, width)); };
      std::fill(mask.begin() + static_cast<std::ptrdiff_t>(y * grid.width + place(crossings[y][i])),
                mask.begin() + static_cast<std::ptrdiff_t>(y * grid.width + place(crossings[y][i + 1])), 1);
    }
  }
  return mask;
}

}  // namespace

ShapeCells cells_of_shape(const CellGrid& grid, double step, const PlaneShape& shape) {
  std::vector<PlaneRing> rings = shape.rings;
  for (PlaneRing& ring : rings) {
    for (PlanePoint& point : ring) point = in_cells(grid, step, point);
  }
  CellMask border(grid.size(), 0);
  std::vector<double> cuts;
  for (const PlaneRing& ring : rings) {
    for (std::size_t i = 0; i < ring.size(); ++i) {
      mark_edge(grid, ring[i], ring[(i + 1) % ring.size()], cuts, border);
    }
  }
  ShapeCells cells{.touched = centres_within(grid, rings), .within = {}};
  cells.within = cells.touched;
  for (std::size_t i = 0; i < border.size(); ++i) {
    if (border[i] == 0) continue;
    cells.touched[i] = 1;
    cells.within[i] = 0;
  }
  return cells;
}

PlaneField shares_of_shape(const CellGrid& grid, double step, const Shapes& shapes, std::size_t shape) {
  const ShapeCells cells = cells_of_shape(grid, step, shapes[shape]);
  const double half = static_cast<double>(grid.cell) / 2;
  PlaneField shares(grid.size(), 0);
  for (std::size_t i = 0; i < shares.size(); ++i) {
    if (cells.within[i] != 0) {
      shares[i] = 1;
    } else if (cells.touched[i] != 0) {
      const double x = grid.centre_x(i % grid.width), y = grid.centre_y(i / grid.width);
      const PlaneBox box = {.low = {step * (x - half), step * (y - half)},
                            .high = {step * (x + half), step * (y + half)}};
      shares[i] = std::clamp(shapes.area_within(shape, box) / (box.width() * box.height()), 0.0, 1.0);
    }
  }
  return shares;
}

PlanePoint nearest_grid_point(const Shapes& shapes, PlanePoint point, double step) {
  if (shapes.find(point)) return point;
  const PlanePoint border = shapes.nearest(point);
  const double x = std::round(border.x / step), y = std::round(border.y / step);
  std::optional<PlanePoint> best;
  double least = 0;
  constexpr int farthest = 64;
  // Rings of a square around the border's point; one more than the first that has a point inside, since a corner
  // of a ring is farther than the middle of the next.
  for (int ring = 0, last = farthest; ring <= last; ++ring) {
    for (int i = -ring; i <= ring; ++i) {
      const int side = i == -ring || i == ring ? 1 : 2 * ring;  // of the rows between, only the two ends
      for (int j = -ring; j <= ring; j += std::max(side, 1)) {
        const PlanePoint candidate{(x + j) * step, (y + i) * step};
        const double distance = std::hypot(candidate.x - point.x, candidate.y - point.y);
        if ((best && distance >= least) || !shapes.find(candidate)) continue;
        best = candidate;
        least = distance;
        last = std::min(last, ring + 1);
      }
    }
  }
  return best.value_or(border);
}

}  // namespace sourdine
