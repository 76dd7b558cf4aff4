#include "sourdine/random/bernoulli_bits.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <vector>

#include "random/bernoulli_definition.h"
#include "sourdine/base/bits.h"
#include "sourdine/random/geometric.h"
#include "sourdine/random/seeded_bits.h"
#include "support/enumeration.h"
#include "support/simd_targets.h"

namespace sourdine {
namespace {

using testing::PlainBits;

std::vector<std::uint64_t> thresholds() {
  std::vector<std::uint64_t> all{BernoulliBits::sparse_below, std::uint64_t{1} << 63,     std::uint64_t{3} << 62,
                                 std::uint64_t{5} << 61,      std::uint64_t{1} << 60,     (std::uint64_t{1} << 60) + 1,
                                 ~std::uint64_t{0},           ~std::uint64_t{0} - 0xffff, 0x44dd'0000'0000'0000U,
                                 0x4000'0000'0000'0001U,      0xe000'0000'0000'0000U,     0x0200'0000'0000'0000U};
  SeededBits random(11);
  while (all.size() < 40) all.push_back(random.next() | std::uint64_t{1} << 57);
  return all;
}

// Number i has bit i of every digit; a word has as many digits as fit, the first in its low bits.
std::vector<bool> plain_few(Random& random, std::uint64_t threshold, std::size_t count) {
  std::vector<std::uint64_t> numbers(count);
  std::uint64_t word = 0;
  const std::size_t fit = 64 / count;
  for (std::size_t digit = 0; digit < 64; ++digit) {
    if (digit % fit == 0) word = random.next();
    for (std::size_t i = 0; i < count; ++i) numbers[i] = numbers[i] << 1 | (word >> i & 1);
    word >>= count;
  }
  std::vector<bool> less;
  for (const std::uint64_t number : numbers) less.push_back(number < threshold);
  return less;
}

TEST(BernoulliBits, AFewDecisionsAreThoseOfNumbersComparedOneByOne) {
  std::vector<std::uint64_t> all = thresholds();
  all.insert(all.end(), {0, 1});
  std::uint64_t seed = 0;
  for (const std::uint64_t threshold : all) {
    for (std::size_t count = 1; count <= max_few; ++count) {
      SeededBits fast_random(++seed);
      SeededBits plain_random(seed);
      const std::uint64_t few = decide_few(fast_random, {threshold}, count);
      const std::vector<bool> plain = plain_few(plain_random, threshold, count);
      for (std::size_t i = 0; i < count; ++i) ASSERT_EQ((few >> i & 1) != 0, plain[i]) << threshold << ' ' << count;
      EXPECT_EQ(few >> count, 0U);
    }
  }
}

TEST(BernoulliBits, EveryTargetMakesTheDecisionsOfNumbersComparedOneByOne) {
  testing::on_every_simd_target([] {
    SeededBits sizes(5);
    std::uint64_t seed = 0;
    for (const std::uint64_t threshold : thresholds()) {
      SeededBits fast_random(++seed);
      SeededBits plain_random(seed);
      BernoulliBits fast({threshold});
      PlainBits plain(threshold);
      for (int batch = 0; batch < 12; ++batch) {
        const std::size_t bytes = 1 + sizes.below(batch < 6 ? 100 : 1500);
        std::vector<std::uint8_t> out(bytes, 0xa5);
        fast.fill(fast_random, out, 8 * bytes);
        const std::vector<bool> expected = plain.fill(plain_random, bytes);
        for (std::size_t i = 0; i < 8 * bytes; ++i) {
          ASSERT_EQ(get_bit(out, i), expected[i]) << "threshold " << threshold << ", bit " << i << " of " << 8 * bytes;
        }
      }
      ASSERT_EQ(fast_random.next(), plain_random.next()) << "the two drew different numbers of words";
    }
  });
}

TEST(BernoulliBits, ProbabilitiesZeroAndNearlyOneAreKept) {
  SeededBits random(3);
  std::vector<std::uint8_t> out(4096, 0xff);
  BernoulliBits({0}).fill(random, out, 8 * out.size());
  EXPECT_EQ(std::count(out.begin(), out.end(), 0), 4096);
  BernoulliBits({~std::uint64_t{0}}).fill(random, out, 8 * out.size());
  EXPECT_EQ(std::count(out.begin(), out.end(), 0xff), 4096);
}

TEST(BernoulliBits, RareDecisionsAreTheWalkOfGeometricSkips) {
  const Threshold rare{~std::uint64_t{0} / 5000};
  SeededBits fast_random(8);
  SeededBits plain_random(8);
  std::vector<std::uint8_t> out(10'000, 0xff);
  BernoulliBits(rare).fill(fast_random, out, 8 * out.size());
  std::vector<std::uint8_t> expected(out.size());
  for (std::uint64_t at = sample_geometric(plain_random, rare); at < 8 * out.size();
       at += 1 + sample_geometric(plain_random, rare)) {
    set_bit(expected, at);
  }
  EXPECT_EQ(out, expected);
  EXPECT_GT(std::count(out.begin(), out.end(), 0), 9'000);
}

TEST(BernoulliBits, OneByOneIsTheSameAsInBulk) {
  SeededBits one_random(4);
  SeededBits bulk_random(4);
  BernoulliBits one({0x5555'5555'0000'0000U});
  BernoulliBits bulk({0x5555'5555'0000'0000U});
  for (int round = 0; round < 100; ++round) {
    std::vector<std::uint8_t> out(8);
    bulk.fill(bulk_random, out, 64);
    for (std::size_t i = 0; i < 64; ++i) ASSERT_EQ(one.next(one_random), get_bit(out, i));
  }
}

TEST(BernoulliBits, EnumerationVisitsEveryOutcomeOfTheWantedBitsOnly) {
  using testing::Rational;
  const auto law = testing::enumerate_law<Rational>({}, [](Branches& branches) {
    std::vector<std::uint8_t> out(1, 0xff);
    BernoulliBits({std::uint64_t{1} << 62}).fill(branches, out, 5, [](std::size_t i) { return i >= 2; });
    return out[0];
  });
  EXPECT_EQ(law.mass.size(), 8U);
  EXPECT_EQ(law.mass.at(0), Rational(27, 64));
  EXPECT_EQ(law.mass.at(0b11100), Rational(1, 64));
}

}  // namespace
}  // namespace sourdine
