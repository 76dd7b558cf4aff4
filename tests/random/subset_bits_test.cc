#include "sourdine/random/subset_bits.h"

#include <gtest/gtest.h>

#include "sourdine/random/bernoulli_bits.h"
#include "support/enumeration.h"

namespace sourdine {
namespace {

using testing::Rational;

std::uint64_t choose(std::uint64_t n, std::uint64_t k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

// Whatever the probability of a member was.
TEST(SubsetBits, EverySubsetHasExactlyTheSameProbability) {
  for (const Threshold share : {Threshold{std::uint64_t{1} << 62}, Threshold{std::uint64_t{7} << 61}}) {
    for (std::uint64_t n = 1; n <= 5; ++n) {
      for (std::uint64_t size = 0; size <= n; ++size) {
        const auto law = testing::enumerate_law<Rational>({}, [&](Branches& branches) {
          std::uint64_t word = 0;
          BernoulliBits(share).fill(branches, {reinterpret_cast<std::uint8_t*>(&word), sizeof word}, 0, n);
          resize_subset(branches, std::span(&word, 1), n, size);
          return word;
        });
        EXPECT_EQ(law.mass.size(), choose(n, size)) << n << " " << size;
        for (const auto& [word, probability] : law.mass) {
          EXPECT_EQ(subset_size(std::span(&word, 1)), size);
          EXPECT_EQ(probability, Rational(1, choose(n, size))) << n << " " << size;
        }
      }
    }
  }
}

TEST(SubsetBits, PlacesAreFoundAcrossWords) {
  const std::vector<std::uint64_t> words{0, 0b1010, 0, std::uint64_t{1} << 63};
  EXPECT_EQ(detail::place_of(words, 0, 0), 65U);
  EXPECT_EQ(detail::place_of(words, 1, 0), 67U);
  EXPECT_EQ(detail::place_of(words, 2, 0), 255U);
  EXPECT_EQ(detail::place_of(words, 64, ~std::uint64_t{0}), 64U);
  EXPECT_EQ(detail::place_of(words, 65, ~std::uint64_t{0}), 66U);
}

}  // namespace
}  // namespace sourdine
