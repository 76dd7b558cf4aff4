#include "sourdine/audit/empirical.h"

#include <gtest/gtest.h>

#include "audit/fake_oracle.h"
#include "sourdine/audit/channel.h"
#include "sourdine/base/error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/secure_bits.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using testing::BatchFault;
using testing::FakeOracle;

TEST(ClopperPearson, MatchesTheReferenceIntervals) {
  // Two-sided 95 %: 2.5 % on each side.
  EXPECT_EQ(clopper_pearson_lower(0, 100, .025), 0);
  EXPECT_NEAR(clopper_pearson_upper(0, 100, .025), .0362167, 5e-8);
  EXPECT_NEAR(clopper_pearson_lower(5, 100, .025), .0164319, 5e-8);
  EXPECT_NEAR(clopper_pearson_upper(5, 100, .025), .1128349, 5e-8);
  EXPECT_NEAR(clopper_pearson_lower(100, 100, .025), .9637833, 5e-8);
  EXPECT_EQ(clopper_pearson_upper(100, 100, .025), 1);
}

TEST(ClopperPearson, LowerBoundOfEpsilonMatchesTheReference) {
  // α = 0.01: one-sided, α/2 each; ldp-audit's two-sided intervals at α/2 leave α/4 on each side.
  EXPECT_NEAR(epsilon_lower_bound(731059, 268941, 1'000'000, .01), .9941927, 5e-8);
  EXPECT_NEAR(epsilon_lower_bound(731059, 268941, 1'000'000, .005), .9936717, 5e-8);
}

TEST(ClopperPearson, EventsThatNeverHappenGiveNoBoundRatherThanAWrongOne) {
  EXPECT_EQ(epsilon_lower_bound(0, 10, 100, .01), -std::numeric_limits<double>::infinity());
  EXPECT_EQ(epsilon_upper_bound(10, 0, 100, .01), std::numeric_limits<double>::infinity());
}

TEST(EmpiricalAudit, AgreesWithAnHonestOracle) {
  SeededBits random(1);
  const FakeOracle oracle(5, 1, 1);
  const auto audit = audit_empirical(oracle, random, {.trials = 100'000});
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::agrees);
  EXPECT_EQ(audit.trials, 100'000U);
}

TEST(EmpiricalAudit, SeesABatchPathThatSendsOneValueInClearThoughTheScalarPathIsFine) {
  SeededBits random(2);
  const FakeOracle oracle(5, 1, 1, BatchFault::one_value_in_clear);
  EXPECT_TRUE(audit_exact(oracle).within(1));
  const auto audit = audit_empirical(oracle, random, {.trials = 20'000});
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::violates);
  EXPECT_TRUE(audit.v1 == 1 || audit.v2 == 1) << audit.v1 << ' ' << audit.v2;
}

TEST(EmpiricalAudit, SeesABatchPathThatNeverLiesWithTheLastValue) {
  SeededBits random(3);
  const FakeOracle oracle(5, 1, 1, BatchFault::last_value_never_lied);
  EXPECT_TRUE(audit_exact(oracle).within(1));
  const auto audit = audit_empirical(oracle, random, {.trials = 20'000});
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::violates);
  EXPECT_EQ(audit.v1, 4U);
  EXPECT_EQ(audit.fp, 0U);
}

TEST(EmpiricalAudit, SeesABatchPathThatIsNoisierThanItsClaim) {
  SeededBits random(4);
  const auto audit = audit_empirical(FakeOracle(5, 1, 1, BatchFault::half_the_epsilon), random, {.trials = 100'000});
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::over_noised);
}

TEST(EmpiricalAudit, TooFewTrialsAreUndecidedNotAccused) {
  SeededBits random(5);
  const auto audit = audit_empirical(FakeOracle(5, 0.1, 0.1), random, {.trials = 1000});
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::undecided);
}

TEST(EmpiricalAudit, RunsOnTheBitsThatReportsAreMadeWith) {
  const auto audit = audit_empirical(FakeOracle(3, 2, 2), SecureBits::this_thread(), {.trials = 20'000});
  EXPECT_LE(audit.epsilon_lower, 2);
}

TEST(EmpiricalAudit, IsReproducedByTheSameSeed) {
  SeededBits a(6);
  SeededBits b(6);
  const FakeOracle oracle(4, 1, 1);
  const auto first = audit_empirical(oracle, a, {.trials = 5000});
  const auto second = audit_empirical(oracle, b, {.trials = 5000});
  EXPECT_EQ(first.tp, second.tp);
  EXPECT_EQ(first.fp, second.fp);
  EXPECT_EQ(first.epsilon_lower, second.epsilon_lower);
}

TEST(EmpiricalAudit, ProbesTheFirstAndTheLastValueOfALargeDomain) {
  SeededBits random(7);
  const FakeOracle oracle(200, 1, 1, BatchFault::last_value_never_lied);
  const auto audit = audit_empirical(oracle, random, {.trials = 100'000});
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::violates);
  EXPECT_EQ(audit.v1, 199U);
}

TEST(EmpiricalAudit, LearnsItsEventsForAMechanismWithoutLikelihoods) {
  SeededBits random(8);
  // The parity of the output is the value; no single output is likely.
  const Sampler parity = [](Value value, Random& chance, std::vector<std::uint8_t>& output) {
    output.push_back(static_cast<std::uint8_t>(2 * chance.below(50) + value));
  };
  EXPECT_EQ(audit_empirical(parity, 2, 3, random, {.trials = 20'000}).verdict(), EmpiricalVerdict::violates);
}

TEST(EmpiricalAudit, ADomainOfOneValueIsNotSampled) {
  SeededBits random(9);
  const auto audit = audit_empirical(*make_oracle({"grr", Domain(1), 1, {}}), random);
  EXPECT_EQ(audit.verdict(), EmpiricalVerdict::agrees);
  EXPECT_EQ(audit.epsilon_lower, 0);
}

TEST(EmpiricalAudit, RefusesMeaninglessOptions) {
  SeededBits random(10);
  const FakeOracle oracle(3, 1, 1);
  EXPECT_THROW(audit_empirical(oracle, random, {.trials = 10}), Error);
  EXPECT_THROW(audit_empirical(oracle, random, {.alpha = 0}), Error);
}

}  // namespace
}  // namespace sourdine
