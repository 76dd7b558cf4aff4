// RowNoise: the same row always moves alike. The noise of a row is drawn by the same exact sampler as any other
// (planar_laplace.h), from words that belong to the row (random/row_bits.h): a pseudo-random function of a secret, a
// label, the row's id and its cell. Where rows may be computed again (a task that is tried again, another number of
// partitions), the point is the same, and never a second draw, which would tell more about the place.
//
// Promise: over the secret, noise of different rows is independent, for whoever does not know it (keyed_rows.h has the
// size of that). The cell is part of what is drawn from: an id whose place was corrected has noise of its own, since
// one offset for two places would tell how far they are apart. Ids must be unique among the rows: two rows with the
// same id in one cell are published at one point, which tells that they share it. The unit is one event; reports of a
// place add up. The label holds everything that the noise depends on, as in cell_memo.h.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/random/byte_ids.h"
#include "sourdine/random/row_secret.h"

namespace sourdine {

class RowNoise {
 public:
  // The noise must outlive it.
  RowNoise(const PlanarLaplace& noise, const RowSecret& secret, std::string label);

  bool is_private() const { return secret_.is_private(); }

  // Narrower numbers are widened to 64 bits by whoever has them, always in the same way. Throws Error(bad_input), with
  // nothing moved, unless there is one id for every point. Any thread may call it.
  void move(std::span<GridPoint> points, std::span<const std::uint64_t> ids) const;
  void move(std::span<GridPoint> points, ByteIds<std::int64_t> ids) const;

 private:
  const PlanarLaplace& noise_;
  RowSecret secret_;
  std::string label_;
};

}  // namespace sourdine
