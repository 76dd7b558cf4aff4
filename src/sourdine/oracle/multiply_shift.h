// Multiply-shift hashing with proven pairwise independence, and its division into buckets. Public hash seeds only.
//
// With A, B uniform W-bit words, H(x) = the top w bits of (A·x + B mod 2^W), for u-bit keys x, u + w − 1 ≤ W.
// Theorem (Dietzfelbinger, STACS 1996): for keys x ≠ y, (H(x), H(y)) is exactly uniform on pairs of w-bit numbers.
// Proof. Let z_x = A·x + B, z_y = z_x + A·(y−x), and y − x = o·2^s with o odd, so s ≤ u − 1 ≤ W − w. B makes z_x
// uniform and independent of A. A·o is uniform mod 2^W, so z_y − z_x is a uniform multiple of 2^s, independent of z_x:
// given z_x, z_y is uniform on a residue class mod 2^s. The words with given top bits are 2^(W−w) consecutive ones, a
// multiple of 2^s: each such run holds equally many words of that class. ∎
//
// Bucket y of g = the hashes h with ⌊h·g / 2^w⌋ = y: an interval of words, so that "x hashes to y" is one subtraction
// and one comparison, and x → x + 1 one addition.
#pragma once

#include <algorithm>
#include <concepts>
#include <cstdint>
#include <limits>

#include "sourdine/base/bits.h"
#include "sourdine/base/wide.h"

namespace sourdine {

template <std::unsigned_integral Word>
struct MultiplyShift {
  Word multiplier;
  Word addend;

  // A word whose top bits are the hash of x.
  Word operator()(std::uint64_t x) const { return static_cast<Word>(std::uint64_t{multiplier} * x + addend); }
};

// The words of one bucket: low … low + size − 1 mod 2^W.
template <std::unsigned_integral Word>
struct Bucket {
  Word low;
  Word size;

  bool contains(Word word) const { return static_cast<Word>(word - low) < size; }
};

// g buckets, 2 ≤ g ≤ 2^w, of sizes that differ by one hash at most.
template <std::unsigned_integral Word>
class Buckets {
 public:
  // As many hash bits w as the independence of `keys` keys allows (32 suffice).
  Buckets(std::uint64_t count, std::uint64_t keys)
      : count_(count), hash_bits_(std::min<std::size_t>(32, word_bits + 1 - bits_for_count(keys))) {}

  std::uint64_t count() const { return count_; }
  std::uint64_t bucket_of(Word word) const {
    return (std::uint64_t{word} >> (word_bits - hash_bits_)) * count_ >> hash_bits_;
  }
  Bucket<Word> operator[](std::uint64_t bucket) const {
    const std::uint64_t low = first_hash(bucket) << (word_bits - hash_bits_);
    const std::uint64_t end = first_hash(bucket + 1) << (word_bits - hash_bits_);
    return {static_cast<Word>(low), static_cast<Word>(end - low)};
  }

  // Pr[two different keys share a bucket] = Σ (size/2^w)², a little over 1/g unless g is a power of two.
  double collision() const {
    const std::uint64_t hashes = std::uint64_t{1} << hash_bits_;
    const std::uint64_t small = hashes / count_;
    const std::uint64_t larger = hashes % count_;  // this many buckets hold one hash more
    const Wide pairs = Wide{count_ - larger} * small * small + Wide{larger} * (small + 1) * (small + 1);
    return static_cast<double>(pairs) / static_cast<double>(Wide{hashes} * hashes);
  }

 private:
  static constexpr std::size_t word_bits = std::numeric_limits<Word>::digits;

  // The smallest hash h with h·g ≥ bucket·2^w.
  std::uint64_t first_hash(std::uint64_t bucket) const { return ((bucket << hash_bits_) + count_ - 1) / count_; }

  std::uint64_t count_;
  std::size_t hash_bits_;
};

}  // namespace sourdine
