#include <gtest/gtest.h>

#include <cmath>

#include "geo/planar_law.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::enumerated_law;
using testing::Offset;

// What move() draws, by tables and lazily refined numbers, has the law that was enumerated.
TEST(PlanarLaplace, PointsThatAreMovedHaveTheLaw) {
  SeededBits random(7301);
  const StepEpsilon epsilon = StepEpsilon::not_above(1.5);
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

}  // namespace
}  // namespace sourdine
