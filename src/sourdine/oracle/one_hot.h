// Randomised one-hot vectors in packed reports, a batch at a time: the randomiser of the unary encodings and of cms.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <span>

#include "sourdine/base/bits.h"
#include "sourdine/base/little_endian.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/random/bernoulli_bits.h"

namespace sourdine {

// The narrow case of what follows: up to max_narrow_bits bits and nothing before them. They are drawn without the
// padding of their reports, one field behind the other; a word read at any of them holds it whole.
inline constexpr std::size_t max_narrow_bits = 57;
template <class Number, Chance C>
void flip_narrow_one_hot(const BitFlip& flip, std::span<const Number> ones, std::size_t width, C& chance,
                         std::span<std::uint8_t> reports) {
  if constexpr (std::same_as<C, RowBits>) {
    if (ones.size() == 1 && width <= max_few) {
      const std::uint64_t place = std::uint64_t{1} << ones[0];
      const std::uint64_t others = decide_few(chance, flip.q, width) & ~place;
      put_bytes(reports.data(), reports.size(), others | (chance.bernoulli(flip.p) ? place : 0));
      return;
    }
  }
  constexpr std::size_t word_bytes = 8;
  std::uint8_t fields[max_batch * max_narrow_bits / 8 + word_bytes];
  const std::size_t bits = width * ones.size();
  std::fill_n(fields + bits / 8, word_bytes, std::uint8_t{0});
  BernoulliBits(flip.q).fill(chance, {fields, bytes_for_bits(bits)}, bits,
                             [&](std::size_t i) { return i % width != ones[i / width]; });
  const Decisions<max_batch> is_one(flip.p, chance, ones.size());
  const std::size_t size = bytes_for_bits(width);
  const std::uint64_t used = (std::uint64_t{1} << width) - 1;
  const std::size_t words = reports.size() < word_bytes ? 0 : (reports.size() - word_bytes) / size + 1;
  is_one.for_each(ones.size(), [&](std::size_t i, bool decision) {
    const std::size_t bit = i * width;
    const auto word = load_little_endian<std::uint64_t>(std::span(fields).subspan(bit / 8, word_bytes)) >> (bit % 8);
    const std::uint64_t place = std::uint64_t{1} << ones[i];
    const std::uint64_t report = (word & used & ~place) | (decision ? place : 0);
    // A whole word is one store; what it writes behind its report is written over by the next ones.
    std::uint8_t* const to = &reports[i * size];
    if (i < words) {
      put_bytes(to, word_bytes, report);
    } else {
      put_bytes(to, size, report);
    }
  });
}

// One to max_batch reports, each of `width` bits behind `offset` others. Bit ones[i] of report i becomes 1 with p, its
// other bits with q; all bits outside the field become 0. All bits are drawn as if clear first, since equal decisions
// are made many at a time; the one of the value is then replaced, not corrected, by a decision of its own.
template <class Number, Chance C>
void flip_one_hot(const BitFlip& flip, std::span<const Number> ones, std::size_t offset, std::size_t width, C& chance,
                  std::span<std::uint8_t> reports) {
  if (offset == 0 && width % 8 != 0 && width <= max_narrow_bits) {
    return flip_narrow_one_hot(flip, ones, width, chance, reports);
  }
  const std::size_t end = offset + width;
  const std::size_t size = bytes_for_bits(end);
  BernoulliBits(flip.q).fill(chance, reports, 8 * reports.size(), [&](std::size_t i) {
    const std::size_t bit = i % (8 * size);
    return bit >= offset && bit < end && bit != offset + ones[i / (8 * size)];
  });
  if (offset > 0 || end % 8 != 0) {
    for (std::size_t at = 0; at < reports.size(); at += size) clear_outside(reports.subspan(at, size), offset, end);
  }
  const Decisions<max_batch> is_one(flip.p, chance, ones.size());
  for (std::size_t i = 0; i < ones.size(); ++i) put_bit(reports.subspan(i * size, size), offset + ones[i], is_one[i]);
}

}  // namespace sourdine
