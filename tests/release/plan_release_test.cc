#include "sourdine/release/plan_release.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/release/release.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

ReleaseConfig config(const std::string& publish = {}) {
  return parse_config(
      "[events]\ntime = \"t\"\nplace = \"p\"\n[places]\nregions = [\"a\", \"b\", \"c\", \"d\"]\n[privacy]\nepsilon = "
      "1\noracle = \"oue\"\n" +
          publish,
      "my.toml");
}

// Optimised unary encoding: 4e^ε/(e^ε−1)² per report, and 1 per holder (Wang et al., 2017).
TEST(PlanRelease, GivesTheErrorOfTheOracleInEvents) {
  const ReleasePlan plan = plan_release(config(), 36'524.25);
  const double e = std::exp(1.0);
  ASSERT_EQ(plan.periods.size(), 3U);
  EXPECT_EQ(plan.periods[0].period, Period::day);
  EXPECT_NEAR(plan.periods[0].events, 100, 1e-9);
  const double variance = 100 * 4 * e / ((e - 1) * (e - 1)) + 25;
  EXPECT_NEAR(plan.periods[0].half_width, 1.959963985 * std::sqrt(variance), 1e-3);
  EXPECT_EQ(plan.periods[2].period, Period::year);
  EXPECT_TRUE(plan.periods[0].is_below_error);
  EXPECT_FALSE(plan.periods[2].is_below_error);
}

TEST(PlanRelease, SaysHowManyEventsAnErrorNeeds) {
  const ReleaseConfig asked = config();
  const ReleasePlan plan = plan_release(asked, 1000, 0.05);
  ASSERT_TRUE(plan.events_needed);
  const auto oracle = make_release_oracle(asked, Domain({"a", "b", "c", "d"}));
  EXPECT_LE(count_half_width(*oracle, *plan.events_needed, 0.95), 0.05 * *plan.events_needed);
  const double fewer = *plan.events_needed - 2;
  EXPECT_GT(count_half_width(*oracle, fewer, 0.95), 0.05 * fewer);
}

TEST(PlanRelease, PlansThePublishedPeriodsToo) {
  EXPECT_EQ(plan_release(config("[publish]\nperiods = [\"hour\", \"week\"]\n"), 1000).periods.size(), 5U);
  EXPECT_NE(input_error([] { plan_release(config(), 0); }).find("greater than 0"), std::string::npos);
  EXPECT_NE(input_error([] { plan_release(config(), 1, 1.5); }).find("between 0 and 1"), std::string::npos);
}

TEST(PlanRelease, RefusesAConfidenceThatIsNone) {
  ReleaseConfig asked = config();
  for (const double confidence : {0.0, 1.0, 2.0, -1.0}) {
    asked.publish.confidence = confidence;
    EXPECT_NE(input_error([&] { plan_release(asked, 1000); }).find("the confidence must lie between 0 and 1"),
              std::string::npos);
  }
}

}  // namespace
}  // namespace sourdine
