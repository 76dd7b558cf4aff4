#include "sourdine/random/bernoulli_bits.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "sourdine/base/bits.h"
#include "sourdine/random/geometric.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "sourdine/random/bernoulli_bits.cc"
#include <hwy/foreach_target.h>  // compiles the part between BEFORE and AFTER once per target
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace sourdine::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

// Compares the first two digits of 64·words numbers with those of t: bit set in `less` where the number is decided to
// be less, in `open` where it is not decided yet. First digits come first in `digits`, then all second ones; `words` is
// a multiple of BernoulliBits::granule.
void CompareDigits(std::uint64_t t, const std::uint64_t* HWY_RESTRICT digits, std::size_t words,
                   std::uint64_t* HWY_RESTRICT less, std::uint64_t* HWY_RESTRICT open) {
  const hn::CappedTag<std::uint64_t, BernoulliBits::granule> d;
  const auto first = hn::Set(d, std::uint64_t{0} - (t >> 63));  // all ones where the digit of t is 1
  const auto second = hn::Set(d, std::uint64_t{0} - (t >> 62 & 1));
  for (std::size_t i = 0; i < words; i += hn::Lanes(d)) {
    const auto a = hn::LoadU(d, digits + i);
    const auto b = hn::LoadU(d, digits + words + i);
    // A number is less at the first digit where it has 0 and t has 1; it stays open while the digits are equal.
    const auto open_1 = hn::Not(hn::Xor(a, first));
    const auto less_2 = hn::And(open_1, hn::AndNot(b, second));
    hn::StoreU(hn::Or(hn::AndNot(a, first), less_2), d, less + i);
    hn::StoreU(hn::AndNot(hn::Xor(b, second), open_1), d, open + i);
  }
}

// The low bits of `source`, in order, at the places where `mask` is set.
inline std::uint64_t Deposit(std::uint64_t source, std::uint64_t mask) {
#if HWY_TARGET <= HWY_AVX2 && defined(__x86_64__)
  return _pdep_u64(source, mask);
#else
  std::uint64_t placed = 0;
  for (; mask != 0; mask &= mask - 1, source >>= 1) placed |= (mask & (0 - mask)) & (0 - (source & 1));
  return placed;
#endif
}

// 64 decisions "u < t", or those of them in `open`, digit by digit until all are made or t has no more digits set.
std::uint64_t DecideWord(std::uint64_t t, Random& random, std::uint64_t open = ~std::uint64_t{0}) {
  std::uint64_t less = 0;
  for (; t != 0 && open != 0; t <<= 1) {
    const std::uint64_t digits = random.next();
    if (t >> 63 != 0) {
      less |= open & ~digits;
      open &= digits;
    } else {
      open &= ~digits;
    }
  }
  return less;
}

using Level = BernoulliBits::Level;

void FillBlock(Level* level, Random& random, std::uint64_t* HWY_RESTRICT out, std::size_t words, bool in_bulk);

// New decisions of a level, in place of those left (which nobody has looked at): in bulk while there are further levels
// to do so, else 64, to the last digit.
HWY_NOINLINE void Refill(Level& level, Random& random, bool in_bulk) {
  level.at = 0;
  if (in_bulk && !level.is_last) {
    FillBlock(&level, random, level.words, BernoulliBits::reserve_words, true);
    level.end = 64 * BernoulliBits::reserve_words;
  } else {
    level.words[0] = DecideWord(level.t, random);
    level.end = 64;
  }
}

// The next `count` decisions of a level, in the low bits; bits above are unspecified.
inline std::uint64_t Take(Level& level, std::size_t count) {
  const std::uint8_t* const from = reinterpret_cast<const std::uint8_t*>(level.words) + level.at / 8;
  const std::size_t shift = level.at % 8;
  std::uint64_t answers;
  std::memcpy(&answers, from, sizeof answers);
  answers >>= shift;
  if (HWY_UNLIKELY(shift + count > 64)) answers |= std::uint64_t{from[8]} << (64 - shift);
  level.at += count;
  return answers;
}

// `words` ≥ granule. The level behind `level` answers for the numbers that two digits leave open.
void FillBlock(Level* level, Random& random, std::uint64_t* HWY_RESTRICT out, std::size_t words, bool in_bulk) {
  alignas(64) std::uint64_t open[BernoulliBits::block];
  alignas(64) std::uint64_t less[BernoulliBits::block];
  const std::size_t whole = hwy::RoundUpTo(words, BernoulliBits::granule);
  CompareDigits(level->t, random.words(BernoulliBits::digits * whole).data(), whole, less, open);
  Level& rest = level[1];
  if (rest.t == 0) {  // the open ones are equal to t: not less
    std::memcpy(out, less, words * sizeof *out);
    return;
  }
  for (std::size_t i = 0; i < words; ++i) {
    const auto wanted = static_cast<std::size_t>(hwy::PopCount(open[i]));
    if (HWY_UNLIKELY(rest.at + wanted > rest.end)) Refill(rest, random, in_bulk);
    out[i] = less[i] | Deposit(Take(rest, wanted), open[i]);
  }
}

void FillWords(Level* levels, Random& random, std::uint64_t* HWY_RESTRICT out, std::size_t words) {
  if (words >= BernoulliBits::granule) {
    return FillBlock(levels, random, out, words, words >= BernoulliBits::reserve_words);
  }
  for (std::size_t i = 0; i < words; ++i) out[i] = DecideWord(levels[0].t, random);
}

// One record's: decisions on a rest are made 64 at a time, and of the last word only those that are used.
void FillRow(Level* levels, Random& random, std::uint64_t* HWY_RESTRICT out, std::size_t bits) {
  const std::size_t words = (bits + 63) / 64;
  if (words >= BernoulliBits::granule) return FillBlock(levels, random, out, words, false);
  for (std::size_t i = 0; i + 1 < words; ++i) out[i] = DecideWord(levels[0].t, random);
  const std::size_t last = bits - 64 * (words - 1);
  out[words - 1] = last <= max_few ? decide_few(random, {levels[0].t}, last)
                                   : DecideWord(levels[0].t, random, ~std::uint64_t{0} >> (64 - last));
}

}  // namespace sourdine::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace sourdine {
namespace {

HWY_EXPORT(FillWords);
HWY_EXPORT(FillRow);

// From one true decision to the next.
void walk(Random& random, Threshold threshold, std::span<std::uint8_t> out, std::size_t end) {
  std::fill(out.begin(), out.end(), std::uint8_t{0});
  for (std::size_t at = 0; at < end; ++at) {
    const std::uint64_t skip = sample_geometric(random, threshold);
    if (skip >= end - at) return;
    at += skip;
    set_bit(out, at);
  }
}

}  // namespace

BernoulliBits::BernoulliBits(Threshold threshold)
    : threshold_(threshold), is_sparse_(threshold.numerator < sparse_below) {
  for (std::size_t i = 0; i < levels_.size(); ++i) levels_[i].t = threshold.numerator << (digits * i);
  levels_.back().is_last = true;
}

void BernoulliBits::fill(Random& random, std::span<std::uint8_t> out, std::size_t bits) {
  if (is_sparse_) return walk(random, threshold_, out, bits);
  alignas(64) std::array<std::uint64_t, block> words;
  const auto fill_words = HWY_DYNAMIC_DISPATCH(FillWords);
  for (std::size_t done = 0, bytes = (bits + 7) / 8; done < bytes; done += sizeof words) {
    const std::size_t size = std::min(sizeof words, bytes - done);
    fill_words(levels_.data(), random, words.data(), (size + 7) / 8);
    std::memcpy(out.data() + done, words.data(), size);
  }
}

void BernoulliBits::fill(RowBits& row, std::span<std::uint8_t> out, std::size_t bits) {
  if (is_sparse_) return walk(row, threshold_, out, bits);
  alignas(64) std::array<std::uint64_t, block> words;
  const auto fill_row = HWY_DYNAMIC_DISPATCH(FillRow);
  for (std::size_t done = 0; done < bits; done += 64 * block) {
    const std::size_t part = std::min(64 * block, bits - done);
    fill_row(levels_.data(), row, words.data(), part);
    std::memcpy(out.data() + done / 8, words.data(), (part + 7) / 8);
  }
}

}  // namespace sourdine
#endif  // HWY_ONCE
