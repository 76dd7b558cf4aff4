// Decisions of permanent responses have exactly the stated probability, at every place.
#include <gtest/gtest.h>

#include <vector>

#include "sourdine/oracle/longitudinal/memo_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

TEST(MemoBits, EveryPlaceHasTheProbabilityAndNothingIsSetBehind) {
  constexpr std::size_t bits = 131;
  constexpr std::uint64_t repetitions = 20'000;
  for (const std::uint64_t numerator : {1ULL << 63, 0x1e84'2a8f'1234'5679ULL, 0xf000'0000'0000'0001ULL, 3ULL << 58}) {
    SeededBits random(numerator);
    std::vector<std::uint64_t> ones(bits);
    std::uint64_t pairs = 0;
    for (std::uint64_t i = 0; i < repetitions; ++i) {
      std::vector<std::uint8_t> out(17);
      decide_memo_bits(random, Threshold{numerator}, out, bits, [](std::size_t) { return true; });
      for (std::size_t bit = 0; bit < bits; ++bit) ones[bit] += get_bit(out, bit) ? 1U : 0U;
      pairs += get_bit(out, 5) && get_bit(out, 6) ? 1U : 0U;
      ASSERT_TRUE(padding_is_zero(out, bits));
    }
    const double p = Threshold{numerator}.probability();
    for (std::size_t bit = 0; bit < bits; ++bit) {
      EXPECT_GE(testing::binomial_test(ones[bit], repetitions, p), testing::false_alarm / (4 * (bits + 1))) << bit;
    }
    EXPECT_GE(testing::binomial_test(pairs, repetitions, p * p), testing::false_alarm / (4 * (bits + 1)));
  }
}

}  // namespace
}  // namespace sourdine
