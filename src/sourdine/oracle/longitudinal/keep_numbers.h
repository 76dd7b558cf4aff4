// A round of randomised response on a batch of symbols.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sourdine/oracle/base.h"
#include "sourdine/oracle/keep.h"
#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/uniform_numbers.h"

namespace sourdine {

// Each of at most max_batch numbers stays with λ and becomes any of keep.outputs (≤ 2^32) otherwise.
template <Chance C>
void keep_numbers(const Keep& keep, C& chance, std::span<std::uint32_t> numbers) {
  const Decisions<max_batch> is_kept(keep.threshold, chance, numbers.size());
  std::array<std::uint32_t, max_batch> any;
  UniformNumbers(keep.outputs).fill(chance, std::span(any).first(numbers.size()), [&](std::size_t i) {
    return !is_kept[i];
  });
  is_kept.for_each_true(numbers.size(), [&](std::size_t i) { any[i] = numbers[i]; });
  std::copy_n(any.begin(), numbers.size(), numbers.begin());
}

// One of them, decided word by word: the same for ever.
template <Chance C>
std::uint64_t keep_number(const Keep& keep, C& chance, std::uint64_t number) {
  return chance.bernoulli(keep.threshold) ? number : chance.below(keep.outputs);
}

}  // namespace sourdine
