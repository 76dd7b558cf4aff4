#include "sourdine/random/multinomial.h"

#include <gtest/gtest.h>

#include <numeric>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/random/seeded_bits.h"
#include "support/scripted_random.h"

namespace sourdine {
namespace {

using Cells = std::vector<std::uint64_t>;

std::uint64_t sum(const Cells& cells) { return std::accumulate(cells.begin(), cells.end(), std::uint64_t{0}); }

TEST(Multinomial, EveryBallLandsAndOldCountsStay) {
  SeededBits random(20);
  for (const std::size_t size : {1U, 2U, 3U, 17U, 64U, 1000U}) {
    for (const std::uint64_t n : {std::uint64_t{0}, std::uint64_t{1}, std::uint64_t{20}, std::uint64_t{1} << 50}) {
      Cells cells(size, 7);
      add_uniform_multinomial(random, n, cells);
      EXPECT_EQ(sum(cells), n + 7 * size);
      add_multinomial(random, n, Cells(size, 3), cells);
      EXPECT_EQ(sum(cells), 2 * n + 7 * size);
    }
  }
}

TEST(Multinomial, CellsOfWeightZeroStayEmpty) {
  SeededBits random(21);
  const Cells weights{0, 5, 0, 0, 1, 0};
  Cells cells(weights.size());
  add_multinomial(random, std::uint64_t{1} << 40, weights, cells);
  for (std::size_t i = 0; i < weights.size(); ++i) EXPECT_EQ(cells[i] == 0, weights[i] == 0) << i;
}

TEST(Multinomial, OneCellTakesAllWithoutADraw) {
  testing::ScriptedRandom random({});
  Cells cells(1);
  add_uniform_multinomial(random, 9, cells);
  add_multinomial(random, 9, Cells{4}, cells);
  EXPECT_EQ(cells[0], 18U);
}

TEST(Multinomial, RejectsWhatTheContractExcludes) {
  SeededBits random(22);
  Cells none;
  Cells two(2);
  EXPECT_NO_THROW(add_uniform_multinomial(random, 0, none));
  EXPECT_THROW(add_uniform_multinomial(random, 1, none), Error);
  EXPECT_THROW(add_multinomial(random, 1, Cells{1}, two), Error);
  EXPECT_THROW(add_multinomial(random, 1, Cells{0, 0}, two), Error);
  EXPECT_THROW(add_multinomial(random, 1, Cells{~std::uint64_t{0}, 1}, two), Error);
  EXPECT_EQ(sum(two), 0U);
}

}  // namespace
}  // namespace sourdine
