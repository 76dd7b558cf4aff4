#include "sourdine/random/random.h"

#include <gtest/gtest.h>

#include <type_traits>

#include "sourdine/random/keyed_bits.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"
#include "support/scripted_random.h"

namespace sourdine {
namespace {

using testing::ScriptedRandom;

// A copied generator would give the same words twice.
static_assert(!std::is_copy_constructible_v<Random> && !std::is_copy_assignable_v<Random>);
static_assert(!std::is_copy_constructible_v<SecureBits> && !std::is_move_constructible_v<SecureBits>);
static_assert(!std::is_copy_constructible_v<SeededBits> && !std::is_copy_assignable_v<SeededBits>);
static_assert(!std::is_copy_constructible_v<KeyedBits> && !std::is_copy_assignable_v<KeyedBits>);
// Code that asks for SecureBits cannot be given seeded bits, and no number turns into a generator by itself.
static_assert(!std::is_convertible_v<SeededBits*, SecureBits*> && !std::is_convertible_v<SecureBits*, SeededBits*>);
static_assert(!std::is_constructible_v<SecureBits, SeededBits> && !std::is_constructible_v<SecureBits, std::uint64_t>);
static_assert(!std::is_convertible_v<std::uint64_t, SeededBits>);
static_assert(std::is_final_v<SecureBits> && std::is_final_v<SeededBits> && std::is_final_v<KeyedBits>);

// It used to refill for ever: no buffer can hold that many.
TEST(Random, WordsRefusesMoreThanABufferHolds) {
  SeededBits random(1);
  EXPECT_EQ(random.words(Random::max_words).size(), Random::max_words);
  for (const std::size_t count : {Random::max_words + 1, std::size_t{4097}, std::size_t{1} << 40}) {
    EXPECT_EQ(testing::error_code([&] { random.words(count); }), ErrorCode::internal);
  }
}

TEST(Random, BernoulliComparesTheWholeWordStrictly) {
  ScriptedRandom random({4, 5, 0, ~std::uint64_t{0}, ~std::uint64_t{0} - 1});
  EXPECT_TRUE(random.bernoulli(Threshold{5}));
  EXPECT_FALSE(random.bernoulli(Threshold{5}));
  EXPECT_FALSE(random.bernoulli(Threshold{0}));
  EXPECT_FALSE(random.bernoulli(Threshold{~std::uint64_t{0}}));
  EXPECT_TRUE(random.bernoulli(Threshold{~std::uint64_t{0}}));
}

// Smallest word whose product with n has the high half `outcome`; 2^64 (for outcome = n) as a Wide.
Wide first_word(std::uint64_t outcome, std::uint64_t n) { return ((static_cast<Wide>(outcome) << 64) + n - 1) / n; }

bool is_rejected(Wide word, std::uint64_t n) {
  ScriptedRandom random({static_cast<std::uint64_t>(word), ~std::uint64_t{0}});  // the last word is always accepted
  random.below(n);
  return random.drawn() == 2;
}

std::uint64_t outcome_of(Wide word, std::uint64_t n) {
  return ScriptedRandom({static_cast<std::uint64_t>(word)}).below(n);
}

// The words of one outcome are consecutive and their low halves grow by n from less than n, while words are rejected
// only where the low half is less than 2^64 mod n < n: at most the first word of an outcome is rejected. So looking at
// the first, second and last word counts exactly how many of the 2^64 words give each outcome.
TEST(Random, BelowGivesEveryOutcomeTheSameNumberOfWords) {
  for (const std::uint64_t n : {1ULL, 2ULL, 3ULL, 5ULL, 7ULL, 17ULL, 100ULL, 1000ULL, (1ULL << 32) + 1, 1ULL << 63,
                                (1ULL << 63) + 1, 12345678901234567890ULL, ~0ULL}) {
    const auto share = static_cast<std::uint64_t>((static_cast<Wide>(1) << 64) / n);  // 0 when n = 1: 2^64
    for (std::uint64_t i = 0; i < 1000 && i < n; ++i) {
      const std::uint64_t outcome = i < 500 ? i : n - 1 - (i - 500);
      const Wide first = first_word(outcome, n);
      const Wide last = first_word(outcome + 1, n) - 1;
      const bool first_rejected = is_rejected(first, n);
      if (last > first) {
        ASSERT_FALSE(is_rejected(first + 1, n)) << n << " " << outcome;
        ASSERT_EQ(outcome_of(first + 1, n), outcome) << n;
        ASSERT_EQ(outcome_of(last, n), outcome) << n;
      }
      ASSERT_EQ(static_cast<std::uint64_t>(last - first + 1 - (first_rejected ? 1U : 0U)), share)
          << n << " " << outcome;
      if (!first_rejected) {
        ASSERT_EQ(outcome_of(first, n), outcome) << n;
      }
    }
  }
}

TEST(Random, BelowRejectsAndDrawsAgain) {
  // 2^64 mod 3 = 1: of all words only 0 is rejected.
  ScriptedRandom random({0, 0, 0, 1});
  EXPECT_EQ(random.below(3), 0U);
  EXPECT_EQ(random.drawn(), 4U);
}

TEST(Random, RationalBernoulliIsBelowItsNumerator) {
  ScriptedRandom random({1, ~std::uint64_t{0} / 5 * 2, ~std::uint64_t{0} / 5 * 2 + 2});
  EXPECT_TRUE(random.bernoulli(2, 5));
  EXPECT_TRUE(random.bernoulli(2, 5));
  EXPECT_FALSE(random.bernoulli(2, 5));
}

}  // namespace
}  // namespace sourdine
