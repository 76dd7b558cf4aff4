#include "sourdine/random/laplace_table.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "random/noise_laws.h"
#include "sourdine/random/seeded_bits.h"
#include "support/scripted_random.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using Precise = boost::multiprecision::cpp_bin_float_100;

TEST(LaplaceTable, ThresholdsAreTheTailsRoundedDown) {
  for (const auto& [t, s] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {1, 16}, {20, 1}, {500'000'001, 10'000'000}}) {
    const LaplaceTable table(t, s);
    const Precise ratio = exp(-Precise(s) / t);
    std::uint64_t m = 0;
    for (const std::uint64_t threshold : table.thresholds()) {
      ++m;
      const Precise tail = 2 * exp(-Precise(s) * m / t) / (1 + ratio);
      ASSERT_EQ(threshold, floor(ldexp(tail, 64)).convert_to<std::uint64_t>()) << m;
      // Far apart: equality of a word with one threshold decides about all others.
      if (m > 1) {
        ASSERT_GT(table.thresholds()[m - 2] - threshold, std::uint64_t{1} << 40);
      }
    }
    EXPECT_EQ(m, 8 * t / s + 1);
  }
}

// A word below c_m makes |X| ≥ m, one above does not; both sides of every threshold are tried.
TEST(LaplaceTable, WordsNextToAThresholdFallOnItsTwoSides) {
  const LaplaceTable table(3, 2);
  const auto magnitude = [&table](std::uint64_t word) {
    testing::ScriptedRandom random({0, word, ~std::uint64_t{0}});  // signs, the word, no excess
    std::int64_t number = 0;
    table.add(random, std::span(&number, 1));
    return static_cast<std::size_t>(number);
  };
  for (std::size_t m = 1; m <= table.thresholds().size(); ++m) {
    EXPECT_EQ(magnitude(table.thresholds()[m - 1] - 1), m);
    EXPECT_EQ(magnitude(table.thresholds()[m - 1] + 1), m - 1);
  }
}

TEST(LaplaceTable, AWordOnAThresholdIsSettledByTheNextWords) {
  const std::uint64_t t = 3, s = 2;
  const LaplaceTable table(t, s);
  for (const std::size_t m : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    const Precise tail = ldexp(2 * exp(-Precise(s) * m / t) / (1 + exp(-Precise(s) / t)), 64);
    const auto next = floor(ldexp(tail - floor(tail), 64)).convert_to<std::uint64_t>();
    const auto magnitude = [&](std::uint64_t second) {
      testing::ScriptedRandom random({0, table.thresholds()[m - 1], second});
      std::int64_t number = 0;
      table.add(random, std::span(&number, 1));
      return static_cast<std::size_t>(number);
    };
    EXPECT_EQ(magnitude(next - 1), m);
    EXPECT_EQ(magnitude(next + 1), m - 1);
  }
}

TEST(LaplaceTable, ExcessAddsUpAndSignsAreTheBitsOfOneWord) {
  const LaplaceTable table(2, 1);  // 17 thresholds
  const std::uint64_t top = ~std::uint64_t{0};
  testing::ScriptedRandom random({0b10, 1, 1, top, 1, top});
  std::vector<std::int64_t> numbers = {100, 100};
  table.add(random, numbers);
  EXPECT_EQ(numbers[0], 100 + 17 + 17 + 0);
  EXPECT_EQ(numbers[1], 100 - 17 - 0);
}

TEST(LaplaceTable, HasTheLaw) {
  SeededBits random(71);
  for (const auto& [t, s] : {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {1, 8}, {5, 2}, {40, 1}}) {
    const testing::NoiseLaw law = testing::discrete_laplace_law(static_cast<double>(t) / static_cast<double>(s));
    std::vector<std::int64_t> numbers(400'000);
    LaplaceTable(t, s).add(random, numbers);
    std::vector<std::uint64_t> observed(law.probabilities.size());
    for (const std::int64_t x : numbers) ++observed.at(static_cast<std::size_t>(x + law.radius));
    EXPECT_GT(testing::chi_squared_test(observed, law.probabilities), testing::false_alarm / 4) << t << "/" << s;
  }
}

TEST(LaplaceTable, FitsOnlyScalesWhoseThresholdsAreFarApart) {
  EXPECT_TRUE(LaplaceTable::fits(512, 1));
  EXPECT_FALSE(LaplaceTable::fits(513, 1));
  EXPECT_TRUE(LaplaceTable::fits(1, 16));
  EXPECT_FALSE(LaplaceTable::fits(1, 17));
  EXPECT_FALSE(LaplaceTable::fits(0, 1));
  EXPECT_TRUE(LaplaceTable::fits(~std::uint64_t{0}, ~std::uint64_t{0}));
  EXPECT_GT(LaplaceTable(512, 1).thresholds().back(), std::uint64_t{1} << 50);
}

}  // namespace
}  // namespace sourdine
