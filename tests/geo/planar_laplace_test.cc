#include "sourdine/geo/planar_laplace.h"

#include <gtest/gtest.h>

#include <cmath>

#include "geo/planar_law.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::enumerated_law;
using testing::Offset;

Exact length(const Offset& offset) {
  const Exact x = offset.first, y = offset.second;
  return sqrt(x * x + y * y);
}

TEST(PlanarLaplace, TheLawOfTheSamplersOwnDecisionsIsThatOfTheDistance) {
  for (const double asked : {1.5, 3.0}) {
    const StepEpsilon epsilon = StepEpsilon::not_above(asked);
    Exact cut = 0;
    const auto law = enumerated_law(PlanarLaplace(epsilon), cut);
    ASSERT_LT(cut, 1e-12);
    const Exact rate = ldexp(Exact(epsilon.numerator), -52);
    Exact sum = 0;  // over a square whose outside weighs less than 1e-12 of all
    const int far = static_cast<int>(40 / asked) + 4;
    for (int x = -far; x <= far; ++x) {
      for (int y = -far; y <= far; ++y) sum += exp(-rate * length({x, y}));
    }
    for (const auto& [offset, probability] : law) {
      ASSERT_LT(abs(probability - exp(-rate * length(offset)) / sum), 1e-12) << offset.first << "," << offset.second;
    }
  }
}

// For every pair of places and every point that may be published: ln Pr[z|a] − ln Pr[z|b] ≤ ε·|a − b|.
TEST(PlanarLaplace, NoPointTellsTwoPlacesApartByMoreThanTheirDistanceAllows) {
  const StepEpsilon epsilon = StepEpsilon::not_above(2.0);
  Exact cut = 0;
  const auto law = enumerated_law(PlanarLaplace(epsilon), cut);
  const Exact rate = ldexp(Exact(epsilon.numerator), -52);
  Exact closest = -1;
  for (int bx = 0; bx <= 2; ++bx) {
    for (int by = -1; by <= 1; ++by) {
      for (const auto& [z, given_a] : law) {
        const auto given_b = law.find({z.first - bx, z.second - by});
        if (given_b == law.end() || (bx == 0 && by == 0)) continue;
        const Exact excess = log(given_a / given_b->second) - rate * length({bx, by});
        ASSERT_LE(excess, 1e-60) << bx << "," << by;  // of 100 digits, 1e-60 is rounding
        closest = std::max(closest, excess);
      }
    }
  }
  EXPECT_GT(closest, -1e-60);  // attained: ε is no larger than it must be
}

TEST(PlanarLaplace, EpsilonIsRoundedDown) {
  for (const double asked : {1e-9, 0.005, std::log(4.0) / 200, 1.0, 3.3, 16.0}) {
    const double value = StepEpsilon::not_above(asked).value();
    EXPECT_LE(value, asked);
    EXPECT_GT(value, asked * (1 - 1e-6));
  }
  for (const double bad : {0.0, -1.0, 1e-10, 16.1, std::nan(""), HUGE_VAL}) {
    EXPECT_EQ(testing::error_code([&] { StepEpsilon::not_above(bad); }), ErrorCode::bad_input) << bad;
  }
}

TEST(PlanarLaplace, FarOutPointsStayNumbers) {
  SeededBits random(7303);
  constexpr std::int64_t far = std::int64_t{1} << 62;
  std::vector<GridPoint> points(1000, GridPoint{far, -far});
  PlanarLaplace(StepEpsilon::not_above(1e-9)).move(random, points);
  for (const GridPoint& point : points) {
    EXPECT_GT(point.x, 0);
    EXPECT_LT(point.y, 0);
  }
}

}  // namespace
}  // namespace sourdine
