#include <gtest/gtest.h>

#include <vector>

#include "sourdine/random/random.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

TEST(Random, BelowIsUniform) {
  SeededBits random(40);
  const std::vector<std::uint64_t> sizes{2, 3, 6, 17, 1000};
  for (const std::uint64_t n : sizes) {
    std::vector<std::uint64_t> counts(n);
    for (int i = 0; i < 1000000; ++i) ++counts[random.below(n)];
    EXPECT_GE(testing::chi_squared_test(counts, std::vector<double>(n, 1 / static_cast<double>(n))),
              testing::false_alarm / static_cast<double>(sizes.size()))
        << n;
  }
}

TEST(Random, BelowOfThreeQuartersOfTheWordsIsUniform) {
  // With n = 3·2^62 a modulo would give the first third of the outcomes twice the probability.
  SeededBits random(41);
  std::vector<std::uint64_t> counts(3);
  for (int i = 0; i < 1000000; ++i) ++counts[random.below(std::uint64_t{3} << 62) >> 62];
  EXPECT_GE(testing::chi_squared_test(counts, std::vector<double>(3, 1.0 / 3)), testing::false_alarm);
}

TEST(Random, EveryBitOfAWordIsFair) {
  SeededBits random(42);
  constexpr std::uint64_t words = 1000000;
  std::vector<std::uint64_t> ones(64);
  for (std::uint64_t i = 0; i < words; ++i) {
    const std::uint64_t word = random.next();
    for (unsigned bit = 0; bit < 64; ++bit) ones[bit] += (word >> bit) & 1;
  }
  for (const std::uint64_t count : ones) {
    EXPECT_GE(testing::binomial_test(count, words, 0.5), testing::false_alarm / 64);
  }
}

}  // namespace
}  // namespace sourdine
