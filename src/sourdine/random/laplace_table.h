// LaplaceTable: discrete Laplace noise of one scale in bulk, by inversion from a table of integers. The law is exactly
// that of sample_discrete_laplace (random/discrete_laplace.h); a number costs little more than one word.
//
// With α = e^−s/t, a magnitude G with Pr[G ≥ m] = α^m and a fair sign, drawn again when they are 0 and minus, have the
// law. For a uniform real U, G = #{m ≥ 1 : U < α^m}. The table holds c_m = ⌊2^64·α^m⌋ for m ≤ K, and w is the first
// word of U: w < c_m implies U < α^m, w > c_m implies the contrary, and w = c_m (less than once in 10^15 draws) is
// settled by drawing further words of U (random/real_bernoulli.h). Only integers decide. A geometric number has no
// memory: where the table ends, at K, the excess over K is drawn anew from the same table.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"
#include "sourdine/random/threshold_table.h"

namespace sourdine {

class LaplaceTable {
 public:
  // True where a table is worth its memory and its thresholds are far apart: scales t/s from 1/16 to 512.
  static bool fits(std::uint64_t t, std::uint64_t s);
  // The noise of scale t/s; fits(t, s). Takes up to about a millisecond.
  LaplaceTable(std::uint64_t t, std::uint64_t s);

  // Adds independent noise to every number.
  void add(Random& random, std::span<std::int64_t> numbers) const;

  // c_1 … c_K.
  std::span<const std::uint64_t> thresholds() const { return table_.thresholds(); }

 private:
  std::int64_t sample_magnitude(Random& random) const;
  std::size_t settle(Random& random, std::uint64_t word, std::size_t above) const;

  std::uint64_t t_, s_;
  ThresholdTable table_;
};

}  // namespace sourdine
