// LaplaceTable: discrete Laplace noise of one scale in bulk, by inversion from a table of integers. The law is exactly
// that of sample_discrete_laplace (random/discrete_laplace.h); a number costs one word and a few comparisons.
//
// With α = e^−s/t, Pr[|X| ≥ m] = 2α^m/(1+α) for m ≥ 1, and the sign is an independent coin (0 has both). For a uniform
// real U, |X| = #{m ≥ 1 : U < Pr[|X| ≥ m]} has the law. The table holds c_m = ⌊2^64·Pr[|X| ≥ m]⌋, and w is the first
// word of U: w < c_m implies U < Pr[|X| ≥ m], w > c_m implies the contrary, and w = c_m (less than once in 10^15 draws)
// is settled by drawing further words of U (random/real_bernoulli.h). Only integers decide.
// The table ends at some K. Geometric tails have no memory: beyond K the excess E has Pr[E ≥ e] = α^e, from a second
// table of the same kind and, there too, as often as it takes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/random/random.h"

namespace sourdine {

class LaplaceTable {
 public:
  // True where a table is worth its memory and its thresholds are far apart: scales t/s from 1/16 to 512.
  static bool fits(std::uint64_t t, std::uint64_t s);
  // The noise of scale t/s; fits(t, s). Takes about a millisecond for the largest scale.
  LaplaceTable(std::uint64_t t, std::uint64_t s);

  // Adds independent noise to every number.
  void add(Random& random, std::span<std::int64_t> numbers) const;

  // c_1 … c_K, for tests.
  std::span<const std::uint64_t> thresholds() const { return magnitude_.thresholds(); }

 private:
  // #{m : U < tail(m)} for one family of tails, first · α^m.
  class Tails {
   public:
    Tails(std::uint64_t t, std::uint64_t s, bool is_two_sided);
    std::size_t sample(Random& random) const;
    std::span<const std::uint64_t> thresholds() const { return {thresholds_.data(), length()}; }
    std::size_t length() const { return thresholds_.size() - 1; }

   private:
    std::size_t settle(Random& random, std::uint64_t word, std::size_t above) const;

    static constexpr unsigned guide_bits = 12;
    std::uint64_t t_, s_;
    bool is_two_sided_;
    std::vector<std::uint64_t> thresholds_;  // descending, a zero at the end
    std::vector<std::uint16_t> guide_;       // how many thresholds lie above all words with these leading bits
  };

  std::int64_t sample_magnitude(Random& random) const;

  Tails magnitude_;
  Tails excess_;
};

}  // namespace sourdine
