// Which cells of a grid a region touches, which lie within it, and how much of each does; which of the grid's points
// that a region holds is the nearest.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/geo/cell_grid.h"
#include "sourdine/geo/plane.h"
#include "sourdine/geo/polygon.h"

namespace sourdine {

// One byte a cell, 0 or 1.
using CellMask = std::vector<std::uint8_t>;

struct ShapeCells {
  CellMask touched;  // every cell that a point of the shape may be in
  CellMask within;   // every cell whose points are all in it
};

// `step` is of the grid, in metres of the plane: the point (x, y) of the grid lies at (step·x, step·y), and its cell
// reaches half a step beyond its points. Cells outside of the grid are not seen.
ShapeCells cells_of_shape(const CellGrid& grid, double step, const PlaneShape& shape);
// The part of each cell's area that is in the shape.
PlaneField shares_of_shape(const CellGrid& grid, double step, const Shapes& shapes, std::size_t shape);
// A point that a shape holds stays where it is; others go to the nearest point of a grid of `step` metres that one
// holds. (Beside a border that no grid point lies near within 64 steps, to the border itself.)
PlanePoint nearest_grid_point(const Shapes& shapes, PlanePoint point, double step);

}  // namespace sourdine
