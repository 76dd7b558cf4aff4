// LaplaceTable: discrete Laplace noise of one scale in bulk, by inversion from a table of integers. The law is exactly
// that of sample_discrete_laplace (random/discrete_laplace.h); a number costs little more than one word.
//
// With α = e^−s/t, a magnitude G with Pr[G ≥ m] = α^m and a fair sign, drawn again when they are 0 and minus, have the
// law. For a uniform real U, G = #{m ≥ 1 : U < α^m}. The table holds c_m = ⌊2^64·α^m⌋ for m ≤ K, and w is the first
// word of U: w < c_m implies U < α^m, w > c_m implies the contrary, and w = c_m (less than once in 10^15 draws) is
// settled by drawing further words of U (random/real_bernoulli.h). Only integers decide. A geometric number has no
// memory: where the table ends, at K, the excess over K is drawn anew from the same table.
//
// Scales above 512 would need long tables with thresholds close together. There G = b·Q + R, b a power of two: Q and R
// are independent, Q is geometric with ratio α^b, of a scale that fits, and R < b has the tails
// Pr[R ≥ m] = (α^m − α^b)/(1 − α^b), a table of its own.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"
#include "sourdine/random/threshold_table.h"

namespace sourdine {

class LaplaceTable {
 public:
  // True where tables are worth their memory and their thresholds are far apart: scales t/s from 1/16 to 2^20.
  static bool fits(std::uint64_t t, std::uint64_t s);
  // The noise of scale t/s; fits(t, s). Takes up to about a millisecond.
  LaplaceTable(std::uint64_t t, std::uint64_t s);

  // Adds independent noise to every number.
  void add(Random& random, std::span<std::int64_t> numbers) const;

  // c_1 … c_K of Q, which is G where b = 1.
  std::span<const std::uint64_t> thresholds() const { return table_.thresholds(); }
  std::uint64_t block() const { return block_; }  // b
  // Those of R: b − 1 of them.
  std::span<const std::uint64_t> remainder_thresholds() const { return remainders_.thresholds(); }

 private:
  std::int64_t sample_magnitude(Random& random) const;
  std::size_t sample_quotient(Random& random) const;
  std::size_t sample_remainder(Random& random) const;

  std::uint64_t t_, s_;
  std::uint64_t block_;
  ThresholdTable table_;
  ThresholdTable remainders_;
};

}  // namespace sourdine
