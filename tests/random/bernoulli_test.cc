#include "sourdine/random/bernoulli.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/random/branches.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using testing::enumerate_law;
using testing::Rational;

TEST(BernoulliRational, IsTheExactFraction) {
  for (std::uint64_t denominator = 1; denominator <= 8; ++denominator) {
    for (std::uint64_t numerator = 0; numerator <= denominator; ++numerator) {
      auto law = enumerate_law<Rational>(
          {}, [&](Branches& chance) { return bernoulli_rational(chance, numerator, denominator); });
      EXPECT_EQ(law.mass[true], Rational(numerator, denominator));
      EXPECT_EQ(law.total(), 1);
    }
  }
}

TEST(BernoulliRational, DenominatorsBeyond64BitsAreDecidedBitByBit) {
  struct Case {
    Wide numerator, denominator;
  };
  const Wide large = (static_cast<Wide>(1) << 127) - 1;
  for (const auto& [numerator, denominator] :
       {Case{1, large}, Case{large / 3, large}, Case{large - 1, large}, Case{large, large}, Case{0, large},
        Case{static_cast<Wide>(3) << 100, static_cast<Wide>(1) << 102}}) {
    const auto law = enumerate_law<double>(
        {.public_words = 1, .prune_bits = 50},
        [a = numerator, b = denominator](Branches& chance) { return bernoulli_rational(chance, a, b); });
    const double p = static_cast<double>(numerator) / static_cast<double>(denominator);
    const double yes = law.mass.contains(true) ? law.mass.at(true) : 0;
    EXPECT_NEAR(yes, p, 1e-14);
    EXPECT_LE(law.cut, 0x1p-50);
  }
}

TEST(BernoulliExp, EnumerationGivesTheExponential) {
  struct Case {
    std::uint64_t numerator, denominator;
  };
  for (const auto& [numerator, denominator] :
       {Case{0, 1}, Case{1, 1000000}, Case{1, 10}, Case{1, 2}, Case{2, 3}, Case{1, 1}, Case{3, 2}, Case{5, 2},
        Case{3, 1}, Case{123456789, 1000000000}}) {
    const auto law = enumerate_law<double>(
        {.public_words = 1, .prune_bits = 50},
        [a = numerator, b = denominator](Branches& chance) { return bernoulli_exp(chance, a, b); });
    const double gamma = static_cast<double>(numerator) / static_cast<double>(denominator);
    EXPECT_NEAR(law.mass.at(true), std::exp(-gamma), 1e-9) << gamma;
    EXPECT_LE(law.cut, 1e-9) << gamma;
    EXPECT_NEAR(law.total(), 1, 1e-12) << gamma;
  }
}

}  // namespace
}  // namespace sourdine
