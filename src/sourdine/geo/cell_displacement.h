// Where a point of a cell is found after planar Laplace noise (planar_laplace.h), cell by cell: the known kernel that
// estimates undo.
//
// Cells are squares of `cell` steps of the grid. The point was anywhere in its cell, all of its points alike.
// Exact sums over the law, Pr ∝ e^−ε·√(x²+y²), for displacements of up to 1/ε or three cells; beyond, where the law is
// smooth, cells are summed on points that are 1/(64 ε) apart or less, with a relative error below 2e-5. Displacements
// beyond reach() cells (probability below tail()) are left out, and the rest adds up to 1.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/geo/plane_fourier.h"

namespace sourdine {

class CellDisplacement {
 public:
  // 1 ≤ cell, and ε·cell ≤ 4: wider cells hide the noise in their corners, not in the sum.
  CellDisplacement(StepEpsilon epsilon, std::uint64_t cell);

  std::size_t reach() const { return reach_; }
  // Of displacements that are left out: at most (1 + ερ)e^−ερ with ρ = reach·cell, which is below 2e-9.
  double tail() const;
  // Of being found so many cells to the right and up, or left and down.
  double at(std::int64_t x, std::int64_t y) const;
  // On a grid that wraps around, for PlaneTransform. What reaches further than the grid is wrapped.
  PlaneField wrapped(std::size_t width, std::size_t height) const;

 private:
  double epsilon_;
  std::uint64_t cell_;
  std::size_t reach_;
  std::vector<double> masses_;  // of 0 ≤ y ≤ x ≤ reach: [x(x + 1)/2 + y]
};

}  // namespace sourdine
