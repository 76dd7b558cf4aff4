// Randomised one-hot vectors in packed reports, a batch at a time: the randomiser of the unary encodings and of cms.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/base/bits.h"
#include "sourdine/oracle/base.h"
#include "sourdine/oracle/bit_flip.h"
#include "sourdine/random/bernoulli_bits.h"

namespace sourdine {

// One to max_batch reports. Every report holds `width` bits behind `offset` others. Bit ones[i] of report i becomes 1 with p, its other bits
// with q; all bits outside the field become 0. All bits are drawn as if clear first, since equal decisions are made
// many at a time; the one of the value is then replaced, not corrected, by a decision of its own.
template <class Number, Chance C>
void flip_one_hot(const BitFlip& flip, std::span<const Number> ones, std::size_t offset, std::size_t width, C& chance,
                  std::span<std::uint8_t> reports) {
  const std::size_t size = bytes_for_bits(offset + width);
  BernoulliBits(flip.q).fill(chance, reports, 8 * reports.size(), [&](std::size_t i) {
    const std::size_t bit = i % (8 * size);
    return bit >= offset && bit < offset + width && bit != offset + ones[i / (8 * size)];
  });
  const Decisions<max_batch> is_one(flip.p, chance, ones.size());
  const unsigned used_of_last = 0xffU >> (8 * size - offset - width);
  for (std::size_t i = 0; i < ones.size(); ++i) {
    std::uint8_t* const report = &reports[i * size];
    const std::size_t place = offset + ones[i];
    report[size - 1] = static_cast<std::uint8_t>(report[size - 1] & used_of_last);
    report[place / 8] = static_cast<std::uint8_t>(report[place / 8] & ~(1U << (place % 8)));
    if (offset > 0) put_bytes(report, offset / 8, 0);
    if (offset % 8 != 0) report[offset / 8] = static_cast<std::uint8_t>(report[offset / 8] & (0xffU << (offset % 8)));
  }
  is_one.for_each_true(ones.size(), [&](std::size_t i) { set_bit(reports.subspan(i * size, size), offset + ones[i]); });
}

}  // namespace sourdine
