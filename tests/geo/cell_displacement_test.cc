#include "sourdine/geo/cell_displacement.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// By definition: the law of the grid, from every point of the cell, summed over the other cell.
double by_definition(double epsilon, std::int64_t cell, std::int64_t x, std::int64_t y) {
  const std::int64_t far = static_cast<std::int64_t>(40 / epsilon);
  double total = 0;
  for (std::int64_t a = -far; a <= far; ++a) {
    for (std::int64_t b = -far; b <= far; ++b) {
      total += std::exp(-epsilon * std::hypot(static_cast<double>(a), static_cast<double>(b)));
    }
  }
  double sum = 0;
  for (std::int64_t px = 0; px < cell; ++px) {
    for (std::int64_t py = 0; py < cell; ++py) {
      for (std::int64_t zx = x * cell; zx < (x + 1) * cell; ++zx) {
        for (std::int64_t zy = y * cell; zy < (y + 1) * cell; ++zy) {
          sum += std::exp(-epsilon * std::hypot(static_cast<double>(zx - px), static_cast<double>(zy - py)));
        }
      }
    }
  }
  const auto points = static_cast<double>(cell);
  return sum / total / (points * points);
}

TEST(CellDisplacement, IsTheLawOfTheGridSummedOverCells) {
  for (const std::int64_t cell : {1, 2, 3, 6}) {
    const double epsilon = StepEpsilon::not_above(0.5).value();
    const CellDisplacement moved(StepEpsilon::not_above(0.5), static_cast<std::uint64_t>(cell));
    for (std::int64_t x = -3; x <= 3; ++x) {
      for (std::int64_t y = 0; y <= 3; ++y) {
        EXPECT_NEAR(moved.at(x, y), by_definition(epsilon, cell, x, y), 3e-9)
            << "cell " << cell << " at " << x << ", " << y;
      }
    }
  }
}

// Cells far away are summed on fewer points: they must agree with the exact sum.
TEST(CellDisplacement, FarCellsAreAsExactAsTheySay) {
  const double epsilon = StepEpsilon::not_above(1.0 / 150).value();
  constexpr std::int64_t cell = 45;
  const CellDisplacement moved(StepEpsilon::not_above(1.0 / 150), cell);
  const auto one = [&](std::int64_t x, std::int64_t y) {
    double sum = 0;
    for (std::int64_t dx = -cell; dx <= cell; ++dx) {
      for (std::int64_t dy = -cell; dy <= cell; ++dy) {
        const auto weight = [&](std::int64_t d) { return 1 - static_cast<double>(std::abs(d)) / cell; };
        sum += weight(dx) * weight(dy) *
               std::exp(-epsilon * std::hypot(static_cast<double>(x * cell + dx), static_cast<double>(y * cell + dy)));
      }
    }
    return sum;
  };
  const double scale = moved.at(0, 0) / one(0, 0);
  for (const auto& [x, y] : {std::pair<std::int64_t, std::int64_t>{1, 1}, {4, 0}, {5, 5}, {12, 3}, {30, 29}}) {
    EXPECT_NEAR(moved.at(x, y) / (scale * one(x, y)), 1, 2e-5) << x << ", " << y;
  }
}

TEST(CellDisplacement, AddsUpToOneWithinItsTail) {
  for (const double epsilon : {2.0, 0.3, 0.01}) {
    const CellDisplacement moved(StepEpsilon::not_above(epsilon), 2);
    EXPECT_LT(moved.tail(), 2e-9);
    double sum = 0;
    const auto reach = static_cast<std::int64_t>(moved.reach());
    for (std::int64_t x = -reach; x <= reach; ++x) {
      for (std::int64_t y = -reach; y <= reach; ++y) sum += moved.at(x, y);
    }
    EXPECT_NEAR(sum, 1, 1e-9);
    EXPECT_EQ(moved.at(reach + 1, 0), 0);
    double wrapped = 0;
    for (const double mass : moved.wrapped(7, 5)) wrapped += mass;
    EXPECT_NEAR(wrapped, 1, 1e-9);
  }
}

TEST(CellDisplacement, RefusesCellsThatHideTheNoise) {
  EXPECT_THROW(CellDisplacement(StepEpsilon::not_above(1), 5), Error);
  EXPECT_THROW(CellDisplacement(StepEpsilon::not_above(1), 0), Error);
}

}  // namespace
}  // namespace sourdine
