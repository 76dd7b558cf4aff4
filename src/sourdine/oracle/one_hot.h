// Randomised one-hot vectors in packed reports, a batch at a time: the randomiser of the unary encodings and of cms.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/base/bits.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/random/bernoulli_bits.h"

namespace sourdine {

// Every report holds `width` bits behind `offset` others. Bit ones[i] of report i becomes 1 with p, its other bits
// with q; all bits outside the field become 0. All bits are drawn as if clear first, since equal decisions are made
// many at a time; the one of the value is then replaced, not corrected, by a decision of its own.
template <class Number, Chance C>
void flip_one_hot(const BitFlip& flip, std::span<const Number> ones, std::size_t offset, std::size_t width, C& chance,
                  std::span<std::uint8_t> reports) {
  const std::size_t size = bytes_for_bits(offset + width);
  BernoulliBits clear(flip.q);
  BernoulliBits set(flip.p);
  clear.fill(chance, reports, offset, 8 * size * (ones.size() - 1) + offset + width);
  for (std::size_t i = 0; i < ones.size(); ++i) {
    const auto report = reports.subspan(i * size, size);
    clear_outside(report, offset, offset + width);
    put_bit(report, offset + ones[i], set.next(chance));
  }
}

}  // namespace sourdine
