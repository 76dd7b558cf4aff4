#include <gtest/gtest.h>

#include "audit/fake_oracle.h"
#include "sourdine/audit/empirical.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

TEST(EmpiricalAudit, AccusesAnHonestOracleNoMoreOftenThanAlphaSays) {
  constexpr double alpha = 0.05;
  constexpr std::uint64_t audits = 2000;
  const SeededBits seeds(20);
  const testing::FakeOracle oracle(3, 1, 1);
  std::uint64_t acquitted = 0;
  for (std::uint64_t i = 0; i < audits; ++i) {
    SeededBits random = seeds.split(i);
    const auto audit = audit_empirical(oracle, random, {.trials = 1000, .alpha = alpha});
    if (audit.verdict() != EmpiricalVerdict::violates && !audit.is_over_noised) ++acquitted;
  }
  // Two verdicts, each wrong with probability at most alpha.
  EXPECT_GT(testing::binomial_lower_tail(acquitted, audits, 1 - 2 * alpha), testing::false_alarm);
}

TEST(EmpiricalAudit, ProvesNineTenthsOfEpsilonForEveryOracleThatSpendsIt) {
  const SeededBits seeds(21);
  std::uint64_t stream = 0;
  for (const OracleRow& row : oracle_table()) {
    if (!row.spends_less.empty()) continue;
    for (const double epsilon : {0.5, 1.0, 2.0}) {
      SeededBits random = seeds.split(stream++);
      const auto oracle = make_oracle(table_spec(row, Domain(5), epsilon));
      const auto audit = audit_empirical(*oracle, random, {.trials = epsilon < 1 ? 600'000U : 200'000U});
      EXPECT_EQ(audit.verdict(), EmpiricalVerdict::agrees)
          << row.name << " at " << epsilon << ": " << audit.epsilon_lower;
    }
  }
}

}  // namespace
}  // namespace sourdine
