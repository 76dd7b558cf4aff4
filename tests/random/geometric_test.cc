#include "sourdine/random/geometric.h"

#include <gtest/gtest.h>

#include "sourdine/random/seeded_bits.h"
#include "support/scripted_random.h"

namespace sourdine {
namespace {

using testing::ScriptedRandom;

TEST(Geometric, CountsTheFailuresBeforeTheFirstSuccess) {
  const Threshold half{std::uint64_t{1} << 63};
  ScriptedRandom random({~std::uint64_t{0}, half.numerator, 0});
  EXPECT_EQ(sample_geometric(random, half), 2U);
  EXPECT_EQ(random.drawn(), 3U);
}

TEST(Geometric, PassesWholeBlocksAndThenPlacesTheSuccess) {
  // p = 2^−10, block 2^9 … 2^10: a small word passes a block, a large one ends in it; then the position, then its keep.
  const Threshold p{(std::uint64_t{1} << 54)};
  ScriptedRandom random({0, 0, ~std::uint64_t{0}, std::uint64_t{5} << 55, 0});
  EXPECT_EQ(sample_geometric(random, p), 2 * 512 + 5U);
  EXPECT_EQ(random.drawn(), 5U);
}

TEST(Geometric, NeverComesWithProbabilityZero) {
  ScriptedRandom random({});
  EXPECT_EQ(sample_geometric(random, Threshold{0}), longest_skip);
}

TEST(Geometric, IsCappedAtTheLongestSkip) {
  SeededBits random(70);
  for (int i = 0; i < 1000; ++i) EXPECT_LE(sample_geometric(random, Threshold{1}), longest_skip);
  ScriptedRandom passes({0, 0});
  EXPECT_EQ(sample_geometric(passes, Threshold{1}), longest_skip);
}

}  // namespace
}  // namespace sourdine
