// Sets of fixed size as bitmaps. A set whose members were drawn independently and with equal probability is uniform
// among the sets of its size; adding a uniformly chosen non-member, or removing a uniformly chosen member, keeps it so.
// So n decisions at once (bernoulli_bits.h) and a few corrections, about √size, replace `size` draws one by one
// (subset.h), and nothing is rejected.
#pragma once

#include <bit>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"

namespace sourdine {

inline std::uint64_t subset_size(std::span<const std::uint64_t> words) {
  std::uint64_t size = 0;
  for (const std::uint64_t word : words) size += static_cast<std::uint64_t>(std::popcount(word));
  return size;
}

namespace detail {

// The number of the rank-th bit that differs from `flipped` (0 or all ones), counted from 0.
inline std::size_t place_of(std::span<const std::uint64_t> words, std::uint64_t rank, std::uint64_t flipped) {
  for (std::size_t i = 0;; ++i) {
    std::uint64_t word = words[i] ^ flipped;
    const auto ones = static_cast<std::uint64_t>(std::popcount(word));
    if (rank >= ones) {
      rank -= ones;
      continue;
    }
    for (; rank > 0; --rank) word &= word - 1;
    return 64 * i + static_cast<std::size_t>(std::countr_zero(word));
  }
}

}  // namespace detail

// Adds or removes uniformly chosen members until the set has `target` of the n values. `words` holds n bits; those
// behind them are 0.
template <Chance C>
void resize_subset(C& chance, std::span<std::uint64_t> words, std::uint64_t n, std::uint64_t target) {
  std::uint64_t size = subset_size(words);
  for (; size > target; --size) {
    const std::size_t at = detail::place_of(words, chance.below(size), 0);
    words[at / 64] &= ~(std::uint64_t{1} << (at % 64));
  }
  for (; size < target; ++size) {  // the bits behind the n are the last zeros: no rank below n − size reaches them
    const std::size_t at = detail::place_of(words, chance.below(n - size), ~std::uint64_t{0});
    words[at / 64] |= std::uint64_t{1} << (at % 64);
  }
}

}  // namespace sourdine
