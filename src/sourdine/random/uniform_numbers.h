// UniformNumbers: many numbers uniform on 0 … n−1 at once, exactly. Lemire's multiplication method as in
// Random::below, on 16-bit or 32-bit pieces of random words where n is small enough for rejections to be rare; a
// rejected number is drawn anew by below().
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {

class UniformNumbers {
 public:
  static constexpr std::size_t max_batch = 1024;

  explicit UniformNumbers(std::uint64_t n) : n_(n) {}  // 1 ≤ n ≤ 2^32

  // out[i] is uniform on 0 … n−1, independently of all others; at most max_batch of them.
  void fill(Random& random, std::span<std::uint32_t> out) const;
  // The same for one record, a number or two: a word for each.
  void fill(RowBits& row, std::span<std::uint32_t> out) const {
    for (std::uint32_t& number : out) number = n_ == 1 ? 0 : static_cast<std::uint32_t>(row.below(n_));
  }
  // Every outcome. `wanted` tells which numbers are used at all: the others need not be tried.
  template <class Wanted>
  void fill(Branches& branches, std::span<std::uint32_t> out, Wanted wanted) const {
    for (std::size_t i = 0; i < out.size(); ++i) {
      out[i] = n_ > 1 && wanted(i) ? static_cast<std::uint32_t>(branches.below(n_)) : 0;
    }
  }
  template <class Wanted>
  void fill(Random& random, std::span<std::uint32_t> out, Wanted) const {
    fill(random, out);
  }
  template <class Wanted>
  void fill(RowBits& row, std::span<std::uint32_t> out, Wanted) const {
    fill(row, out);
  }

 private:
  std::uint64_t n_;
};

}  // namespace sourdine
