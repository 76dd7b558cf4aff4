// Random: a stream of uniform 64-bit words and the exact decisions every randomiser is made of.
//
// Contract: words are independent and uniform; bernoulli(t) is true with probability exactly t/2^64, and
// bernoulli(a, b) with probability exactly a/b; below(n) is exactly uniform on 0 … n−1 (rejection, no modulo bias). No
// floating-point number takes part in a decision. A Random is not thread-safe: use one per thread.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>

#include "sourdine/base/wide.h"
#include "sourdine/random/threshold.h"

namespace sourdine {

class Random {
 public:
  virtual ~Random() = default;
  Random(const Random&) = delete;
  Random& operator=(const Random&) = delete;

  // True only where the key is secret: SecureBits (from the kernel) and KeyedBits (from the client's own secret).
  // Everything made with another source is marked "not private".
  virtual bool is_private() const noexcept = 0;

  std::uint64_t next() {
    if (pool_->left == 0) refill();
    return pool_->words[--pool_->left];
  }

  // `count` ≤ max_words words at once, for code that works on many; valid until the next draw of any kind. They are
  // independent and uniform, but not in the order in which next() would give them. Throws Error(internal) for more.
  static constexpr std::size_t max_words = 1024;
  std::span<const std::uint64_t> words(std::size_t count) {
    if (count > max_words) fail_too_many_words(count);
    while (pool_->left < count) refill();
    pool_->left -= count;
    return {pool_->words + pool_->left, count};
  }

  bool bernoulli(Threshold t) { return next() < t.numerator; }

  // Uniform on 0 … n−1, n ≥ 1. Lemire's multiplication method: the low half tells whether the draw must be rejected.
  std::uint64_t below(std::uint64_t n) {
    Wide product = static_cast<Wide>(next()) * n;
    if (static_cast<std::uint64_t>(product) < n) {
      const std::uint64_t reject_below = (std::uint64_t{0} - n) % n;
      while (static_cast<std::uint64_t>(product) < reject_below) {
        product = static_cast<Wide>(next()) * n;
      }
    }
    return static_cast<std::uint64_t>(product >> 64);
  }

  // True with probability numerator/denominator, 0 ≤ numerator ≤ denominator, denominator ≥ 1.
  bool bernoulli(std::uint64_t numerator, std::uint64_t denominator) { return below(denominator) < numerator; }

  // A word that will be published in the report (a hash seed). The same as next(); the audit treats it apart.
  std::uint64_t public_word() { return next(); }

 protected:
  // `left` comes first and zero means "empty", so that memory wiped by the kernel after a fork reads as empty.
  struct Pool {
    static constexpr std::size_t size = 4096;
    std::uint64_t left;
    std::uint64_t words[size];
  };

  Random() = default;
  // Replaces the words that are left by fresh ones: at least one, and at least max_words when called again and again.
  virtual void refill() = 0;

  Pool* pool_ = nullptr;

 private:
  [[noreturn]] static void fail_too_many_words(std::size_t count);
};

// What a randomiser may ask of its source. Written against this, and against the samplers that make many such decisions
// at once (bernoulli_bits.h, uniform_numbers.h, public_words.h), the same code runs on a generator (Random) and on
// every outcome (Branches), so the audit enumerates the code that ships, not a description of it.
template <class C>
concept Chance = requires(C& chance, Threshold t, std::uint64_t n) {
  { chance.bernoulli(t) } -> std::same_as<bool>;
  { chance.bernoulli(n, n) } -> std::same_as<bool>;
  { chance.below(n) } -> std::same_as<std::uint64_t>;
  { chance.public_word() } -> std::same_as<std::uint64_t>;
};

}  // namespace sourdine
