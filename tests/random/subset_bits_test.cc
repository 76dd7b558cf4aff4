#include "sourdine/random/subset_bits.h"

#include <gtest/gtest.h>

#include "sourdine/random/bernoulli_bits.h"
#include "sourdine/random/seeded_bits.h"
#include "support/enumeration.h"
#include "support/simd_targets.h"

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
          BernoulliBits(share).fill(branches, {reinterpret_cast<std::uint8_t*>(&word), sizeof word}, n,
                                    [](std::size_t) { return true; });
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

TEST(SubsetBits, EverySubsetWithAMemberHasExactlyTheSameProbability) {
  for (std::uint64_t n = 1; n <= 5; ++n) {
    for (std::uint64_t size = 1; size <= n; ++size) {
      const std::uint64_t member = (n + size) % n;
      const auto law = testing::enumerate_law<Rational>({}, [&](Branches& branches) {
        std::uint64_t word = 0;
        BernoulliBits({std::uint64_t{3} << 62})
            .fill(branches, {reinterpret_cast<std::uint8_t*>(&word), sizeof word}, n, [](std::size_t) { return true; });
        resize_subset_with(branches, std::span(&word, 1), n, size, member);
        return word;
      });
      EXPECT_EQ(law.mass.size(), choose(n - 1, size - 1)) << n << " " << size;
      for (const auto& [word, probability] : law.mass) {
        EXPECT_EQ(subset_size(std::span(&word, 1)), size);
        EXPECT_EQ(word >> member & 1, 1U);
        EXPECT_EQ(probability, Rational(1, choose(n - 1, size - 1))) << n << " " << size;
      }
    }
  }
}

TEST(SubsetBits, EveryTargetCountsAndFindsMembersByDefinition) {
  testing::on_every_simd_target([] {
    SeededBits random(6);
    for (int round = 0; round < 200; ++round) {
      std::vector<std::uint64_t> words(1 + random.below(20));
      for (std::uint64_t& word : words) {
        const std::uint64_t density = random.below(4);
        word = density == 0   ? 0
               : density == 1 ? ~std::uint64_t{0}
               : density == 2 ? random.next()
                              : random.next() & random.next();
      }
      std::vector<std::size_t> members;
      std::vector<std::size_t> others;
      for (std::size_t i = 0; i < 64 * words.size(); ++i) {
        ((words[i / 64] >> (i % 64) & 1) != 0 ? members : others).push_back(i);
      }
      ASSERT_EQ(subset_size(words), members.size());
      for (std::size_t rank = 0; rank < members.size(); ++rank) ASSERT_EQ(place_of_member(words, rank), members[rank]);
      for (std::size_t rank = 0; rank < others.size(); ++rank)
        ASSERT_EQ(place_of_non_member(words, rank), others[rank]);
    }
  });
}

}  // namespace
}  // namespace sourdine
