// CellMemo: the same place always moves alike. The noise of a cell of the grid is drawn by the same exact sampler as
// any other (planar_laplace.h), from words that belong to the cell (random/row_bits.h): a pseudo-random function of a
// secret, a label and the cell. However often a place is reported, it is published as one and the same point, and the
// tenth report tells nothing about it that the first did not.
//
// What becomes visible instead: that two reports came from one cell, with certainty. So the unit is the place with all
// its reports, and which reports share a place is not protected. Without the secret, noise of different cells looks
// independent; whoever has it can undo all of it.
//
// The label holds everything that the noise depends on (ε, the grid, the projection, the data set): under one secret
// two publications have either the same noise or noise that shares nothing. Were only ε another, the two points of a
// place would lie on one ray, and tell far more than the sum of both ε.
#pragma once

#include <span>
#include <string>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

class CellMemo {
 public:
  // The noise must outlive it.
  CellMemo(const PlanarLaplace& noise, const RowSecret& secret, std::string label);

  bool is_private() const { return secret_.is_private(); }

  // Coordinates must be within ±2^46 steps; throws Error(internal) otherwise. Any thread may call it.
  void move(std::span<GridPoint> points) const;

 private:
  const PlanarLaplace& noise_;
  RowSecret secret_;
  std::string label_;
};

}  // namespace sourdine
