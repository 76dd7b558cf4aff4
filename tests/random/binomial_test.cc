#include "sourdine/random/binomial.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "sourdine/random/seeded_bits.h"
#include "support/scripted_random.h"

namespace sourdine {
namespace {

using testing::ScriptedRandom;

constexpr std::uint64_t largest_n = std::uint64_t{1} << 63;

TEST(Binomial, CertainAndImpossibleTrialsDrawNothing) {
  ScriptedRandom random({});
  EXPECT_EQ(sample_binomial(random, largest_n, 1, 1), largest_n);
  EXPECT_EQ(sample_binomial(random, largest_n, 0, 5), 0U);
  EXPECT_EQ(sample_binomial(random, largest_n, Threshold{0}), 0U);
  EXPECT_EQ(sample_binomial(random, 0, 1, 3), 0U);
  EXPECT_EQ(sample_fair_binomial(random, 0), 0U);
}

TEST(Binomial, FollowsTheBinaryExpansionOfTheProbability) {
  // p = 5/8 = 0.101: four trials, coins in the leading bits of each word.
  // Round 1 (bit 1): 1010 → two zeros succeed, two stay. Round 2 (bit 0): 10 → one fails, one stays.
  // Round 3 (bit 1): 0 → succeeds.
  ScriptedRandom random({std::uint64_t{0b1010} << 60, std::uint64_t{0b10} << 62, 0});
  EXPECT_EQ(sample_binomial(random, 4, 5, 8), 3U);
  EXPECT_EQ(random.drawn(), 3U);
}

TEST(Binomial, StopsWhenTheExpansionEnds) {
  // p = 1/2 = 0.1: trials whose first bit is 1 agree with p so far and have U ≥ p.
  ScriptedRandom random({std::uint64_t{0b0111} << 60});
  EXPECT_EQ(sample_binomial(random, 4, 1, 2), 1U);
}

TEST(Binomial, StaysInRangeAtTheExtremes) {
  SeededBits random(3);
  const Wide denominator = (static_cast<Wide>(1) << 127) - 1;
  for (int i = 0; i < 200; ++i) {
    EXPECT_LE(sample_binomial(random, largest_n, denominator - 1, denominator), largest_n);
    EXPECT_LE(sample_binomial(random, largest_n, 1, denominator), 1U);
    EXPECT_LE(sample_binomial(random, 1, 1, 3), 1U);
  }
}

TEST(Binomial, RejectsWhatTheContractExcludes) {
  SeededBits random(4);
  EXPECT_THROW(sample_binomial(random, largest_n + 1, 1, 2), Error);
  EXPECT_THROW(sample_fair_binomial(random, largest_n + 1), Error);
  EXPECT_THROW(sample_binomial(random, 1, 1, 0), Error);
  EXPECT_THROW(sample_binomial(random, 1, 3, 2), Error);
  EXPECT_THROW(sample_binomial(random, 1, 1, static_cast<Wide>(1) << 127), Error);
}

}  // namespace
}  // namespace sourdine
