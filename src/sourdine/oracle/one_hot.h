// Randomised one-hot vectors in packed reports, a batch at a time: the randomiser of the unary encodings and of cms.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/base/bits.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/random/bernoulli_bits.h"

namespace sourdine {

// One to max_batch reports, each of `width` bits behind `offset` others. Bit ones[i] of report i becomes 1 with p, its
// other bits with q; all bits outside the field become 0. All bits are drawn as if clear first, since equal decisions are
// made many at a time; the one of the value is then replaced, not corrected, by a decision of its own.
template <class Number, Chance C>
void flip_one_hot(const BitFlip& flip, std::span<const Number> ones, std::size_t offset, std::size_t width, C& chance,
                  std::span<std::uint8_t> reports) {
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
