#include "sourdine/longitudinal/attacks.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

TEST(Attacks, GuessesFromOneReportAreThoseOfTheTheory) {
  const auto support = [](const char* name, Value k) { return make_oracle({name, Domain(k), 1, {}})->support(); };
  EXPECT_NEAR(guess_from_value(support("grr", 4).yes), .475367, 1e-6);
  EXPECT_NEAR(guess_from_value(support("grr", 17).yes), .145221, 1e-6);
  EXPECT_NEAR(guess_from_hash(1, 4), .464785, 1e-6);
  EXPECT_NEAR(guess_from_hash(1, 17), .109361, 1e-6);
  EXPECT_EQ(guess_from_hash(1, 2), .5);
  const auto unary = [&](const char* name, Value k) {
    return guess_from_unary(support(name, k).yes, support(name, k).no, k);
  };
  EXPECT_NEAR(unary("sue", 4), .373066, 1e-6);
  EXPECT_NEAR(unary("oue", 4), .380866, 1e-6);
  EXPECT_NEAR(unary("sue", 17), .096964, 1e-6);
  EXPECT_NEAR(unary("oue", 17), .109025, 1e-6);
  const auto subset = make_oracle({"ss", Domain(16), 1, {{"omega", 4}}});
  EXPECT_NEAR(guess_from_subset(subset->support().yes, 4), std::exp(1) / (std::exp(1) + 3) / 4, 1e-12);
  for (const Value k : {4U, 17U}) {
    EXPECT_NEAR(guess_bound(1, k), support("grr", k).yes, 1e-12) << "grr reaches the bound";
    EXPECT_LT(unary("oue", k), guess_bound(1, k));
  }
}

// Every pair of memos of a small channel, by definition.
TEST(Attacks, ChangesOfDBitFlipShowAsOftenAsStated) {
  for (const std::uint64_t bits : {1U, 2U, 3U, 5U}) {
    const Value b = 5;
    const auto oracle = make_oracle({"dbitflip", Domain(b), 1.5, {{"bits", static_cast<double>(bits)}}});
    const auto& memoised = dynamic_cast<const Memoised&>(*oracle);
    double differs = 0;
    Branches branches;
    branches.explore([&](Branches& chance) {
      const std::uint64_t trait = memoised.draw_trait(chance);
      std::vector<std::uint8_t> before(memoised.memo_bytes()), after(memoised.memo_bytes());
      const std::string from = memoised.symbol(1, trait), to = memoised.symbol(4, trait);
      memoised.respond_permanently(from, trait, chance, before);
      if (from == to) {
        after = before;
      } else {
        memoised.respond_permanently(to, trait, chance, after);
      }
      double probability = 1;
      for (const Fraction& step : chance.path()) {
        probability *= static_cast<double>(step.numerator) /
                       (step.denominator == 0 ? 0x1p64 : static_cast<double>(step.denominator));
      }
      if (before != after) differs += probability;
    });
    EXPECT_NEAR(change_shows(oracle->support().yes, oracle->support().no, b, bits), differs, 1e-12) << bits;
  }
}

TEST(Attacks, RefusesReportsThatAreNotTheirs) {
  const auto oracle = make_oracle({"l-grr", Domain(4), 1, {}});
  SeededBits random(1);
  const Reports none(oracle->report_bytes());
  EXPECT_EQ(testing::input_error([&] { averaging_attack(*oracle, std::vector<Value>{1}, none, 3, random); }),
            "1 persons with 3 reports each do not have 0 reports");
  const auto grr = make_oracle({"grr", Domain(4), 1, {}});
  EXPECT_EQ(testing::input_error([&] { averaging_attack(*grr, {}, none, 1, random); }),
            "oracle 'grr' keeps no permanent responses");
}

}  // namespace
}  // namespace sourdine
