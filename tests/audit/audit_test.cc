#include "sourdine/audit/audit.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "audit/fake_oracle.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using testing::BatchFault;
using testing::FakeOracle;

constexpr std::string_view never_less;

TEST(AuditAll, FailsForAKindThatHasNothingToAudit) {
  SeededBits random(47);
  const ProtocolTable table({{.kind = "shy",
                              .title = "gives no case",
                              .make = nullptr,
                              .audit_cases = [] { return std::vector<AuditCase>(); },
                              .bench_cases = nullptr}});
  const AuditReport report = audit_all({}, random, {.trials = 2000, .planted_trials = 20'000}, table, {});
  EXPECT_FALSE(report.passed());
  ASSERT_EQ(report.exact.size(), 1U);
  EXPECT_FALSE(report.exact.front().passed);
}

TEST(AuditAll, FailsWhenAnyRowFailsOrNothingWasAudited) {
  EXPECT_FALSE(AuditReport{}.passed());
  AuditReport good;
  good.exact.resize(2);
  good.single_reports.resize(1);
  good.empirical.resize(2);
  good.mechanisms.resize(2);
  good.planted.resize(2);
  for (auto& row : good.exact) row.passed = true;
  for (auto& row : good.single_reports) row.passed = true;
  for (auto& row : good.empirical) row.passed = true;
  for (auto& row : good.mechanisms) row.passed = true;
  for (auto& row : good.planted) row.caught = row.twin_passed = true;
  EXPECT_TRUE(good.passed());
  AuditReport bad = good;
  bad.exact[1].passed = false;
  EXPECT_FALSE(bad.passed());
  bad = good;
  bad.empirical[1].passed = false;
  EXPECT_FALSE(bad.passed());
  bad = good;
  bad.mechanisms[1].passed = false;
  EXPECT_FALSE(bad.passed());
  bad = good;
  bad.mechanisms.clear();
  EXPECT_FALSE(bad.passed());
  bad = good;
  bad.planted[1].caught = false;
  EXPECT_FALSE(bad.passed());
  bad = good;
  bad.planted[1].twin_passed = false;
  EXPECT_FALSE(bad.passed());
}

ExactRow exact_row_of(const FakeOracle& oracle, double asked, std::string_view spends_less = never_less) {
  return exact_row(oracle, audit_exact(oracle), {"fake", asked, spends_less});
}

TEST(ExactRow, PassesAnHonestClaim) {
  const FakeOracle oracle(4, 1, FakeOracle(4, 1, 1).realised_epsilon());
  const ExactRow row = exact_row_of(oracle, 1);
  EXPECT_TRUE(row.passed) << row.note;
  EXPECT_EQ(row.claimed_epsilon, row.exact_epsilon);
}

TEST(ExactRow, FailsAnOracleThatClaimsLessThanItSpends) {
  const double realised = FakeOracle(4, 1, 1).realised_epsilon();
  EXPECT_FALSE(exact_row_of(FakeOracle(4, 1, 0.99), 1).passed);
  EXPECT_FALSE(exact_row_of(FakeOracle(4, 1, realised * (1 - 1e-15)), 1).passed);
  EXPECT_FALSE(exact_row_of(FakeOracle(4, 1, 0.99), 1, "a reason to spend less is none to claim less").passed);
}

TEST(ExactRow, FailsAnOracleThatClaimsMoreThanItSpends) {
  EXPECT_FALSE(exact_row_of(FakeOracle(4, 1, 1.1), 1.1).passed);
  EXPECT_FALSE(exact_row_of(FakeOracle(4, 1, 1.1), 1.1, "a reason to spend less is none to claim more").passed);
  EXPECT_TRUE(exact_row_of(FakeOracle(4, 1, FakeOracle(4, 1, 1).realised_epsilon()), 1.1, "hashes may collide").passed);
}

TEST(ExactRow, FailsAnOracleThatSpendsMoreThanAsked) {
  const ExactRow row = exact_row_of(FakeOracle(4, 1, 1), std::nextafter(1.0, 0.0));
  EXPECT_FALSE(row.passed);
  EXPECT_NE(row.note.find("exceeds"), std::string::npos) << row.note;
}

TEST(ExactRow, FailsAnOracleThatWastesTheBudget) {
  const double half = FakeOracle(4, 0.5, 0.5).realised_epsilon();
  EXPECT_FALSE(exact_row_of(FakeOracle(4, 0.5, half), 1).passed);
  EXPECT_TRUE(exact_row_of(FakeOracle(4, 0.5, half), 1, "by nature").passed);
}

TEST(EmpiricalRow, FailsABatchPathThatLeaksOrIsNoisierThanItSays) {
  SeededBits random(41);
  for (const BatchFault fault : {BatchFault::one_value_in_clear, BatchFault::half_the_epsilon}) {
    const FakeOracle oracle(5, 1, 1, fault);
    const EmpiricalAudit audit = audit_empirical(oracle, random, {.trials = 50'000});
    EXPECT_FALSE(empirical_row(oracle, audit, {"fake", 1, never_less}).passed);
    EXPECT_FALSE(empirical_row(oracle, audit, {"fake", 1, "by nature"}).passed);
  }
}

TEST(EmpiricalRow, SaysSoWhenTheTrialsDecideNothing) {
  SeededBits random(46);
  const FakeOracle oracle(5, 0.1, 0.1);
  const EmpiricalRow row = empirical_row(oracle, audit_empirical(oracle, random, {.trials = 1000}), {"fake", 0.1, ""});
  EXPECT_TRUE(row.passed);
  EXPECT_NE(row.note.find("undecided"), std::string::npos);
}

TEST(AuditOne, EnumeratesAndSamplesASmallOracle) {
  SeededBits random(42);
  const SingleAudit audit = audit_one({"oue", Domain(4), 1, {}}, random, {.trials = 20'000});
  ASSERT_TRUE(audit.exact.has_value());
  EXPECT_EQ(audit.exact->outputs, 16U);
  EXPECT_TRUE(audit.passed());
}

TEST(AuditOne, OnlySamplesAnOracleTooLargeToEnumerate) {
  SeededBits random(43);
  const SingleAudit audit = audit_one({"oue", Domain(100), 1, {}}, random, {.trials = 2000});
  EXPECT_FALSE(audit.exact.has_value());
  EXPECT_TRUE(audit.passed());
}

TEST(AuditOne, TakesTheAskedEpsilonFromTheParametersWhereTheyDecideIt) {
  SeededBits random(44);
  const SingleAudit audit = audit_one({"sue", Domain(4), 0, {{"f", 0.5}}}, random, {.trials = 20'000});
  EXPECT_NEAR(audit.exact->exact_epsilon, 2.1972245773, 6e-11);
  EXPECT_TRUE(audit.passed()) << audit.exact->note;
}

TEST(AuditOne, AcceptsTheEdges) {
  SeededBits random(45);
  EXPECT_TRUE(audit_one({"grr", Domain(1), 1, {}}, random, {.trials = 2000}).passed());
  EXPECT_TRUE(audit_one({"grr", Domain(3), 1e-6, {}}, random, {.trials = 2000}).passed());
  for (const char* name : {"grr", "oue", "sue"}) {
    const SingleAudit huge = audit_one({name, Domain(3), 60, {}}, random, {.trials = 2000});
    EXPECT_TRUE(huge.passed()) << huge.exact->note;
    EXPECT_TRUE(std::isfinite(huge.exact->exact_epsilon));
  }
}

}  // namespace
}  // namespace sourdine
