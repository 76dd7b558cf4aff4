// BernoulliBits: many independent decisions of the same probability at once, exact to the same 64-bit threshold as
// Random::bernoulli.
//
// Bit-sliced: a decision is "u < t" for a uniform 64-bit number u. The first binary digits of 64 such numbers are one
// random word, their second digits another, and so on; comparing digit by digit with those of t, logical operations on
// words decide 64 numbers in parallel, and every digit decides half of those still open. After two digits one number
// in four is open. The open ones face the same question, "is the rest of u less than the rest of t?", so they take
// their answers, in order, from decisions on that rest, which are made in the same way: all digits are used, and hardly
// any in vain. In bulk, 2.8 random bits per decision instead of 64. Where t is small, decisions that come out true are
// so rare that walking from one to the next (geometric.h) is cheaper, and done instead.
//
// A BernoulliBits keeps decisions it has made and not given out: use one per Random, and let it go after the batch.
#pragma once

#include <algorithm>
#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/base/bits.h"
#include "sourdine/random/branches.h"
#include "sourdine/random/random.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {

class BernoulliBits {
 public:
  explicit BernoulliBits(Threshold threshold);

  // Each of the first `bits` bits of `out` is 1 with probability exactly threshold/2^64, independently of all others;
  // what the rest becomes is unspecified. `wanted` tells which bits are used at all.
  void fill(Random& random, std::span<std::uint8_t> out, std::size_t bits);
  template <class Wanted>
  void fill(Random& random, std::span<std::uint8_t> out, std::size_t bits, Wanted) {
    fill(random, out, bits);
  }
  // The same for one record: no decision is made ahead for others.
  void fill(RowBits& row, std::span<std::uint8_t> out, std::size_t bits);
  template <class Wanted>
  void fill(RowBits& row, std::span<std::uint8_t> out, std::size_t bits, Wanted) {
    fill(row, out, bits);
  }
  // Every outcome of the bits wanted; the others become 0.
  template <class Wanted>
  void fill(Branches& branches, std::span<std::uint8_t> out, std::size_t bits, Wanted wanted) const {
    std::fill(out.begin(), out.end(), std::uint8_t{0});
    for (std::size_t i = 0; i < bits; ++i) {
      if (wanted(i) && branches.bernoulli(threshold_)) set_bit(out, i);
    }
  }

  // One decision, from 64 made at a time.
  bool next(Random& random) {
    if (left_ == 0) {
      fill(random, {reinterpret_cast<std::uint8_t*>(&ready_), sizeof ready_}, 64);
      left_ = 64;
    }
    const bool decision = (ready_ & 1) != 0;
    ready_ >>= 1;
    --left_;
    return decision;
  }
  bool next(Branches& branches) const { return branches.bernoulli(threshold_); }

  // Below this threshold true decisions are walked to: measured, a step costs about as much as 2,000 decisions.
  static constexpr std::uint64_t sparse_below = ~std::uint64_t{0} / 2000;
  // Digits compared before the numbers still open are taken out.
  static constexpr unsigned digits = 2;
  // Words decided together: at most `block`, drawn for a multiple of `granule` (the widest vector of this age). Fewer
  // than a granule are decided to the last digit one by one. What is drawn does not depend on the machine's vectors.
  static constexpr std::size_t block = 64;
  static constexpr std::size_t granule = 8;
  // Words of a rest decided together, where at least as many words wait for it; 64 decisions at a time otherwise.
  static constexpr std::size_t reserve_words = block / 4;

  // The decisions on t without its first digits: bits at … end−1 of `words` (with room behind, since reads pass the
  // end). Only words that may be read before they are written are set at first: single records make many of these.
  struct Level {
    Level() { words[0] = words[1] = words[reserve_words] = 0; }
    std::uint64_t t = 0;
    bool is_last = false;
    std::size_t at = 0;
    std::size_t end = 0;
    std::uint64_t words[reserve_words + 2];
  };

 private:
  Threshold threshold_;
  std::array<Level, 4> levels_;
  bool is_sparse_;
  std::uint64_t ready_ = 0;
  unsigned left_ = 0;
};

// `count` ≤ max_few decisions in the low bits of a word, each 1 with probability exactly threshold/2^64. A word of the
// source has a digit for all of them several times over: for a single record this takes the fewest words.
inline constexpr std::size_t max_few = 32;
inline std::uint64_t decide_few(Random& random, Threshold threshold, std::size_t count) {
  std::uint64_t less = 0, open = (std::uint64_t{1} << count) - 1, digits = 0;
  std::size_t left = 0;  // bits of `digits`
  for (std::uint64_t t = threshold.numerator; t != 0 && open != 0; t <<= 1, digits >>= count, left -= count) {
    if (left < count) {
      digits = random.next();
      left = 64;
    }
    // A number is less at the first digit where it has 0 and t has 1; it stays open while the digits are equal.
    const std::uint64_t digit = std::uint64_t{0} - (t >> 63);
    less |= open & digit & ~digits;
    open &= ~(digits ^ digit);
  }
  return less;
}

// `count` ≤ max_count independent decisions, by number.
template <std::size_t max_count>
class Decisions {
 public:
  template <Chance C>
  Decisions(Threshold threshold, C& chance, std::size_t count) {
    if constexpr (std::same_as<C, RowBits>) {
      if (count == 1) {  // a record's only one: a word, instead of several for 64 that nobody asks for
        words_[0] = chance.bernoulli(threshold) ? 1 : 0;
        return;
      }
    }
    BernoulliBits(threshold).fill(chance, {reinterpret_cast<std::uint8_t*>(words_.data()), sizeof words_}, count,
                                  [](std::size_t) { return true; });
  }
  bool operator[](std::size_t i) const { return (words_[i / 64] >> (i % 64) & 1) != 0; }

  // Calls use(i, decision) for all of them, in order.
  template <class Use>
  void for_each(std::size_t count, Use use) const {
    for (std::size_t first = 0; first < count; first += 64) {
      std::uint64_t word = words_[first / 64];
      for (std::size_t i = first; i < std::min(first + 64, count); ++i, word >>= 1) use(i, (word & 1) != 0);
    }
  }
  // Calls use(i) for every true decision, in order: no branch that depends on a single decision, which the processor
  // could only guess.
  template <class Use>
  void for_each_true(std::size_t count, Use use) const {
    for (std::size_t first = 0; first < count; first += 64) {
      std::uint64_t word = words_[first / 64];
      if (count - first < 64) word &= (std::uint64_t{1} << (count - first)) - 1;
      for (; word != 0; word &= word - 1) use(first + static_cast<std::size_t>(std::countr_zero(word)));
    }
  }

 private:
  std::array<std::uint64_t, (max_count + 63) / 64> words_{};
};

}  // namespace sourdine
