#include "sourdine/geo/planar_laplace.h"

#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "sourdine/random/laplace_table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/weighed_branches.h"
#include "support/errors.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using Offset = std::pair<std::int64_t, std::int64_t>;

// The law of the first proposal that is kept, by the sampler's own decisions; what was cut is added to `cut`.
std::map<Offset, Exact> enumerated_law(const PlanarLaplace& noise, Exact& cut) {
  std::map<Offset, Exact> law;
  Exact kept = 0;
  WeighedBranches branches(70);
  branches.explore([&](WeighedBranches& chance) {
    const auto offset = noise.propose(chance);
    if (!offset) return;
    law[{offset->x, offset->y}] += chance.weight();
    kept += chance.weight();
  });
  for (auto& [offset, probability] : law) probability /= kept;
  cut = branches.cut_mass() / kept;
  return law;
}

Exact length(const Offset& offset) {
  const Exact x = offset.first, y = offset.second;
  return sqrt(x * x + y * y);
}

TEST(PlanarLaplace, TheLawOfTheSamplersOwnDecisionsIsThatOfTheDistance) {
  for (const double asked : {0.75, 1.0, 2.5}) {
    const StepEpsilon epsilon = StepEpsilon::not_above(asked);
    Exact cut = 0;
    const auto law = enumerated_law(PlanarLaplace(epsilon), cut);
    ASSERT_LT(cut, 1e-15);
    const Exact rate = ldexp(Exact(epsilon.numerator), -52);
    Exact sum = 0;  // over a square whose outside weighs less than 1e-15 of all
    const int far = static_cast<int>(40 / asked) + 4;
    for (int x = -far; x <= far; ++x) {
      for (int y = -far; y <= far; ++y) sum += exp(-rate * length({x, y}));
    }
    for (const auto& [offset, probability] : law) {
      ASSERT_LT(abs(probability - exp(-rate * length(offset)) / sum), 1e-14) << offset.first << "," << offset.second;
    }
  }
}

// For every pair of places and every point that may be published: ln Pr[z|a] − ln Pr[z|b] ≤ ε·|a − b|.
TEST(PlanarLaplace, NoPointTellsTwoPlacesApartByMoreThanTheirDistanceAllows) {
  const StepEpsilon epsilon = StepEpsilon::not_above(0.9);
  Exact cut = 0;
  const auto law = enumerated_law(PlanarLaplace(epsilon), cut);
  const Exact rate = ldexp(Exact(epsilon.numerator), -52);
  Exact closest = -1;
  for (int bx = 0; bx <= 4; ++bx) {
    for (int by = -4; by <= 4; ++by) {
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

// What move() draws, by tables and lazily refined numbers, has the law that was enumerated.
TEST(PlanarLaplace, PointsThatAreMovedHaveTheLaw) {
  SeededBits random(7301);
  const StepEpsilon epsilon = StepEpsilon::not_above(1.0);
  Exact cut = 0;
  const auto law = enumerated_law(PlanarLaplace(epsilon), cut);
  std::vector<GridPoint> points(1'000'000, GridPoint{-5, 12});
  PlanarLaplace(epsilon).move(random, points);
  std::vector<double> probabilities;
  std::vector<std::uint64_t> observed;
  std::map<Offset, std::size_t> cell;
  for (const auto& [offset, probability] : law) {
    cell[offset] = probabilities.size();
    probabilities.push_back(static_cast<double>(probability));
  }
  observed.resize(probabilities.size());
  std::uint64_t beyond = 0;
  for (const GridPoint& point : points) {
    const auto found = cell.find({point.x + 5, point.y - 12});
    if (found == cell.end()) {
      ++beyond;
    } else {
      ++observed[found->second];
    }
  }
  EXPECT_LT(beyond, 3U);
  EXPECT_GT(testing::chi_squared_test(observed, probabilities), testing::false_alarm);
}

// The radius of real planar noise, C(ρ) = 1 − (1 + ερ)e^−ερ, is met up to a step: the quantiles of the methods' sheet.
TEST(PlanarLaplace, RadiiHaveTheKnownQuantiles) {
  struct Case {
    double epsilon, quantile, radius;
  };
  SeededBits random(7302);
  constexpr std::size_t n = 400'000;
  for (const Case& known : {Case{1.0 / 200, 0.5, 335.6693980}, Case{std::log(4.0) / 200, 0.5, 242.1342879},
                            Case{1.0 / 200, 0.95, 948.7729037}, Case{std::log(2.0) / 500, 0.99, 4788.5588041}}) {
    std::vector<GridPoint> points(n);
    PlanarLaplace(StepEpsilon::not_above(known.epsilon)).move(random, points);
    std::uint64_t inside = 0, inside_wider = 0;
    for (const GridPoint& point : points) {
      const double radius = std::hypot(static_cast<double>(point.x), static_cast<double>(point.y));
      inside += radius <= known.radius - 1 ? 1 : 0;
      inside_wider += radius <= known.radius + 1 ? 1 : 0;
    }
    // One step less holds no more than the share, one step more no less, up to what chance explains.
    EXPECT_GT(testing::binomial_lower_tail(inside_wider, n, known.quantile), testing::false_alarm / 8);
    EXPECT_GT(testing::binomial_lower_tail(n - inside, n, 1 - known.quantile), testing::false_alarm / 8);
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
