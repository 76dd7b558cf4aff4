#include "sourdine/range/tree_shape.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

// Calls check(range) for every range of a domain.
template <class Check>
void for_every_range(std::uint64_t size, Check check) {
  for (std::uint64_t first = 0; first < size; ++first) {
    for (std::uint64_t last = first; last < size; ++last) check(Range{first, last});
  }
}

TEST(TreeShape, HeightsAreIntegersAlsoWhereLogarithmsRound) {
  EXPECT_EQ(TreeShape(27, 3).height(), 3U);
  EXPECT_EQ(TreeShape(28, 3).height(), 4U);
  EXPECT_EQ(TreeShape(729, 3).height(), 6U);
  EXPECT_EQ(TreeShape(1 << 21, 8).height(), 7U);
  EXPECT_EQ(TreeShape(100'000, 10).height(), 5U);
  EXPECT_EQ(TreeShape(1, 2).height(), 1U);
  EXPECT_EQ(TreeShape(TreeShape::max_size, 2).height(), 31U);
  EXPECT_EQ(TreeShape(TreeShape::max_size, TreeShape::max_size).height(), 1U);
  EXPECT_EQ(TreeShape(10, 99).degree(), 10U);
}

TEST(TreeShape, OnlyNodesThatCoverALeafExist) {
  const TreeShape shape(20, 3);
  EXPECT_EQ(shape.height(), 3U);
  EXPECT_EQ(shape.count(0), 1U);
  EXPECT_EQ(shape.count(1), 3U);
  EXPECT_EQ(shape.count(2), 7U);
  EXPECT_EQ(shape.count(3), 20U);
  EXPECT_EQ(shape.leaves({1, 2}), (Range{18, 19}));
  EXPECT_EQ(shape.children_of_last(1), 1U);
}

TEST(TreeShape, DecompositionPartitionsEveryRangeIntoFewNodes) {
  for (const std::uint64_t degree : {2U, 3U, 4U, 8U, 16U}) {
    for (const std::uint64_t size : {1U, 2U, 3U, 9U, 16U, 20U, 27U, 33U, 64U, 81U, 100U}) {
      const TreeShape shape(size, degree);
      const std::uint64_t b = shape.degree(), h = shape.height();
      const std::uint64_t largest = h == 1 ? b - 1 : 2 * (b - 1) * h - b;
      for_every_range(size, [&](const Range& range) {
        std::vector<bool> is_covered(size);
        const auto nodes = shape.decompose(range, true);
        std::vector<std::uint64_t> per_level(h + 1);
        for (const auto& node : nodes) {
          ++per_level[node.level];
          const Range leaves = shape.leaves(node);
          for (std::uint64_t leaf = leaves.first; leaf <= leaves.last; ++leaf) {
            ASSERT_FALSE(is_covered[leaf]);
            is_covered[leaf] = true;
          }
        }
        for (std::uint64_t leaf = 0; leaf < size; ++leaf) {
          ASSERT_EQ(is_covered[leaf], range.first <= leaf && leaf <= range.last);
        }
        ASSERT_LE(nodes.size(), range.length() == size ? 1 : largest);
        ASSERT_LE(*std::max_element(per_level.begin(), per_level.end()), 2 * (b - 1));
      });
    }
  }
}

// The vectors of methods F2: the largest number of nodes, and one decomposition.
TEST(TreeShape, DecompositionsAreTheKnownOnes) {
  const auto most_nodes = [](std::uint64_t degree, std::uint64_t size) {
    const TreeShape shape(size, degree);
    std::size_t largest = 0;
    for_every_range(size,
                    [&](const Range& range) { largest = std::max(largest, shape.decompose(range, true).size()); });
    return largest;
  };
  EXPECT_EQ(most_nodes(2, 32), 8U);
  EXPECT_EQ(most_nodes(3, 81), 13U);
  EXPECT_EQ(most_nodes(4, 64), 14U);

  const TreeShape shape(32, 2);
  std::vector<Range> parts;
  for (const auto& node : shape.decompose({2, 22}, true)) parts.push_back(shape.leaves(node));
  std::sort(parts.begin(), parts.end(), [](const Range& a, const Range& b) { return a.first < b.first; });
  EXPECT_EQ(parts, (std::vector<Range>{{2, 3}, {4, 7}, {8, 15}, {16, 19}, {20, 21}, {22, 22}}));
}

TEST(TreeShape, AnUnmeasuredRootIsNeverUsed) {
  const TreeShape shape(20, 3);
  EXPECT_EQ(shape.decompose({0, 19}, true).size(), 1U);
  EXPECT_EQ(shape.decompose({0, 19}, false).size(), 3U);
}

TEST(TreeShape, SaysWhatIsWrong) {
  EXPECT_EQ(input_error([] { TreeShape(8, 1); }), "the degree of a tree must be at least 2, not 1");
  EXPECT_EQ(input_error([] { TreeShape(0, 2); }), "an ordered domain must have between 1 and 2^31 values, not 0");
}

}  // namespace
}  // namespace sourdine
