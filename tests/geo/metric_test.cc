#include "sourdine/geo/metric.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.h"

namespace sourdine {
namespace {

TEST(MetricPromise, TheLevelHoldsWithinTheRadiusAndIsNearlySpent) {
  for (const double radius : {200.0, 500.0, 20'000.0}) {
    for (const double step : {1.0, 5.0}) {
      for (const double stretch : {0.9996, 1.0, 1.002}) {
        const MetricPromise promise({.level = std::log(4.0), .radius = radius, .step = step, .stretch = stretch});
        EXPECT_LE(promise.level_at(radius), std::log(4.0) * (1 + 1e-15));
        EXPECT_GT(promise.level_at(radius), std::log(4.0) * (1 - 1e-6));
        EXPECT_GT(promise.level_at(0), 0);  // two addresses of one place may be snapped apart
      }
    }
  }
}

TEST(MetricPromise, StretchAndSnappingCostEpsilon) {
  const MetricPromise plain({.level = 1, .radius = 200, .step = 0.001});
  EXPECT_NEAR(plain.per_metre(), 1.0 / 200, 1e-7);
  const MetricPromise coarse({.level = 1, .radius = 200, .step = 10});
  EXPECT_NEAR(coarse.per_metre(), 1 / (200 + 10 * std::sqrt(2.0)), 1e-9);
  const MetricPromise stretched({.level = 1, .radius = 200, .step = 0.001, .stretch = 1.5});
  EXPECT_LT(stretched.epsilon().value(), plain.epsilon().value());
}

// The vectors of methods G, in units of 1/ε: a promise whose ε per metre is 1 up to snapping.
TEST(MetricPromise, QuantilesOfTheRadius) {
  const MetricPromise promise({.level = 1000, .radius = 1000, .step = 1e-6});
  EXPECT_NEAR(promise.radius_quantile(0.1), 0.5318116084, 1e-7);
  EXPECT_NEAR(promise.radius_quantile(0.5), 1.6783469900, 1e-7);
  EXPECT_NEAR(promise.radius_quantile(0.9), 3.8897201699, 1e-7);
  EXPECT_NEAR(promise.radius_quantile(0.999), 9.2334134765, 1e-7);
  EXPECT_NEAR(promise.radius_quantile(1e-12), 1.41421423e-6, 1e-12);
  EXPECT_EQ(promise.radius_quantile(0), 0);
  EXPECT_EQ(testing::error_code([&] { promise.radius_quantile(1); }), ErrorCode::bad_input);
}

TEST(MetricPromise, NumbersThatCannotBeAreRefused) {
  for (const MetricQuestion& bad :
       {MetricQuestion{.level = 0, .radius = 200}, MetricQuestion{.level = -1, .radius = 200},
        MetricQuestion{.level = 1, .radius = 0}, MetricQuestion{.level = 1, .radius = HUGE_VAL},
        MetricQuestion{.level = 1, .radius = 200, .step = 0}, MetricQuestion{.level = 1, .radius = 200, .step = 60},
        MetricQuestion{.level = std::nan(""), .radius = 200},
        MetricQuestion{.level = 1, .radius = 200, .step = 1, .stretch = 3}}) {
    EXPECT_EQ(testing::error_code([&] { MetricPromise{bad}; }), ErrorCode::bad_input);
  }
}

}  // namespace
}  // namespace sourdine
