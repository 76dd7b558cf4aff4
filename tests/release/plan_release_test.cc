#include "sourdine/release/plan_release.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/central/outlook.h"
#include "sourdine/counts/release.h"
#include "sourdine/local/report_oracle.h"
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

// Local event, local person, central person: the local errors are those of the oracle at ε and at ε/m, the central one
// that of discrete Laplace noise on three levels, which no number of events changes.
TEST(PlanRelease, ComparesWhatAnEventAndAPersonCostInBothModels) {
  const ReleasePlan plan = plan_release(config(), 36'524.25);
  ASSERT_EQ(plan.models.size(), 3U);
  EXPECT_EQ(plan.max_events, usual_max_events);
  EXPECT_EQ(plan.models[0].unit, Unit::event);
  EXPECT_NEAR(plan.models[0].half_width, plan.periods[0].half_width, 1e-9);
  EXPECT_EQ(plan.models[1].unit, Unit::person);
  EXPECT_NEAR(plan.models[1].report_epsilon, 1.0 / 3, 1e-8);
  const double e = std::exp(plan.models[1].report_epsilon);
  EXPECT_NEAR(plan.models[1].half_width, 1.959963985 * std::sqrt(100 * 4 * e / ((e - 1) * (e - 1)) + 25), 1e-3);
  EXPECT_EQ(plan.models[2].model, "central");
  const ReleasePlan more = plan_release(config(), 10 * 36'524.25);
  EXPECT_EQ(more.models[2].half_width, plan.models[2].half_width);
  EXPECT_GT(more.models[1].half_width, more.models[2].half_width);
  // Three levels, three events, ε = 1: a scale of 9, less what the least squares gain; 2.12 is the Laplace quantile.
  EXPECT_LT(plan.models[2].half_width, 2.12 * std::sqrt(2) * 9);
  EXPECT_GT(plan.models[2].half_width, 0.9 * 2.12 * std::sqrt(2) * 9);
}

TEST(PlanRelease, OfACentralReleaseIsItsNoise) {
  const ReleaseConfig central = parse_config(
      "[events]\ntime = \"t\"\nplace = \"p\"\nfrom = 2024-01-01\nto = 2024-12-31\n[places]\nregions = [\"a\", "
      "\"b\"]\n[privacy]\nmodel = \"central\"\nepsilon = 1\n[publish]\nperiods = [\"day\"]\n",
      "my.toml");
  const ReleasePlan plan = plan_release(central, 10'000, 0.5);
  EXPECT_EQ(plan.oracle, "discrete-laplace");
  EXPECT_LE(plan.epsilon, 1);
  ASSERT_EQ(plan.periods.size(), 1U);
  EXPECT_EQ(plan.periods[0].period, Period::day);
  ASSERT_TRUE(plan.events_needed);
  EXPECT_EQ(*plan.events_needed, std::ceil(plan.periods[0].half_width / 0.5));
}

// What 'release --check' looks at is the same object.
TEST(PlanRelease, OfACentralReleaseIsAboutThePeriodsThatItPublishes) {
  for (const std::string publish : {"periods = [\"month\"]\nsynthetic = false\n", "periods = [\"week\", \"year\"]\n",
                                    "periods = [\"year\", \"month\", \"day\", \"hour\"]\n"}) {
    const ReleaseConfig central = parse_config(
        "[events]\ntime = \"t\"\nplace = \"p\"\nfrom = 2024-01-01\nto = 2024-03-31\n[places]\nregions = [\"a\", "
        "\"b\"]\n[privacy]\nmodel = \"central\"\nepsilon = 1\n[publish]\n" +
            publish,
        "my.toml");
    const ReleasePlan plan = plan_release(central, 10'000);
    const CentralOutlook outlook(central, 2, 1);
    ASSERT_EQ(plan.periods.size(), central.publish.periods.size());
    for (const PeriodPlan& one : plan.periods) EXPECT_EQ(one.half_width, outlook.half_width(one.period)) << publish;
    EXPECT_GT(plan.models[2].half_width, 0);
  }
}

// The same count twice on one page: the comparison of models is about the release that is planned.
TEST(PlanRelease, TheComparisonOfModelsIsAboutThePeriodsThatArePublished) {
  for (const std::string periods : {"[\"day\"]", "[\"month\", \"day\"]", "[\"year\", \"month\", \"day\"]"}) {
    const auto planned = [&](const std::string& model) {
      return plan_release(parse_config(fmt::format("[events]\ntime = \"t\"\nplace = \"p\"\nfrom = 2024-01-01\nto = "
                                                   "2024-12-31\n[places]\nregions = [\"a\", \"b\"]\n[privacy]\n{}"
                                                   "epsilon = 1\nperson = \"who\"\nmax_events = 2\n[publish]\n"
                                                   "periods = {}\n",
                                                   model, periods),
                                       "my.toml"),
                          10'000);
    };
    const ReleasePlan central = planned("model = \"central\"\n");
    EXPECT_EQ(central.models[2].half_width, central.periods.front().half_width) << periods;
    const ReleasePlan local = planned("");
    EXPECT_EQ(local.models[2].half_width, central.models[2].half_width) << periods;
    EXPECT_NEAR(local.models[1].half_width, local.periods.front().half_width, 1e-9) << periods;
  }
}

}  // namespace
}  // namespace sourdine
