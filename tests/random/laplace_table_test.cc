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
    std::uint64_t m = 0;
    for (const std::uint64_t threshold : table.thresholds()) {
      ++m;
      ASSERT_EQ(threshold, floor(ldexp(exp(-Precise(s) * m / t), 64)).convert_to<std::uint64_t>()) << m;
      // Far apart: equality of a word with one threshold decides about all others.
      if (m > 1) {
        ASSERT_GT(table.thresholds()[m - 2] - threshold, std::uint64_t{1} << 40);
      }
    }
    EXPECT_EQ(m, 8 * t / s + 1);
  }
}

// One number from given words; the signs' word comes after the magnitude's.
std::int64_t number_from(const LaplaceTable& table, std::vector<std::uint64_t> words) {
  testing::ScriptedRandom random(std::move(words));
  std::int64_t number = 0;
  table.add(random, std::span(&number, 1));
  return number;
}

constexpr std::uint64_t top = ~std::uint64_t{0};

// A word below c_m makes the magnitude at least m, one above does not; both sides of every threshold are tried.
TEST(LaplaceTable, WordsNextToAThresholdFallOnItsTwoSides) {
  const LaplaceTable table(3, 2);
  const auto length = static_cast<std::int64_t>(table.thresholds().size());
  std::int64_t m = 1;
  for (const std::uint64_t threshold : table.thresholds()) {
    EXPECT_EQ(number_from(table, {threshold + 1, 0}), m - 1);
    EXPECT_EQ(number_from(table, m < length ? std::vector<std::uint64_t>{threshold - 1, 0}
                                            : std::vector<std::uint64_t>{threshold - 1, top, 0}),
              m);
    ++m;
  }
}

TEST(LaplaceTable, AWordOnAThresholdIsSettledByTheNextWords) {
  const std::uint64_t t = 3, s = 2;
  const LaplaceTable table(t, s);
  for (const std::size_t m : {std::size_t{1}, std::size_t{2}, std::size_t{7}}) {
    const Precise tail = ldexp(exp(-Precise(s) * m / t), 64);
    const auto next = floor(ldexp(tail - floor(tail), 64)).convert_to<std::uint64_t>();
    const std::uint64_t threshold = table.thresholds()[m - 1];
    EXPECT_EQ(number_from(table, {threshold, next - 1, 0}), static_cast<std::int64_t>(m));
    EXPECT_EQ(number_from(table, {threshold, next + 1, 0}), static_cast<std::int64_t>(m) - 1);
  }
}

TEST(LaplaceTable, BeyondTheTableTheExcessIsDrawnAnew) {
  const LaplaceTable table(2, 1);  // 17 thresholds
  EXPECT_EQ(number_from(table, {1, 1, top, 0}), 17 + 17 + 0);
  EXPECT_EQ(number_from(table, {1, table.thresholds()[4] - 1, 1}), -(17 + 5));
}

TEST(LaplaceTable, ZeroHasOneSignOnly) {
  const LaplaceTable table(2, 1);
  testing::ScriptedRandom random({top, 0b011, table.thresholds()[2] - 1, top});
  std::vector<std::int64_t> numbers = {100, 100};
  table.add(random, numbers);  // −0 is drawn again and becomes −3, the next is +0
  EXPECT_EQ(numbers, (std::vector<std::int64_t>{97, 100}));
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
  EXPECT_TRUE(LaplaceTable::fits(1 << 20, 1));
  EXPECT_FALSE(LaplaceTable::fits((1 << 20) + 1, 1));
  EXPECT_TRUE(LaplaceTable::fits(1, 16));
  EXPECT_FALSE(LaplaceTable::fits(1, 17));
  EXPECT_FALSE(LaplaceTable::fits(0, 1));
  EXPECT_TRUE(LaplaceTable::fits(~std::uint64_t{0}, ~std::uint64_t{0}));
  EXPECT_GT(LaplaceTable(512, 1).thresholds().back(), std::uint64_t{1} << 50);
}

TEST(LaplaceTable, LongScalesAreBlocksAndRemainders) {
  EXPECT_EQ(LaplaceTable(512, 1).block(), 1U);
  for (const auto& [t, s] : {std::pair<std::uint64_t, std::uint64_t>{513, 1}, {100'000, 3}, {1 << 20, 1}}) {
    const LaplaceTable table(t, s);
    const std::uint64_t block = table.block();
    ASSERT_LE(t, 512 * s * block);
    ASSERT_GT(t, 256 * s * block);
    ASSERT_EQ(table.remainder_thresholds().size(), block - 1);
    const Precise end = exp(-Precise(s) * block / t);
    for (std::uint64_t m = 1; m < block; ++m) {
      const Precise tail = (exp(-Precise(s) * m / t) - end) / (1 - end);
      ASSERT_EQ(table.remainder_thresholds()[m - 1], floor(ldexp(tail, 64)).convert_to<std::uint64_t>()) << m;
      if (m > 1) {
        ASSERT_GT(table.remainder_thresholds()[m - 2] - table.remainder_thresholds()[m - 1], std::uint64_t{1} << 40);
      }
    }
    ASSERT_EQ(table.thresholds().front(), floor(ldexp(end, 64)).convert_to<std::uint64_t>());
    // Quotient 2, then remainder 1, plus.
    if (block > 2) {
      EXPECT_EQ(number_from(table, {table.thresholds()[1] - 1, table.remainder_thresholds()[0] - 1, 0}),
                static_cast<std::int64_t>(2 * block + 1));
    }
  }
}

TEST(LaplaceTable, ARemainderOnAThresholdIsSettledByTheNextWords) {
  const std::uint64_t t = 3000, s = 1;
  const LaplaceTable table(t, s);
  ASSERT_EQ(table.block(), 8U);
  const Precise end = exp(-Precise(s) * 8 / t);
  for (const std::size_t m : {std::size_t{1}, std::size_t{4}, std::size_t{7}}) {
    const Precise tail = ldexp((exp(-Precise(s) * m / t) - end) / (1 - end), 64);
    const auto next = floor(ldexp(tail - floor(tail), 64)).convert_to<std::uint64_t>();
    const std::uint64_t threshold = table.remainder_thresholds()[m - 1];
    const std::uint64_t quotient = table.thresholds()[0] - 1;  // 1
    EXPECT_EQ(number_from(table, {quotient, threshold, next - 1, 0}), static_cast<std::int64_t>(8 + m));
    EXPECT_EQ(number_from(table, {quotient, threshold, next + 1, 0}), static_cast<std::int64_t>(8 + m) - 1);
  }
}

TEST(LaplaceTable, LongScalesHaveTheLaw) {
  SeededBits random(72);
  const testing::NoiseLaw law = testing::discrete_laplace_law(700.0);
  std::vector<std::int64_t> numbers(400'000);
  LaplaceTable(700, 1).add(random, numbers);
  std::vector<std::uint64_t> observed(law.probabilities.size());
  for (const std::int64_t x : numbers) ++observed.at(static_cast<std::size_t>(x + law.radius));
  EXPECT_GT(testing::chi_squared_test(observed, law.probabilities), testing::false_alarm);
}

}  // namespace
}  // namespace sourdine
