#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger_entries.h"
#include "sourdine/privacy/ledger/policy.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::entry_of_loss;
using testing::event_policy;
using testing::file_ledger;
using testing::pure_entry;
using testing::spend;

std::string refusal(const Ledger& ledger, const LedgerEntry& entry) {
  try {
    spend(ledger, entry);
  } catch (const Error& error) {
    return error.code() == ErrorCode::budget_refused ? fmt::format("{} | {}", error.what(), error.hint())
                                                     : std::string("wrong code: ") + error.what();
  }
  return "no error";
}

bool has(const std::string& text, const std::string& part) { return text.find(part) != std::string::npos; }

class LedgerPolicy : public ::testing::Test {
 protected:
  Ledger ledger(const BudgetPolicy& policy) const { return file_ledger(folder_.file("doubs.ledger.jsonl"), {policy}); }
  testing::TemporaryDirectory folder_;
};

TEST_F(LedgerPolicy, TenReleasesOfATenthFitAndTheEleventhIsRefused) {
  const Ledger tenths = ledger(event_policy(1));
  for (int i = 0; i < 10; ++i) spend(tenths, pure_entry(0.1));
  const std::string said = refusal(tenths, pure_entry(0.1));
  EXPECT_TRUE(has(said, "epsilon 1.000000000 is spent and this would cost epsilon 0.1")) << said;
  EXPECT_TRUE(has(said, "Nothing is left")) << said;
  EXPECT_TRUE(has(said, "does not renew")) << said;
}

TEST_F(LedgerPolicy, DeltaAddsUpAsExactly) {
  const Ledger tenths = ledger(event_policy(100, 1e-6));
  for (int i = 0; i < 10; ++i) spend(tenths, entry_of_loss(ApproximateDp{0.1, 1e-7}));
  const std::string said = refusal(tenths, entry_of_loss(ApproximateDp{0.1, 1e-7}));
  EXPECT_TRUE(has(said, "delta 1e-6 is spent")) << said;
  EXPECT_TRUE(has(said, "this would cost epsilon 0.100000000 at delta 1e-7")) << said;
  spend(tenths, pure_entry(0.1));  // costs no delta
}

// Twelve releases at ε = 0.1 add up to 1.2; at δ = 1e-6 they are one of ε below 1 by a tighter theorem.
TEST_F(LedgerPolicy, TheSmallerOfTwoBoundsIsCompared) {
  for (int i = 0; i < 100; ++i) spend(file_ledger(folder_.file("doubs.ledger.jsonl")), pure_entry(0.1));
  EXPECT_TRUE(has(refusal(ledger(event_policy(8)), pure_entry(0.1)), "epsilon 10.000000000 is spent"));
  spend(ledger(event_policy(8, 1e-6)), pure_entry(0.1));
  const auto stands = budget_stands(event_policy(8, 1e-6), ledger({}).read(), "doubs", "2026-11-15T08:30:00Z");
  ASSERT_EQ(stands.size(), 1U);
  EXPECT_EQ(stands[0].spent->accountant, Accountant::distribution);
  EXPECT_LT(stands[0].spent->epsilon.value(), 6);
}

TEST_F(LedgerPolicy, AMonthRenews) {
  BudgetPolicy policy = event_policy(10);
  policy.month = BudgetLimit{.epsilon = ExactEpsilon::spendable(0.5)};
  LedgerEntry entry = pure_entry(0.3);
  spend(ledger(policy), entry);
  const std::string said = refusal(ledger(policy), entry);
  EXPECT_TRUE(has(said, "month 2026-11")) << said;
  EXPECT_TRUE(has(said, "renews on 2026-12-01")) << said;
  entry.time = "2026-12-01T00:00:00Z";
  spend(ledger(policy), entry);
  entry.time = "2026-12-31T23:59:59Z";
  EXPECT_TRUE(has(refusal(ledger(policy), entry), "renews on 2027-01-01"));
}

TEST_F(LedgerPolicy, APersonIsAGroupOfItsEvents) {
  BudgetPolicy policy = event_policy(10);
  policy.person = BudgetLimit{.epsilon = ExactEpsilon::spendable(1)};
  policy.max_units = 3;
  spend(ledger(policy), pure_entry(0.3));  // 0.9 for a person
  EXPECT_TRUE(has(refusal(ledger(policy), pure_entry(0.1)), "one person under 'replace'"));
  LedgerEntry once = pure_entry(0.1);
  once.max_units = 1;
  spend(ledger(policy), once);
  policy.max_units.reset();
  EXPECT_TRUE(has(testing::input_error([&] { spend(ledger(policy), pure_entry(0.1)); }),
                  "how many events a person has at most is not known"));
}

TEST_F(LedgerPolicy, AddRemoveCountsTwiceForReplaceAndThereIsNoWayBack) {
  LedgerEntry central = pure_entry(0.4);
  central.model = PrivacyModel::central;
  central.neighbours = Neighbours::add_remove;
  spend(ledger(event_policy(1)), central);
  EXPECT_TRUE(has(refusal(ledger(event_policy(1)), pure_entry(0.3)), "epsilon 0.800000000 is spent"));
  spend(ledger(event_policy(1)), pure_entry(0.2));
  BudgetPolicy add_remove = event_policy(10);
  add_remove.neighbours = Neighbours::add_remove;
  EXPECT_TRUE(has(testing::input_error([&] { spend(ledger(add_remove), central); }), "it holds for 'replace'"));
}

TEST_F(LedgerPolicy, ABudgetInAnotherUnitIsOneClearSentence) {
  BudgetPolicy policy = event_policy(10);
  policy.unit = Unit::time_step;
  EXPECT_EQ(testing::input_error([&] { spend(ledger(policy), pure_entry(0.1)); }),
            "no theorem leads from what 'release' spent to one time step under 'replace': it is about one event");
  EXPECT_EQ(folder_.entries(), 0U);
}

TEST_F(LedgerPolicy, IsForItsDataSet) {
  BudgetPolicy policy = event_policy(0.1);
  policy.dataset = "doubs";
  spend(ledger(policy), pure_entry(5, "other"));
  EXPECT_NE(refusal(ledger(policy), pure_entry(0.2)), "no error");
}

TEST_F(LedgerPolicy, ANumberForABudgetNeedsLossesWithAnEpsilon) {
  const Ledger plain = file_ledger(folder_.file("doubs.ledger.jsonl"));
  spend(plain, testing::pure_entry_within(0.1, 1));
  EXPECT_TRUE(has(testing::input_error([&] { spend(plain, entry_of_loss(Zcdp{0.01})); }), "is stated as rho 0.01"));
}

}  // namespace
}  // namespace sourdine
