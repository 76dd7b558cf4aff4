// SketchHash: the public hash functions of the sketches, one per row, onto 0 … width−1.
//
// Row j's function is h_j(v) = ((a + b·v + c·v²) mod P) mod width over the prime P = 2^61 − 1. The coefficients are
// uniform on 0 … P−1: 61 bits of HMAC-SHA-256("sourdine sketch hash" ‖ hash_seed, j ‖ power ‖ attempt), numbers as
// eight little-endian bytes, P itself rejected. Whoever knows the public seed knows the functions. Over the choice of
// the coefficients, the residues mod P of any three different values are independent and uniform (3-wise independence,
// exactly), and functions of different rows are independent. Bucket x has probability ⌈(P−x)/width⌉/P: 1/width to
// within 2^−61. Two values meet in a row with probability Σ Pr[x]², which exceeds 1/width by less than width/(4P²) <
// 2^−100 for the widths allowed here: 1/width to the last digit of a double.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "sourdine/oracle/spec.h"

namespace sourdine {

class SketchHash {
 public:
  SketchHash(std::uint64_t seed, std::size_t rows, std::uint64_t width);

  std::size_t rows() const { return coefficients_.size(); }
  std::uint64_t width() const { return width_; }
  std::uint64_t bucket(std::size_t row, Value value) const;
  // Probability that two different values share a bucket of a row, over the choice of the functions.
  double collision() const { return 1 / static_cast<double>(width_); }
  // True when at least two of the values 0 … k−1 lie in different buckets of at least one row.
  bool separates(Value k) const;
  // The same functions.
  bool operator==(const SketchHash&) const = default;

 private:
  std::vector<std::array<std::uint64_t, 3>> coefficients_;
  std::uint64_t width_;
};

}  // namespace sourdine
