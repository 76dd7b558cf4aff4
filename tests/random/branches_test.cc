#include "sourdine/random/branches.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "sourdine/random/random.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using testing::enumerate_law;
using testing::Rational;

static_assert(Chance<Branches>);
static_assert(Chance<Random>);

TEST(Branches, ProbabilitiesAreExactAndSumToOne) {
  const auto law = enumerate_law<Rational>({}, [](Branches& chance) {
    if (chance.bernoulli(Threshold{3})) return std::uint64_t{100};
    return chance.bernoulli(2, 7) ? chance.below(5) : 10 + chance.below(3);
  });
  const Rational two_to_64 = Rational(~std::uint64_t{0}) + 1;
  const Rational rest = 1 - 3 / two_to_64;
  ASSERT_EQ(law.mass.size(), 9U);
  EXPECT_EQ(law.mass.at(100), 3 / two_to_64);
  for (std::uint64_t i = 0; i < 5; ++i) EXPECT_EQ(law.mass.at(i), rest * Rational(2, 35));
  for (std::uint64_t i = 10; i < 13; ++i) EXPECT_EQ(law.mass.at(i), rest * Rational(5, 21));
  EXPECT_EQ(law.cut, 0);
  EXPECT_EQ(law.total(), 1);
}

TEST(Branches, CertainDecisionsAreNoBranches) {
  int visits = 0;
  Branches().explore([&](Branches& chance) {
    ++visits;
    EXPECT_FALSE(chance.bernoulli(Threshold{0}));
    EXPECT_FALSE(chance.bernoulli(0, 9));
    EXPECT_TRUE(chance.bernoulli(9, 9));
    EXPECT_EQ(chance.below(1), 0U);
    EXPECT_TRUE(chance.path().empty());
  });
  EXPECT_EQ(visits, 1);
}

TEST(Branches, PrunedMassIsAccountedForExactly) {
  // Tosses until a head: 2^−1, 2^−2, … The path of 11 tails is the first below 2^−10.
  const auto law = enumerate_law<Rational>({.public_words = 1, .prune_bits = 10}, [](Branches& chance) {
    int tails = 0;
    while (chance.below(2) == 0) ++tails;
    return tails;
  });
  ASSERT_EQ(law.mass.size(), 10U);
  for (int tails = 0; tails < 10; ++tails) EXPECT_EQ(law.mass.at(tails), Rational(1, 2 << tails));
  EXPECT_EQ(law.cut, Rational(1, 1024));
  EXPECT_EQ(law.total(), 1);
}

TEST(Branches, PublicWordsAreAFixedListOfDifferentWords) {
  const auto body = [](Branches& chance) { return chance.public_word(); };
  const auto law = enumerate_law<Rational>({.public_words = 50}, body);
  EXPECT_EQ(law.mass.size(), 50U);
  EXPECT_EQ(law.total(), 1);
  EXPECT_EQ(law.mass, enumerate_law<Rational>({.public_words = 50}, body).mass);
}

TEST(Branches, AnExplorationCanBeRepeated) {
  Branches branches;
  for (int round = 0; round < 2; ++round) {
    int visits = 0;
    branches.explore([&](Branches& chance) { visits += chance.below(6) < 6 ? 1 : 0; });
    EXPECT_EQ(visits, 6);
  }
}

TEST(Branches, ABodyThatDependsOnSomethingElseIsCaught) {
  std::uint64_t calls = 0;
  EXPECT_THROW(Branches().explore([&](Branches& chance) { chance.below(2 + calls++); }), Error);
}

}  // namespace
}  // namespace sourdine
