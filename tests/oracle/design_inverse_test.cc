#include "sourdine/oracle/design_inverse.h"

#include <gtest/gtest.h>

#include <cmath>
#include <mutex>

namespace sourdine {
namespace {

// Two groups of three cells; values 0 and 1 share a cell of the first group, 1 and 2 one of the second; value 2 sets
// two cells of the first.
Design small_design() { return {2, 3, {{0, 3}, {0, 4}, {1, 2, 4}}}; }

// 2·G of that design.
constexpr double twice_g[3][3] = {{2, 1, 0}, {1, 2, 1}, {0, 1, 3}};

TEST(DesignInverse, SolvesTheMeetingMatrix) {
  const DesignInverse inverse(small_design());
  ASSERT_TRUE(inverse.is_regular());
  const std::vector<double> counts = {5, -2, 7};
  std::vector<double> right(3);
  for (std::size_t v = 0; v < 3; ++v) {
    for (std::size_t w = 0; w < 3; ++w) right[v] += twice_g[v][w] / 2 * counts[w];
  }
  const std::vector<double> solved = inverse.solve(right);
  for (std::size_t v = 0; v < 3; ++v) EXPECT_NEAR(solved[v], counts[v], 1e-12);
}

TEST(DesignInverse, VisitsTheRowOfEveryValueOnce) {
  constexpr std::size_t k = 101;  // several blocks, the last one not full
  Design design{2, k, {}};
  for (std::uint32_t v = 0; v < k; ++v) design.columns.push_back({v / 2, static_cast<std::uint32_t>(k + (v + 1) / 2)});
  const DesignInverse inverse(design);
  ASSERT_TRUE(inverse.is_regular());
  std::vector<std::vector<double>> rows(k);
  std::mutex mutex;
  inverse.visit_rows([&](Value value, std::span<const double> row) {
    const std::lock_guard lock(mutex);
    EXPECT_TRUE(rows[value].empty());
    rows[value].assign(row.begin(), row.end());
  });
  for (Value v = 0; v < k; ++v) {
    const std::vector<double> alone = inverse.row(v);
    ASSERT_EQ(rows[v].size(), k);
    for (std::size_t w = 0; w < k; ++w) EXPECT_NEAR(rows[v][w], alone[w], 1e-9 * std::abs(alone[v]));
  }
}

TEST(DesignInverse, KnowsWhenValuesCannotBeToldApart) {
  EXPECT_FALSE(DesignInverse({2, 3, {{0, 3}, {0, 3}}}).is_regular());
  EXPECT_FALSE(DesignInverse({1, 2, {{0}, {1}, {0}}}).is_regular());                   // more values than cells
  EXPECT_FALSE(DesignInverse({2, 2, {{0, 2}, {0, 3}, {1, 2}, {1, 3}}}).is_regular());  // as many, but rank 3
}

// All outcomes of one report: the group, and every bit of it.
TEST(DesignInverse, BitVariancesAreTheEnumeratedOnes) {
  const DesignInverse inverse(small_design());
  const Support bit{0.8, 0.3, 0.5};
  for (Value value = 0; value < 3; ++value) {
    const std::vector<double> row = inverse.row(value);
    const std::vector<double> variances = bit_variances(inverse.design(), value, row, bit);
    for (Value held = 0; held < 3; ++held) {
      double mean = 0;
      double square = 0;
      for (std::uint32_t outcome = 0; outcome < 16; ++outcome) {
        const std::uint32_t first = outcome / 8 * 3;
        double probability = 0.5;
        std::vector<double> corrected(6);
        for (std::uint32_t i = 0; i < 3; ++i) {
          bool is_set = false;
          for (const std::uint32_t cell : inverse.design().columns[held]) is_set = is_set || cell == first + i;
          const bool one = (outcome >> i & 1U) != 0;
          const double yes = is_set ? bit.yes : bit.no;
          probability *= one ? yes : 1 - yes;
          corrected[first + i] = ((one ? 1 : 0) - bit.no) / bit.gap;
        }
        double estimate = 0;
        for (Value u = 0; u < 3; ++u) {
          for (const std::uint32_t cell : inverse.design().columns[u]) estimate += row[u] * corrected[cell];
        }
        mean += probability * estimate;
        square += probability * estimate * estimate;
      }
      EXPECT_NEAR(mean, value == held, 1e-12);
      EXPECT_NEAR(variances[held], square - mean * mean, 1e-12);
    }
  }
}

}  // namespace
}  // namespace sourdine
