// Many decisions of one probability for a permanent response, exact to the same 64-bit threshold as Random::bernoulli.
// Which words are drawn, and what each decides, is a promise and never changes: a client must be able to repeat its
// response for ever. (BernoulliBits, which serves everybody else, draws less still, and may be improved.)
//
// A decision is "u < t" for a uniform 64-bit number u. 64 of them at a time: word j has the j-th binary digit of all 64
// numbers, from the first on; a number is decided by the first digit in which it differs from t. Words are drawn until
// all 64 are decided, or t has only zeros left: about eight.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "sourdine/base/bits.h"
#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"
#include "sourdine/random/threshold.h"

namespace sourdine {

// Sets the first `bits` bits of `out`, zero before, each with probability threshold/2^64. `wanted` tells which are used
// at all; the others become anything.
template <class Wanted>
void decide_memo_bits(Random& random, Threshold threshold, std::span<std::uint8_t> out, std::size_t bits, Wanted) {
  for (std::size_t first = 0; first < bits; first += 64) {
    const std::size_t count = std::min<std::size_t>(64, bits - first);
    std::uint64_t open = ~std::uint64_t{0} >> (64 - count);
    std::uint64_t less = 0;
    for (std::uint64_t t = threshold.numerator; t != 0 && open != 0; t <<= 1) {
      const std::uint64_t digits = random.next();
      const std::uint64_t digit = std::uint64_t{0} - (t >> 63);
      less |= open & digit & ~digits;
      open &= ~(digits ^ digit);
    }
    put_bytes(&out[first / 8], bytes_for_bits(count), less);
  }
}
// Every outcome of those wanted.
template <class Wanted>
void decide_memo_bits(Branches& branches, Threshold threshold, std::span<std::uint8_t> out, std::size_t bits,
                      Wanted wanted) {
  for (std::size_t i = 0; i < bits; ++i) {
    if (wanted(i) && branches.bernoulli(threshold)) set_bit(out, i);
  }
}

}  // namespace sourdine
