#include "sourdine/geo/cell_memo.h"

#include <gtest/gtest.h>

#include <set>

#include "geo/planar_law.h"
#include "sourdine/random/seeded_row_secret.h"
#include "support/errors.h"

namespace sourdine {
namespace {

class Memo : public ::testing::Test {
 protected:
  PlanarLaplace noise_{StepEpsilon::not_above(0.01)};
  RowSecret secret_ = seeded_row_secret(7901);

  std::vector<GridPoint> moved(const CellMemo& memo, std::vector<GridPoint> points) {
    memo.move(points);
    return points;
  }
};

TEST_F(Memo, APlaceMovesAlikeWhereverItStandsInTheRows) {
  const CellMemo memo(noise_, secret_, "calls");
  std::vector<GridPoint> cells;
  for (std::int64_t i = 0; i < 1000; ++i) cells.push_back({.x = i % 7 - 3, .y = i % 5 - 40'000'000});
  const auto together = moved(memo, cells);
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ASSERT_EQ(moved(memo, {cells[i]}).front(), together[i]);
    ASSERT_EQ(together[i], together[(i + 35 < cells.size()) ? i + 35 : i]);  // the same cell again
  }
}

TEST_F(Memo, AnotherCellSecretEpsilonOrLabelHasOtherNoise) {
  const CellMemo memo(noise_, secret_, "calls");
  const PlanarLaplace other_noise(StepEpsilon::not_above(0.011));
  std::set<std::pair<std::int64_t, std::int64_t>> offsets;
  const auto add = [&](const CellMemo& one, GridPoint cell) {
    const GridPoint point = moved(one, {cell}).front();
    offsets.insert({point.x - cell.x, point.y - cell.y});
  };
  add(memo, {0, 0});
  add(memo, {1, 0});
  add(memo, {0, 1});
  add(memo, {-1, 0});
  add(memo, {std::int64_t{1} << 40, 0});
  add(CellMemo(noise_, seeded_row_secret(7902), "calls"), {0, 0});
  add(CellMemo(other_noise, secret_, "calls"), {0, 0});
  add(CellMemo(noise_, secret_, "others"), {0, 0});
  EXPECT_EQ(offsets.size(), 8U);  // of offsets some hundred steps wide, equal ones by chance are 1 in 1000; seeded
}

TEST_F(Memo, SeededSecretsAreNotPrivate) {
  EXPECT_FALSE(CellMemo(noise_, secret_, "calls").is_private());
  EXPECT_TRUE(CellMemo(noise_, RowSecret::draw(), "calls").is_private());
  EXPECT_EQ(testing::error_code([&] { moved(CellMemo(noise_, secret_, ""), {{.x = std::int64_t{1} << 50}}); }),
            ErrorCode::internal);
}

// Over cells, the noise has the law of the sampler: Pearson's statistic against the enumerated law.
TEST_F(Memo, OverCellsTheNoiseHasTheSamplersLaw) {
  const PlanarLaplace noise(StepEpsilon::not_above(1.5));
  const CellMemo memo(noise, secret_, "law");
  Exact cut = 0;
  const auto law = testing::enumerated_law(noise, cut);
  std::vector<GridPoint> points;
  for (std::int64_t i = 0; i < 200'000; ++i) points.push_back({.x = i % 1000, .y = i / 1000});
  const auto after = moved(memo, points);
  std::map<testing::Offset, double> seen;
  for (std::size_t i = 0; i < points.size(); ++i) seen[{after[i].x - points[i].x, after[i].y - points[i].y}] += 1;
  double statistic = 0, rest = 0, rest_expected = 0;
  int cells = 0;
  for (const auto& [offset, probability] : law) {
    const double expected = static_cast<double>(probability) * static_cast<double>(points.size());
    if (expected < 10) {
      rest += seen[offset];
      rest_expected += expected;
      continue;
    }
    statistic += (seen[offset] - expected) * (seen[offset] - expected) / expected;
    ++cells;
  }
  statistic += (rest - rest_expected) * (rest - rest_expected) / rest_expected;
  // Mean cells, variance 2·cells; Laurent and Massart's bound at 1e-6.
  const double x = std::log(1e6);
  EXPECT_LT(statistic, cells + 2 * std::sqrt(cells * x) + 2 * x);
}

}  // namespace
}  // namespace sourdine
