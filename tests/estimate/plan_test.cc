#include "sourdine/estimate/plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "support/errors.h"

namespace sourdine {
namespace {

constexpr double z95 = 1.959963984540054;

const PlanRow& row_of(const std::vector<PlanRow>& rows, const std::string& oracle) {
  return *std::ranges::find(rows, oracle, &PlanRow::oracle);
}

TEST(Plan, ErrorIsHalfTheIntervalOfARareShare) {
  const auto rows = plan({.domain = Domain(17), .epsilon = 1, .reports = 10000, .error = {}});
  EXPECT_NEAR(row_of(rows, "grr").error, z95 * std::sqrt(6.0011269043 / 10000), 1e-9);
  EXPECT_NEAR(row_of(rows, "oue").error, z95 * std::sqrt(3.6826943768 / 10000), 1e-9);
  EXPECT_NEAR(row_of(rows, "sue").error, z95 * std::sqrt(3.9176980890 / 10000), 1e-9);
  for (const PlanRow& row : rows) {
    EXPECT_TRUE(row.is_reachable) << row.oracle;
    EXPECT_EQ(row.epsilon, 1);
    EXPECT_EQ(row.reports, 10000U);
    EXPECT_EQ(row.report_bytes, (row.report_bits + 7) / 8);
  }
}

TEST(Plan, EveryOracleButUeHasARowAndTheyAreRanked) {
  const auto rows = plan({.domain = Domain(17), .epsilon = 1, .reports = 10000, .error = {}});
  EXPECT_EQ(rows.size(), oracle_table().size() - 1);
  EXPECT_EQ(std::ranges::find(rows, "ue", &PlanRow::oracle), rows.end());
  // By error; errors that differ only by rounding count as equal, and the shorter report comes first then.
  for (std::size_t i = 1; i < rows.size(); ++i) {
    EXPECT_LE(rows[i - 1].error, rows[i].error * (1 + 1e-8)) << rows[i].oracle;
    if (rows[i - 1].error > rows[i].error) {
      EXPECT_LE(rows[i - 1].report_bits, rows[i].report_bits) << rows[i].oracle;
    }
  }
}

TEST(Plan, EndsWhenItIsAskedToStop) {
  StopSource source;
  source.ask();
  for (const PlanQuestion& question :
       {PlanQuestion{.domain = Domain(17), .epsilon = 1, .reports = {}, .error = 0.01},
        PlanQuestion{.domain = Domain(17), .epsilon = {}, .reports = 100, .error = 0.5}}) {
    EXPECT_EQ(testing::error_code([&] { plan(question, source.token()); }), ErrorCode::cancelled);
  }
}

TEST(Plan, ReportsAreTheFewestThatSuffice) {
  const PlanQuestion question{.domain = Domain(17), .epsilon = 1, .reports = {}, .error = 0.05};
  for (const PlanRow& row : plan(question)) {
    if (!row.is_reachable) continue;
    EXPECT_LE(row.error, 0.05) << row.oracle;
    const auto fewer = plan({.domain = Domain(17), .epsilon = 1, .reports = row.reports - 1, .error = {}});
    EXPECT_GT(row_of(fewer, row.oracle).error, 0.05) << row.oracle;
  }
  const double exact = z95 * z95 * 3.6826943768 / (0.05 * 0.05);
  EXPECT_EQ(row_of(plan(question), "oue").reports, static_cast<std::uint64_t>(std::ceil(exact)));
}

TEST(Plan, EpsilonIsTheLeastThatSuffices) {
  const PlanQuestion question{.domain = Domain(17), .epsilon = {}, .reports = 10000, .error = 0.05};
  for (const PlanRow& row : plan(question)) {
    if (!row.is_reachable) continue;
    EXPECT_LE(row.error, 0.05) << row.oracle;
    const auto weaker =
        plan({.domain = Domain(17), .epsilon = row.epsilon * (1 - 2e-6), .reports = 10000, .error = {}});
    EXPECT_GT(row_of(weaker, row.oracle).error, 0.05) << row.oracle;
  }
  // oue: 4e^ε/(e^ε−1)² = n(error/z)² = v has the solution sinh(ε/2) = 1/√v.
  const double v = 10000 * std::pow(0.05 / z95, 2);
  EXPECT_NEAR(row_of(plan(question), "oue").epsilon, 2 * std::asinh(1 / std::sqrt(v)), 1e-5);
}

TEST(Plan, TheThreeQuestionsAgree) {
  for (const PlanRow& row : plan({.domain = Domain(17), .epsilon = 1.25, .reports = 20000, .error = {}})) {
    if (row.oracle != "grr" && row.oracle != "ss" && row.oracle != "olh" && row.oracle != "cms") continue;
    const auto reports = plan({.domain = Domain(17), .epsilon = 1.25, .reports = {}, .error = row.error * (1 + 1e-12)});
    EXPECT_TRUE(row_of(reports, row.oracle).is_reachable) << row.oracle;
    EXPECT_LE(row_of(reports, row.oracle).reports, 20000U) << row.oracle;
    EXPECT_GE(row_of(reports, row.oracle).reports, 19999U) << row.oracle;
    const auto epsilons =
        plan({.domain = Domain(17), .epsilon = {}, .reports = 20000, .error = row.error * (1 + 1e-12)});
    EXPECT_LE(row_of(epsilons, row.oracle).epsilon, 1.25 * (1 + 1e-6)) << row.oracle;
  }
}

TEST(Plan, SaysWhichOraclesCannotReachTheError) {
  // Ten reports of hrr or blh have an error of z·√(1/10) at least, whatever ε; grr's vanishes.
  const auto rows = plan({.domain = Domain(4), .epsilon = {}, .reports = 10, .error = 0.1});
  EXPECT_TRUE(row_of(rows, "grr").is_reachable);
  bool seen_unreachable = false;
  for (const PlanRow& row : rows) {
    if (!row.is_reachable) {
      EXPECT_FALSE(row.obstacle.empty());
    }
    EXPECT_FALSE(seen_unreachable && row.is_reachable) << "unreachable rows come last";
    seen_unreachable = seen_unreachable || !row.is_reachable;
    if (row.oracle == "hrr" || row.oracle == "blh") {
      EXPECT_FALSE(row.is_reachable) << row.oracle;
    }
  }
}

TEST(Plan, AdaptiveRowSaysWhatItResolvesTo) {
  const auto small = plan({.domain = Domain(10), .epsilon = 1, .reports = 1000, .error = {}});
  const auto large = plan({.domain = Domain(11), .epsilon = 1, .reports = 1000, .error = {}});
  EXPECT_TRUE(row_of(small, "grr").resolves_to.empty());
  EXPECT_EQ(row_of(small, "adp").resolves_to, "grr");
  EXPECT_EQ(row_of(large, "adp").resolves_to, "oue");
}

TEST(Plan, OneValueNeedsNothing) {
  const auto rows = plan({.domain = Domain(1), .epsilon = 1, .reports = {}, .error = 0.01});
  for (const PlanRow& row : rows) {
    EXPECT_EQ(row.reports, 1U) << row.oracle;
    EXPECT_EQ(row.error, 0);
  }
}

TEST(Plan, NeedsExactlyTwoSensibleNumbers) {
  const Domain domain(17);
  EXPECT_THROW(plan({.domain = domain, .epsilon = 1, .reports = {}, .error = {}}), Error);
  EXPECT_THROW(plan({.domain = domain, .epsilon = 1, .reports = 10, .error = 0.1}), Error);
  EXPECT_THROW(plan({.domain = domain, .epsilon = 0, .reports = 10, .error = {}}), Error);
  EXPECT_THROW(plan({.domain = domain, .epsilon = std::nan(""), .reports = 10, .error = {}}), Error);
  EXPECT_THROW(plan({.domain = domain, .epsilon = 1, .reports = 0, .error = {}}), Error);
  EXPECT_THROW(plan({.domain = domain, .epsilon = 1, .reports = {}, .error = 0}), Error);
  EXPECT_THROW(plan({.domain = domain, .epsilon = 1, .reports = 10, .error = {}, .confidence = 1}), Error);
}

}  // namespace
}  // namespace sourdine
