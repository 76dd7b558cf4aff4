#include "sourdine/geo/remap.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

struct Choice {
  GridPoint point;
  double distance;
};

// Every candidate of a window, by the definition.
Choice brute_force(double epsilon, const std::vector<PriorPlace>& prior, GridPoint found, std::int64_t from,
                   std::int64_t to) {
  const auto far = [](GridPoint a, GridPoint b) {
    return std::hypot(static_cast<double>(a.x - b.x), static_cast<double>(a.y - b.y));
  };
  Choice best{{}, std::numeric_limits<double>::infinity()};
  for (std::int64_t y = from; y <= to; ++y) {
    for (std::int64_t x = from; x <= to; ++x) {
      double sum = 0, total = 0;
      for (const auto& [place, weight] : prior) {
        const double posterior = weight * std::exp(-epsilon * far(found, place));
        sum += posterior * far({x, y}, place);
        total += posterior;
      }
      if (sum / total < best.distance - 1e-9) best = {{x, y}, sum / total};
    }
  }
  return best;
}

std::vector<PriorPlace> random_prior(SeededBits& random, std::size_t places, std::uint64_t side) {
  std::vector<PriorPlace> prior;
  for (std::size_t i = 0; i < places; ++i) {
    prior.push_back({{static_cast<std::int64_t>(random.below(side)), static_cast<std::int64_t>(random.below(side))},
                     static_cast<double>(1 + random.below(20))});
  }
  return prior;
}

TEST(Remap, IsTheDefinitionsPointOnSmallGrids) {
  SeededBits random(8201);
  for (int trial = 0; trial < 60; ++trial) {
    const double epsilon = trial % 3 == 0 ? 0.05 : trial % 3 == 1 ? 0.4 : 1.5;
    const std::vector<PriorPlace> prior = random_prior(random, 1 + random.below(12), 16);
    const StepEpsilon asked = StepEpsilon::not_above(epsilon);
    const Remap remap(asked, prior);
    for (const GridPoint found : {GridPoint{3, 5}, {-6, 20}, {15, 0}, {8, 8}, {40, 40}}) {
      const Choice best = brute_force(asked.value(), prior, found, -4, 20);
      const GridPoint chosen = remap(found);
      EXPECT_NEAR(remap.expected_distance(found, chosen), best.distance, 1e-7) << "trial " << trial;
    }
  }
}

// Under the prior, points that are remapped are on average not further from where they were: for every prior, by
// summing over all places and all points found.
TEST(Remap, NeverLosesUnderItsPrior) {
  SeededBits random(8202);
  for (const double epsilon : {0.2, 0.7}) {
    const std::vector<PriorPlace> prior = random_prior(random, 8, 9);
    const StepEpsilon asked = StepEpsilon::not_above(epsilon);
    const Remap remap(asked, prior);
    double moved = 0, left = 0;
    for (std::int64_t y = -30; y <= 40; ++y) {
      for (std::int64_t x = -30; x <= 40; ++x) {
        const GridPoint chosen = remap({x, y});
        for (const auto& [place, weight] : prior) {
          const auto far = [place = place](GridPoint a) {
            return std::hypot(static_cast<double>(a.x - place.x), static_cast<double>(a.y - place.y));
          };
          const double probability = weight * std::exp(-asked.value() * far({x, y}));
          moved += probability * far(chosen);
          left += probability * far({x, y});
        }
        EXPECT_LE(remap.expected_distance({x, y}, chosen), remap.expected_distance({x, y}, {x, y}) + 1e-9);
      }
    }
    EXPECT_LT(moved, 0.95 * left) << "a prior of eight places gains something";
  }
}

TEST(Remap, OnePlaceIsWhereEverythingWas) {
  const std::vector<PriorPlace> prior = {{{7, -3}, 2.0}, {{100, 100}, 0.0}};
  const Remap remap(StepEpsilon::not_above(0.01), prior);
  EXPECT_EQ(remap({5000, 1}), (GridPoint{7, -3}));
}

TEST(Remap, FarPointsDoNotUnderflow) {
  const std::vector<PriorPlace> prior = {{{0, 0}, 1}, {{100, 0}, 1}};
  const Remap remap(StepEpsilon::not_above(2), prior);
  EXPECT_EQ(remap({100'000'000, 0}), (GridPoint{100, 0}));
}

TEST(Remap, RefusesPriorsThatAreNone) {
  const StepEpsilon epsilon = StepEpsilon::not_above(0.1);
  EXPECT_THROW(Remap(epsilon, {}), Error);
  EXPECT_THROW(Remap(epsilon, std::vector<PriorPlace>{{{0, 0}, -1}}), Error);
  EXPECT_THROW(Remap(epsilon, std::vector<PriorPlace>{{{0, 0}, std::nan("")}}), Error);
}

}  // namespace
}  // namespace sourdine
