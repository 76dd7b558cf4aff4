#include "sourdine/geo/row_noise.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <set>

#include "geo/planar_law.h"
#include "sourdine/random/seeded_row_secret.h"
#include "support/errors.h"

namespace sourdine {
namespace {

struct TextIds {
  std::vector<std::int64_t> offsets = {0};
  std::vector<std::uint8_t> bytes;

  explicit TextIds(const std::vector<std::string>& ids) {
    for (const std::string& id : ids) {
      bytes.insert(bytes.end(), id.begin(), id.end());
      offsets.push_back(static_cast<std::int64_t>(bytes.size()));
    }
  }
  ByteIds<std::int64_t> view() const { return {offsets, bytes}; }
};

class RowNoiseTest : public ::testing::Test {
 protected:
  PlanarLaplace noise_{StepEpsilon::not_above(0.01)};
  RowSecret secret_ = seeded_row_secret(8101);

  template <class Ids>
  std::vector<GridPoint> moved(const RowNoise& noise, std::vector<GridPoint> points, const Ids& ids) {
    noise.move(points, ids);
    return points;
  }
  GridPoint moved_one(const RowNoise& noise, GridPoint point, std::uint64_t id) {
    return moved(noise, {point}, std::vector<std::uint64_t>{id}).front();
  }
};

// In one piece, a row at a time, and in another order: whatever a cluster may do.
TEST_F(RowNoiseTest, ARowMovesAlikeHoweverRowsAreGrouped) {
  const RowNoise noise(noise_, secret_, "calls");
  std::vector<GridPoint> cells;
  std::vector<std::uint64_t> ids;
  std::vector<std::string> names;
  for (std::int64_t i = 0; i < 600; ++i) {
    cells.push_back({.x = i % 7 - 3, .y = i % 5 - 40'000'000});
    ids.push_back(static_cast<std::uint64_t>(1000 - i));
    names.push_back("call " + std::string(static_cast<std::size_t>(i % 40), 'x') + std::to_string(i));
  }
  const auto by_number = moved(noise, cells, ids);
  const auto by_name = moved(noise, cells, TextIds(names).view());
  std::set<std::pair<std::int64_t, std::int64_t>> offsets;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    ASSERT_EQ(moved_one(noise, cells[i], ids[i]), by_number[i]);
    ASSERT_EQ(moved(noise, {cells[i]}, TextIds({names[i]}).view()).front(), by_name[i]);
    offsets.insert({by_number[i].x - cells[i].x, by_number[i].y - cells[i].y});
    offsets.insert({by_name[i].x - cells[i].x, by_name[i].y - cells[i].y});
  }
  // 1200 offsets some hundred steps wide; equal ones by chance are a few; seeded.
  EXPECT_GT(offsets.size(), 1180U);
  std::vector<GridPoint> backwards(cells.rbegin(), cells.rend());
  const auto again = moved(noise, backwards, std::vector<std::uint64_t>(ids.rbegin(), ids.rend()));
  EXPECT_EQ(std::vector<GridPoint>(again.rbegin(), again.rend()), by_number);
}

TEST_F(RowNoiseTest, AnotherIdCellSecretEpsilonOrLabelHasOtherNoise) {
  const RowNoise noise(noise_, secret_, "calls");
  const PlanarLaplace other(StepEpsilon::not_above(0.011));
  std::set<std::pair<std::int64_t, std::int64_t>> offsets;
  const auto add = [&](const RowNoise& one, GridPoint cell, std::uint64_t id) {
    const GridPoint point = moved_one(one, cell, id);
    offsets.insert({point.x - cell.x, point.y - cell.y});
  };
  add(noise, {0, 0}, 5);
  add(noise, {0, 0}, 6);
  add(noise, {0, 0}, std::uint64_t{5} << 32);
  add(noise, {1, 0}, 5);  // the place of an id was corrected
  add(noise, {0, 1}, 5);
  add(noise, {-1, 0}, 5);
  add(noise, {std::int64_t{1} << 40, 0}, 5);
  add(noise, {0, std::int64_t{1} << 40}, 5);
  add(RowNoise(noise_, seeded_row_secret(8102), "calls"), {0, 0}, 5);
  add(RowNoise(other, secret_, "calls"), {0, 0}, 5);
  add(RowNoise(noise_, secret_, "others"), {0, 0}, 5);
  const GridPoint by_text = moved(noise, {{0, 0}}, TextIds({"5"}).view()).front();
  offsets.insert({by_text.x, by_text.y});
  EXPECT_EQ(offsets.size(), 12U);
}

TEST_F(RowNoiseTest, RefusesIdsThatAreNotOneForEveryRow) {
  const RowNoise noise(noise_, secret_, "calls");
  EXPECT_EQ(testing::input_error([&] {
              moved(noise, {{0, 0}, {1, 1}}, std::vector<std::uint64_t>{1});
            }),
            "there are 1 row ids for 2 records");
  TextIds ids({"a", "b"});
  ids.offsets = {0, 2, 1};
  EXPECT_NE(testing::input_error([&] { moved(noise, {{0, 0}, {1, 1}}, ids.view()); }), "no error");
  ids.offsets = {0, 1, 3};
  EXPECT_NE(testing::input_error([&] { moved(noise, {{0, 0}, {1, 1}}, ids.view()); }), "no error");
}

// Over rows of one cell, the noise has the law that the audit enumerates: Pearson's statistic, which falsely alarms
// once in a million (Laurent and Massart's bound).
TEST_F(RowNoiseTest, OverRowsOfOnePlaceTheNoiseHasTheSamplersLaw) {
  const PlanarLaplace noise(StepEpsilon::not_above(1.5));
  Exact cut = 0;
  const auto law = testing::enumerated_law(noise, cut);
  std::vector<GridPoint> points(100'000, GridPoint{3, -4});
  std::vector<std::uint64_t> ids(points.size());
  std::iota(ids.begin(), ids.end(), std::uint64_t{0});
  RowNoise(noise, secret_, "law").move(points, ids);
  std::map<testing::Offset, double> seen;
  for (const GridPoint& point : points) seen[{point.x - 3, point.y + 4}] += 1;
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
  const double x = std::log(1e6);
  EXPECT_LT(statistic, cells + 2 * std::sqrt(cells * x) + 2 * x);
}

}  // namespace
}  // namespace sourdine
