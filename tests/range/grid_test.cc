#include "sourdine/range/grid.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>

#include "range/exact_ranges.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/range_file.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::ScriptedNoise;
using testing::some_counts;
using testing::ZeroNoise;

// Calls check(rectangle) for every rectangle.
template <class Check>
void for_every_rectangle(std::uint64_t rows, std::uint64_t columns, Check check) {
  for (std::uint64_t top = 0; top < rows; ++top) {
    for (std::uint64_t bottom = top; bottom < rows; ++bottom) {
      for (std::uint64_t left = 0; left < columns; ++left) {
        for (std::uint64_t right = left; right < columns; ++right) check(Rectangle{{top, bottom}, {left, right}});
      }
    }
  }
}

TEST(Grid, WithoutNoiseEveryRectangleIsExact) {
  const auto counts = some_counts(7 * 11);
  for (const GridSpec& spec : {GridSpec{7, 11, 2, 3, 1}, GridSpec{7, 11, 7, 4, 1, Neighbours::replace}}) {
    ZeroNoise zero;
    const Grid grid = Grid::build(spec, counts, zero);
    for_every_rectangle(7, 11, [&](const Rectangle& cells) {
      double sum = 0;
      for (std::uint64_t row = cells.rows.first; row <= cells.rows.last; ++row) {
        for (std::uint64_t column = cells.columns.first; column <= cells.columns.last; ++column) {
          sum += static_cast<double>(counts[row * 11 + column]);
        }
      }
      ASSERT_NEAR(grid.answer(cells).value, sum, 1e-9);
    });
  }
}

// Least squares as it is defined, over all products of nodes, and its covariance.
TEST(Grid, EqualsDenseLeastSquares) {
  const std::uint64_t rows = 4, columns = 5;
  const TreeShape row_shape(rows, 2), column_shape(columns, 3);
  ZeroNoise zero;
  SeededBits random(500);
  std::vector<std::int64_t> script;
  for (int i = 0; i < (2 + 4) * (2 + 5); ++i) script.push_back(static_cast<std::int64_t>(random.below(100)));
  ScriptedNoise scripted(script);
  const Grid grid = Grid::build({.rows = rows, .columns = columns, .row_degree = 2, .column_degree = 3, .epsilon = 1},
                                std::vector<std::uint64_t>(rows * columns), scripted);
  EXPECT_EQ(scripted.scales()[0].t, 4U);  // two times two levels

  const auto n = static_cast<Eigen::Index>(rows * columns);
  Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(n, n);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(n);
  std::size_t next = 0;
  for (unsigned row_level = 1; row_level <= 2; ++row_level) {
    for (std::uint64_t row = 0; row < row_shape.count(row_level); ++row) {
      for (unsigned column_level = 1; column_level <= 2; ++column_level) {
        for (std::uint64_t column = 0; column < column_shape.count(column_level); ++column) {
          const Range r = row_shape.leaves({row_level, row}), c = column_shape.leaves({column_level, column});
          Eigen::VectorXd cells = Eigen::VectorXd::Zero(n);
          for (std::uint64_t i = r.first; i <= r.last; ++i) {
            for (std::uint64_t j = c.first; j <= c.last; ++j) cells(static_cast<Eigen::Index>(i * columns + j)) = 1;
          }
          normal += cells * cells.transpose();
          right += cells * static_cast<double>(script[next++]);
        }
      }
    }
  }
  const Eigen::MatrixXd covariance = normal.inverse();
  const Eigen::VectorXd best = covariance * right;
  const double noise = scripted.scales()[0].variance();
  for_every_rectangle(rows, columns, [&](const Rectangle& cells) {
    Eigen::VectorXd inside = Eigen::VectorXd::Zero(n);
    for (std::uint64_t i = cells.rows.first; i <= cells.rows.last; ++i) {
      for (std::uint64_t j = cells.columns.first; j <= cells.columns.last; ++j) {
        inside(static_cast<Eigen::Index>(i * columns + j)) = 1;
      }
    }
    const Estimate estimate = grid.answer(cells);
    ASSERT_NEAR(estimate.value, inside.dot(best), 1e-10);
    ASSERT_NEAR(std::pow(estimate.std_error, 2), noise * inside.dot(covariance * inside), 1e-10);
  });
  // Some of the rows, next to each other or not.
  for (const std::vector<Range>& some : std::vector<std::vector<Range>>{
           {{0, 0}, {2, 2}}, {{0, 0}, {3, 3}}, {{0, 0}, {1, 1}}, {{1, 2}, {3, 3}}, {{0, 0}, {1, 1}, {3, 3}}}) {
    Eigen::VectorXd inside = Eigen::VectorXd::Zero(n);
    for (const Range& range : some) {
      for (std::uint64_t i = range.first; i <= range.last; ++i) {
        for (std::uint64_t j = 1; j <= 3; ++j) inside(static_cast<Eigen::Index>(i * columns + j)) = 1;
      }
    }
    const Estimate estimate = grid.answer(some, {1, 3});
    EXPECT_NEAR(estimate.value, inside.dot(best), 1e-10);
    EXPECT_NEAR(std::pow(estimate.std_error, 2), noise * inside.dot(covariance * inside), 1e-10);
  }
  double sum = 0;
  for (const GridNode& node : grid.nodes({{0, 2}, {1, 4}})) sum += node.value;
  EXPECT_NEAR(sum, grid.answer({{0, 2}, {1, 4}}).value, 1e-9);
}

// Exact ε: one record changes one node of every pair of levels by one, and the noise has scale (pairs)·Δ/ε.
TEST(Grid, OneRecordChangesOneNodePerPairOfLevels) {
  const GridSpec spec{6, 9, 2, 3, 0.5};
  const auto published = [&spec](const std::vector<std::uint64_t>& counts, ScriptedNoise& scripted) {
    std::string bytes;
    OutputBytes output(bytes);
    Grid::build(spec, counts, scripted).write(output);
    InputBytes input("'g.srng'", bytes);
    return read_range_record(input).words;
  };
  ScriptedNoise zero(std::vector<std::int64_t>(500));
  const std::vector<std::uint64_t> counts(54, 2);
  const auto before = published(counts, zero);
  for (std::size_t cell = 0; cell < counts.size(); ++cell) {
    auto with_one_record = counts;
    ++with_one_record[cell];
    ScriptedNoise scripted(std::vector<std::int64_t>(500));
    const auto after = published(with_one_record, scripted);
    std::int64_t changed = 0;
    for (std::size_t i = 0; i < before.size(); ++i) changed += std::abs(after[i] - before[i]);
    ASSERT_EQ(changed, 3 * 2);
    ASSERT_EQ(scripted.scales()[0], (LaplaceScale{12, 1}));
  }
}

TEST(Grid, SaysWhatIsWrong) {
  ZeroNoise zero;
  EXPECT_EQ(input_error([&] {
              Grid::build({0, 5, 2, 2, 1}, {}, zero);
            }),
            "a grid must have between 1 and 2^28 cells, not 0 x 5");
  EXPECT_EQ(input_error([&] {
              Grid::build({2, 5, 2, 2, 1}, some_counts(9), zero);
            }),
            "9 counts do not fit a grid of 2 x 5");
  const Grid grid = Grid::build({2, 5, 2, 2, 1}, some_counts(10), zero);
  EXPECT_EQ(input_error([&] { grid.answer({{0, 1}, {4, 2}}); }), "the range 4 … 2 is reversed");
  EXPECT_EQ(input_error([&] { grid.answer({{0, 2}, {0, 0}}); }), "the range 0 … 2 leaves the domain 0 … 1");
  const auto refused = [&](const std::vector<Range>& rows) { return input_error([&] { grid.answer(rows, {0, 0}); }); };
  EXPECT_EQ(refused({}), "no row of the grid is asked for");
  EXPECT_EQ(refused({{1, 1}, {0, 0}}), "the ranges of rows overlap, or are not in order");
  EXPECT_EQ(refused({{0, 1}, {1, 1}}), "the ranges of rows overlap, or are not in order");
}

}  // namespace
}  // namespace sourdine
