// Sets of fixed size as bitmaps. A set whose members were drawn independently and with equal probability is uniform
// among the sets of its size; adding a uniformly chosen non-member, or removing a uniformly chosen member, keeps it so.
// So n decisions at once (bernoulli_bits.h) and a few corrections, about √size, replace `size` draws one by one
// (subset.h), and nothing is rejected.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"

namespace sourdine {

std::uint64_t subset_size(std::span<const std::uint64_t> words);

// The place of the rank-th member, or non-member, counted from 0; there must be so many.
std::size_t place_of_member(std::span<const std::uint64_t> words, std::uint64_t rank);
std::size_t place_of_non_member(std::span<const std::uint64_t> words, std::uint64_t rank);

// Adds or removes uniformly chosen members until the set has `target` of the n values. `words` holds n bits; those
// behind them are 0.
template <Chance C>
void resize_subset(C& chance, std::span<std::uint64_t> words, std::uint64_t n, std::uint64_t target) {
  std::uint64_t size = subset_size(words);
  for (; size > target; --size) {
    const std::size_t at = place_of_member(words, chance.below(size));
    words[at / 64] &= ~(std::uint64_t{1} << (at % 64));
  }
  for (; size < target; ++size) {  // the bits behind the n are the last zeros: no rank below n − size reaches them
    const std::size_t at = place_of_non_member(words, chance.below(n - size));
    words[at / 64] |= std::uint64_t{1} << (at % 64);
  }
}

// The same for a set that contains `member`: the others are a uniform subset of target − 1 of the n − 1 other values.
// Others are added beside the member, which cannot be chosen then, or removed before it is put in. 1 ≤ target.
template <Chance C>
void resize_subset_with(C& chance, std::span<std::uint64_t> words, std::uint64_t n, std::uint64_t target,
                        std::uint64_t member) {
  std::uint64_t& word = words[member / 64];
  const std::uint64_t member_bit = std::uint64_t{1} << (member % 64);
  word &= ~member_bit;
  if (subset_size(words) < target) {
    word |= member_bit;
    resize_subset(chance, words, n, target);
  } else {
    resize_subset(chance, words, n, target - 1);
    word |= member_bit;
  }
}

}  // namespace sourdine
