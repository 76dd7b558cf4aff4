#include "sourdine/audit/planted.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <set>
#include <string>

#include "sourdine/audit/audit.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

class EveryPlanted : public ::testing::TestWithParam<const Planted*> {
 protected:
  ChannelAudit exact(const AuditedMechanism& mechanism) const {
    ExactOptions options;
    options.branches.prune_bits = GetParam()->prune_bits;
    return exact_channel(mechanism.enumerate, GetParam()->k, options);
  }
};

TEST_P(EveryPlanted, ViolationIsCaughtByEnumeration) {
  if (GetParam()->violation.weigh) {
    const MechanismAuditRow row = mechanism_row("", planted_case(*GetParam(), GetParam()->violation));
    EXPECT_TRUE(row.audit.sums_to_one);
    EXPECT_GT(row.audit.delta_lower, GetParam()->claimed_delta);
    return;
  }
  const auto audit = exact(GetParam()->violation);
  EXPECT_TRUE(audit.rows_sum_to_one);
  EXPECT_FALSE(audit.within(GetParam()->claimed_epsilon));
}

TEST_P(EveryPlanted, TwinIsNotFlaggedByEnumeration) {
  if (GetParam()->twin.weigh) {
    const MechanismAuditRow row = mechanism_row("", planted_case(*GetParam(), GetParam()->twin));
    EXPECT_TRUE(row.passed) << row.note;
    return;
  }
  const auto audit = exact(GetParam()->twin);
  EXPECT_TRUE(audit.rows_sum_to_one);
  EXPECT_TRUE(audit.within(GetParam()->claimed_epsilon));
}

TEST_P(EveryPlanted, ViolationIsCaughtAndTwinAcquittedInAnAuditRun) {
  SeededBits random(30);
  const PlantedRow row = audit_planted(*GetParam(), random, {.trials = 20'000});
  EXPECT_TRUE(row.caught) << row.exact_epsilon << " / " << row.epsilon_lower.value_or(0);
  EXPECT_TRUE(row.twin_passed);
  EXPECT_EQ(row.epsilon_lower.has_value(), GetParam()->seen_by_sampling);
}

std::vector<const Planted*> all_planted() {
  std::vector<const Planted*> all;
  for (const Planted& planted : planted_violations()) all.push_back(&planted);
  return all;
}

INSTANTIATE_TEST_SUITE_P(Zoo, EveryPlanted, ::testing::ValuesIn(all_planted()), [](const auto& instance) {
  std::string name(instance.param->name);
  for (char& letter : name) letter = letter == '-' ? '_' : letter;
  return name;
});

TEST(Planted, HoldsThePublishedKindsUnderNamesOfTheirOwn) {
  std::set<std::string_view> names;
  for (const Planted& planted : planted_violations()) names.insert(planted.name);
  EXPECT_EQ(names.size(), planted_violations().size());
  for (const char* kind :
       {"skipped-last-bit", "doubled-epsilon", "one-bit-never-cleared", "lies-over-all-values", "disjoint-supports",
        "length-leak", "cancelling-noise", "wrong-sensitivity", "bound-after-counting", "threshold-without-delta",
        "sparse-vector-prints", "sparse-vector-goes-on", "flip-in-fixed-order", "amplified-by-sampling"}) {
    EXPECT_TRUE(names.contains(kind)) << kind;
  }
}

TEST(Planted, ATwinTakenForAViolationIsNotCaught) {
  SeededBits random(31);
  Planted healthy = planted_violations().front();
  healthy.violation = healthy.twin;
  EXPECT_FALSE(audit_planted(healthy, random, {.trials = 5000}).caught);
}

TEST(Planted, AViolationTakenForATwinDoesNotPass) {
  SeededBits random(32);
  Planted sick = planted_violations().front();
  sick.twin = sick.violation;
  EXPECT_FALSE(audit_planted(sick, random, {.trials = 5000}).twin_passed);
}

TEST(Planted, ExactEpsilonsAreThoseOfTheTheory) {
  SeededBits random(33);
  const auto epsilon_of = [&random](std::string_view name) {
    for (const Planted& planted : planted_violations()) {
      if (planted.name == name) return audit_planted(planted, random, {.trials = 1000}).exact_epsilon;
    }
    return std::numeric_limits<double>::quiet_NaN();
  };
  const double infinity = std::numeric_limits<double>::infinity();
  for (const char* name :
       {"skipped-last-bit", "one-bit-never-cleared", "disjoint-supports", "length-leak", "shared-uniform",
        "q-rounded-to-zero", "threshold-without-delta", "flip-in-fixed-order", "attribute-chosen-by-value"}) {
    EXPECT_EQ(epsilon_of(name), infinity) << name;
  }
  EXPECT_NEAR(epsilon_of("doubled-epsilon"), 2, 1e-15);
  EXPECT_NEAR(epsilon_of("wrong-sensitivity"), 3, 1e-9);
  EXPECT_NEAR(epsilon_of("amplified-by-sampling"), std::log(2 * std::expm1(1) + 1), 1e-9);
  EXPECT_NEAR(epsilon_of("bound-after-counting"), 2, 1e-8);
  EXPECT_GT(epsilon_of("sparse-vector-prints"), 9.8);  // 8 · 1.227, as four questions with the noise of one give
  EXPECT_GT(epsilon_of("sparse-vector-goes-on"), 8.3);
  EXPECT_NEAR(epsilon_of("hashes-not-counted"), 2, 1e-15);
  EXPECT_NEAR(epsilon_of("leakage-understated"), 1.641664, 1e-6);
  EXPECT_NEAR(epsilon_of("lies-over-all-values"), std::log1p(4 * std::exp(1) / 3), 1e-15);
  EXPECT_NEAR(epsilon_of("f-rounded"), 2 * std::log(2 / 0.15 - 1), 1e-14);
  // Kept with p, or after one lie kept the second time; lied about twice in a row otherwise.
  const double p = 1 / (1 + std::exp(-1));
  EXPECT_NEAR(epsilon_of("seed-chosen-after-output"), std::log(p * (2 - p) / ((1 - p) * (1 - p))), 1e-14);
  // Lies to 1 … 4 come with 51/256 instead of 1/5.
  const double odds = (std::exp(1) - 1) / 5;
  EXPECT_NEAR(epsilon_of("modulo-bias"), std::log1p(odds * 256 / 51), 1e-14);
}

}  // namespace
}  // namespace sourdine
