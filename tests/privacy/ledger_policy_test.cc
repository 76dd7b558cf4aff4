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

TEST_F(LedgerPolicy, NoBudgetHoldsWhatHasNoGuarantee) {
  LedgerEntry entry = pure_entry(0.1);
  entry.is_private = false;
  EXPECT_TRUE(has(refusal(ledger(event_policy(1)), entry), "has no guarantee"));
}

TEST_F(LedgerPolicy, ABudgetThatWasNamedMustBeAboutTheDataSet) {
  BudgetPolicy other = event_policy(1);
  other.dataset = "hospital";
  EXPECT_EQ(refusal(ledger(other), pure_entry(5)), "no error");
  other.is_named = true;
  EXPECT_TRUE(has(refusal(ledger(other), pure_entry(5)), "is for data set 'hospital'"));
}

TEST_F(LedgerPolicy, ANameThatWouldNotBeFoundAgainIsRefused) {
  EXPECT_TRUE(has(refusal(ledger(event_policy(1)), pure_entry(0.1,
                                                              "donn\xe9"
                                                              "es")),
                  "is not UTF-8"));
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

// A person added or removed at ε = 1 is two for one event replaced: 3 = 2 spent + 1 left, and 2 does not fit.
TEST_F(LedgerPolicy, ARefusalSaysTheCostInTheBudgetsUnit) {
  LedgerEntry person = pure_entry(1);
  person.model = PrivacyModel::central;
  person.unit = Unit::person;
  person.neighbours = Neighbours::add_remove;
  spend(ledger(event_policy(3)), person);
  const std::string said = refusal(ledger(event_policy(3)), person);
  EXPECT_TRUE(has(said,
                  "epsilon 2.000000000 is spent and this would cost epsilon 1.000000000, which counts as epsilon "
                  "2.000000000 for one event under 'replace'"))
      << said;
  EXPECT_TRUE(has(said, "At most epsilon 1.000000000 is left")) << said;
  EXPECT_FALSE(has(refusal(ledger(event_policy(3)), pure_entry(2)), "counts as")) << "it is in the budget's unit";
}

TEST_F(LedgerPolicy, ALossWithoutAnEpsilonIsRefusedWithItsEpsilonAtTheBudgetsDelta) {
  const std::string said = refusal(ledger(event_policy(0.1, 1e-6)), entry_of_loss(Zcdp{0.1}));
  EXPECT_TRUE(has(said, "this would cost rho 0.1, which counts as epsilon ")) << said;
  EXPECT_TRUE(has(said, "at delta 1e-6 for one event under 'replace'")) << said;
}

TEST_F(LedgerPolicy, ABudgetWithoutADeltaSaysThatAGaussianLossNeedsOne) {
  const LedgerEntry gaussian = entry_of_loss(PrivacyLossDistribution(gaussian_pair_of(0.05)));
  const std::string said = refusal(ledger(event_policy(3)), gaussian);
  EXPECT_TRUE(has(said, "it has no delta, and this loss (the law of Gaussian (rho 0.05)) needs one")) << said;
  EXPECT_TRUE(has(said, "Give the limit a delta in 'budget.toml'")) << said;
  EXPECT_FALSE(has(said, "is left")) << said;
  spend(file_ledger(folder_.file("doubs.ledger.jsonl")), gaussian);
  const std::string later = refusal(ledger(event_policy(3)), pure_entry(0.1));
  EXPECT_TRUE(has(later, "it has no delta, and what is spent already needs one")) << later;
  EXPECT_TRUE(has(refusal(ledger(event_policy(3)), entry_of_loss(ApproximateDp{0.1, 1e-7})), "it has no delta"));
}

// What is stated after a spending is what the accountants say of all entries together.
TEST_F(LedgerPolicy, TheTotalOfLossesWithoutAnEpsilonIsStatedAtADelta) {
  const LedgerEntry gaussian = entry_of_loss(PrivacyLossDistribution(gaussian_pair_of(0.05)));
  const Ledger plain = file_ledger(folder_.file("doubs.ledger.jsonl"));
  EXPECT_FALSE(spend(plain, pure_entry(0.5)).at_delta.has_value()) << "sums tell it";
  const LedgerTotal usual = spend(plain, gaussian);
  ASSERT_TRUE(usual.at_delta.has_value());
  EXPECT_EQ(usual.at_delta->delta.text(), "1e-6");
  const LedgerContents contents = plain.read();
  const auto entries = counted_entries(contents, "doubs");
  EXPECT_EQ(usual.at_delta->spent.epsilon, spent_at(entries, {}, ExactDecimal::parse("1e-6"))->epsilon);
  const LedgerTotal budgeted = spend(ledger(event_policy(30, 1e-9)), pure_entry(0.1));
  ASSERT_TRUE(budgeted.at_delta.has_value());
  EXPECT_EQ(budgeted.at_delta->delta.text(), "1e-9");
  EXPECT_GT(budgeted.at_delta->spent.epsilon, usual.at_delta->spent.epsilon);
}

// Nothing leads from 'replace' to 'add/remove': the total is stated for a replacement.
TEST_F(LedgerPolicy, TheStatedTotalIsForAReplacementWhereAnEarlierLossHoldsForThatOnly) {
  LedgerEntry gaussian = entry_of_loss(PrivacyLossDistribution(gaussian_pair_of(0.05)));
  gaussian.model = PrivacyModel::central;
  gaussian.neighbours = Neighbours::add_remove;
  const Ledger plain = file_ledger(folder_.file("doubs.ledger.jsonl"));
  EXPECT_EQ(spend(plain, gaussian).at_delta->target.neighbours, Neighbours::add_remove);
  spend(plain, pure_entry(0.5));
  const LedgerTotal total = spend(plain, gaussian);
  ASSERT_TRUE(total.at_delta.has_value());
  EXPECT_EQ(total.at_delta->target.neighbours, Neighbours::replace);
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
