// GaussianTable: discrete Gaussian noise of one σ² in bulk, by inversion from a table of integers. The law is exactly
// that of sample_discrete_gaussian (random/discrete_gaussian.h); a number costs little more than one word.
//
// The magnitude is M = #{m ≥ 1 : U < T_m} for a uniform real U, T_m = Pr[|X| ≥ m]; its sign is a fair coin (a zero has
// none). The table holds c_m = ⌊2^64·T_m⌋ down to 2^30, and w is the first word of U: w < c_m implies U < T_m, w > c_m
// implies the contrary, and w = c_m is settled by drawing further words of U (random/real_bernoulli.h). So is, with the
// tails beyond it, a word below the last threshold (less than once in 2^33 draws). Only integers decide.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"
#include "sourdine/random/threshold_table.h"

namespace sourdine {

class GaussianTable {
 public:
  // True where a table is worth its memory: σ² from 1/16 to 2^18, numerator and denominator at most 2^48.
  static bool fits(std::uint64_t numerator, std::uint64_t denominator);
  // The noise of σ² = numerator/denominator, which fits. Takes up to some milliseconds.
  GaussianTable(std::uint64_t numerator, std::uint64_t denominator);

  // Adds independent noise to every number.
  void add(Random& random, std::span<std::int64_t> numbers) const;

  // c_1 … c_K.
  std::span<const std::uint64_t> thresholds() const { return table_.thresholds(); }

 private:
  std::size_t settle(Random& random, std::uint64_t word, std::size_t above) const;

  std::uint64_t numerator_, denominator_;
  ThresholdTable table_;
};

}  // namespace sourdine
