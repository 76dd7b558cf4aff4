// The whole audit, as `sourdine audit --all` runs it.
#include <gtest/gtest.h>

#include "sourdine/audit/audit.h"
#include "sourdine/audit/planted.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

TEST(AuditAll, PassesAndCoversEveryOracleEpsilonAndDomainSize) {
  SeededBits random(40);
  AuditOptions options;
  options.trials = options.planted_trials = 20'000;
  const AuditReport report = audit_all(planted_violations(), random, options);

  for (const ExactRow& row : report.exact) {
    EXPECT_TRUE(row.passed) << row.name << " k=" << row.k << " epsilon=" << row.epsilon << ": " << row.note;
    EXPECT_LE(row.exact_epsilon, row.epsilon) << row.name;
  }
  for (const EmpiricalRow& row : report.empirical) EXPECT_TRUE(row.passed) << row.name << ": " << row.note;
  for (const MechanismAuditRow& row : report.mechanisms) EXPECT_TRUE(row.passed) << row.name << ": " << row.note;
  std::size_t audited_mechanisms = 0;
  for (const MechanismRow& row : mechanism_table()) audited_mechanisms += row.audit_cases().size();
  EXPECT_EQ(report.mechanisms.size(), audited_mechanisms);
  for (const PlantedRow& row : report.planted) EXPECT_TRUE(row.caught && row.twin_passed) << row.name;
  EXPECT_TRUE(report.passed());

  ASSERT_GT(report.exact.size(), oracle_table().size() * 15);  // ranges too
  ASSERT_GT(report.empirical.size(), oracle_table().size());
  EXPECT_EQ(report.exact.back().kind, "range");
  EXPECT_EQ(report.empirical.back().kind, "range");
  EXPECT_EQ(report.planted.size(), planted_violations().size());
  std::size_t next = 0;
  for (const OracleRow& row : oracle_table()) {
    for (const Value k : {2U, 3U, 5U}) {
      for (const double epsilon : {0.1, 0.5, 1.0, 2.0, 4.0}) {
        const ExactRow& audited = report.exact[next++];
        EXPECT_EQ(audited.name, row.name);
        EXPECT_EQ(audited.k, k);
        EXPECT_EQ(audited.epsilon, epsilon);
        if (row.spends_less.empty()) {
          EXPECT_GE(audited.exact_epsilon, 0.999 * epsilon) << row.name;
        }
      }
    }
    EXPECT_EQ(report.empirical[next / 15 - 1].name, row.name);
  }
}

}  // namespace
}  // namespace sourdine
