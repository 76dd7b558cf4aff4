#include "sourdine/random/gaussian_table.h"

#include <gtest/gtest.h>

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>

#include "random/noise_laws.h"
#include "sourdine/random/discrete_gaussian.h"
#include "sourdine/random/seeded_bits.h"
#include "support/scripted_random.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using Precise = boost::multiprecision::cpp_bin_float_100;

// Pr[|X| ≥ m], from the definition.
Precise tail_of(std::uint64_t numerator, std::uint64_t denominator, int m) {
  Precise tail = 0;
  Precise whole = 1;
  const int last =
      static_cast<int>(25 * std::sqrt(static_cast<double>(numerator) / static_cast<double>(denominator))) + 25;
  for (int x = last; x >= 1; --x) {
    const Precise weight = 2 * exp(-Precise(x) * x * denominator / (Precise(2) * numerator));
    whole += weight;
    if (x >= m) tail += weight;
  }
  return tail / whole;
}

TEST(GaussianTable, ThresholdsAreTheTailsRoundedDown) {
  for (const auto& [numerator, denominator] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {1, 16}, {11, 4}, {100, 1}, {300'000'001, 10'000'000}}) {
    const GaussianTable table(numerator, denominator);
    int m = 0;
    for (const std::uint64_t threshold : table.thresholds()) {
      ++m;
      ASSERT_EQ(threshold, floor(ldexp(tail_of(numerator, denominator, m), 64)).convert_to<std::uint64_t>()) << m;
    }
    EXPECT_GE(m, 1);
    EXPECT_GE(table.thresholds().back(), std::uint64_t{1} << 30);
    EXPECT_LT(tail_of(numerator, denominator, m + 1), ldexp(Precise(1), -34));
  }
}

// One number from given words; the signs' word comes after the magnitude's.
std::int64_t number_from(const GaussianTable& table, std::vector<std::uint64_t> words) {
  testing::ScriptedRandom random(std::move(words));
  std::int64_t number = 0;
  table.add(random, std::span(&number, 1));
  return number;
}

TEST(GaussianTable, WordsNextToAThresholdFallOnItsTwoSides) {
  const GaussianTable table(11, 4);
  const auto length = static_cast<std::int64_t>(table.thresholds().size());
  std::int64_t m = 1;
  for (const std::uint64_t threshold : table.thresholds()) {
    EXPECT_EQ(number_from(table, {threshold + 1, 0}), m - 1);
    EXPECT_EQ(number_from(table, {threshold - 1, 0}), m) << length;
    EXPECT_EQ(number_from(table, {threshold - 1, 1}), -m);
    ++m;
  }
}

TEST(GaussianTable, AWordOnAThresholdIsSettledByTheNextWords) {
  const GaussianTable table(11, 4);
  for (const int m : {1, 2, 7}) {
    const Precise tail = ldexp(tail_of(11, 4, m), 64);
    const auto next = floor(ldexp(tail - floor(tail), 64)).convert_to<std::uint64_t>();
    const std::uint64_t threshold = table.thresholds()[static_cast<std::size_t>(m) - 1];
    EXPECT_EQ(number_from(table, {threshold, next - 1, 0}), m);
    EXPECT_EQ(number_from(table, {threshold, next + 1, 0}), m - 1);
  }
}

// The first words of U when it is next to T_m, for tails that the table does not have.
TEST(GaussianTable, BeyondTheTableTheTailsAreComputed) {
  const GaussianTable table(11, 4);
  const int length = static_cast<int>(table.thresholds().size());
  for (const int m : {length + 1, length + 2, length + 5}) {
    const Precise tail = ldexp(tail_of(11, 4, m), 64);
    const auto first = floor(tail).convert_to<std::uint64_t>();
    const auto next = floor(ldexp(tail - floor(tail), 64)).convert_to<std::uint64_t>();
    EXPECT_EQ(number_from(table, {first, next - 1, 0}), m);
    EXPECT_EQ(number_from(table, {first, next + 1, 0}), m - 1);
  }
}

TEST(GaussianTable, HasTheLaw) {
  SeededBits random(72);
  for (const auto& [numerator, denominator] :
       {std::pair<std::uint64_t, std::uint64_t>{1, 1}, {1, 8}, {25, 4}, {100, 1}, {90'000, 1}}) {
    const testing::NoiseLaw law =
        testing::discrete_gaussian_law(static_cast<double>(numerator) / static_cast<double>(denominator));
    std::vector<std::int64_t> numbers(400'000);
    GaussianTable(numerator, denominator).add(random, numbers);
    std::vector<std::uint64_t> observed(law.probabilities.size());
    for (const std::int64_t x : numbers) ++observed.at(static_cast<std::size_t>(x + law.radius));
    EXPECT_GT(testing::chi_squared_test(observed, law.probabilities), testing::false_alarm / 5) << numerator;
  }
}

TEST(GaussianTable, FitsOnlyWhereATableIsWorthIt) {
  EXPECT_TRUE(GaussianTable::fits(1 << 18, 1));
  EXPECT_FALSE(GaussianTable::fits((1 << 18) + 1, 1));
  EXPECT_TRUE(GaussianTable::fits(1, 16));
  EXPECT_FALSE(GaussianTable::fits(1, 17));
  EXPECT_FALSE(GaussianTable::fits(0, 1));
  EXPECT_FALSE(GaussianTable::fits(1, 0));
  EXPECT_TRUE(GaussianTable::fits(gaussian_limit, gaussian_limit));
  EXPECT_FALSE(GaussianTable::fits(gaussian_limit + 1, gaussian_limit));
  const GaussianTable widest(1 << 18, 1);
  for (std::size_t m = 1; m < widest.thresholds().size(); ++m) {
    ASSERT_GT(widest.thresholds()[m - 1], widest.thresholds()[m]);
  }
}

}  // namespace
}  // namespace sourdine
