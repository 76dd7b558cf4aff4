// Cells of a public grid: squares of `cell` steps, and what was counted in them.
#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/geo/plane_fourier.h"

namespace sourdine {

// Cell (x, y) holds the points low + cell·(x, y) to one step before the next cell.
struct CellGrid {
  GridPoint low;          // the first point of the first cell
  std::int64_t cell = 1;  // steps
  std::size_t width = 0, height = 0;

  std::size_t size() const { return width * height; }
  // Of the cell that holds the point, row by row; nothing for a point that lies elsewhere.
  std::optional<std::size_t> index(GridPoint point) const;
  // The middle of a cell, in steps; a half where `cell` is even.
  double centre_x(std::size_t x) const;
  double centre_y(std::size_t y) const;

  friend bool operator==(const CellGrid&, const CellGrid&) = default;
};

// The cells that hold every point from `low` to `high`, and `margin` cells more on every side, beginning at a multiple
// of `cell`: grids of the same cell lie on each other.
CellGrid cells_around(GridPoint low, GridPoint high, std::int64_t cell, std::size_t margin);

// The numbers of a part of the grid, which has the same cells, with 0 beyond the grid.
PlaneField window(const CellGrid& grid, const PlaneField& field, const CellGrid& part);

// Points that were drawn, by cell. A draw may stand for several points that were moved together (a memo of a place):
// they are one random outcome, so that `squares` is what variances add up.
struct CellCounts {
  CellGrid grid;
  PlaneField points = {};   // Σ weights of the draws in the cell
  PlaneField squares = {};  // Σ weights²
  double elsewhere = 0, total = 0;
};

struct BlurredDraw {
  GridPoint point;
  double weight = 1;  // points that were moved together
};

CellCounts count_draws(const CellGrid& grid, std::span<const BlurredDraw> draws);

// Points as draws. With a memo, points of one place are found at one point: those are one draw, so that points that
// are found together are taken for one place (two places that meet by chance make intervals wider, not too narrow).
std::vector<BlurredDraw> as_draws(std::span<const GridPoint> points, bool has_memo);

}  // namespace sourdine
