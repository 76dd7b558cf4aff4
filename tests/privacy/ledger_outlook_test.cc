#include <fmt/format.h>
#include <gtest/gtest.h>

#include "ledger_entries.h"
#include "sourdine/privacy/ledger/outlook.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::entry_of_loss;
using testing::event_policy;
using testing::file_ledger;
using testing::pure_entry;
using testing::spend;

LedgerEntry about_month(double epsilon, int month, bool is_fixed = true) {
  LedgerEntry entry = pure_entry(epsilon);
  entry.period = LedgerPeriod{.first = fmt::format("2026-{:02}-01", month),
                              .last = fmt::format("2026-{:02}-28", month),
                              .is_fixed = is_fixed,
                              .basis = "when||"};
  return entry;
}

class LedgerOutlook : public ::testing::Test {
 protected:
  Ledger ledger(const BudgetPolicy& policy) const { return file_ledger(path(), {policy}); }
  std::string path() const { return folder_.file("doubs.ledger.jsonl"); }
  BudgetOutlook outlook(const BudgetPolicy& policy, const LedgerEntry& entry) const {
    const auto found = budget_outlook(policy, file_ledger(path()).read(), entry);
    EXPECT_EQ(found.size(), 1U);
    return found.front();
  }
  testing::TemporaryDirectory folder_;
};

// The definition: so many more are accepted one after another, and the next is refused.
TEST_F(LedgerOutlook, SaysHowManyMoreTheLedgerAccepts) {
  for (const BudgetPolicy& policy : {event_policy(1), event_policy(2, 1e-6)}) {
    spend(ledger(policy), pure_entry(0.15));
    const BudgetOutlook planned = outlook(policy, pure_entry(0.1));
    std::uint64_t accepted = 0;
    while (testing::error_code([&] { spend(ledger(policy), pure_entry(0.1)); }) != ErrorCode::budget_refused) {
      ++accepted;
      ASSERT_LE(accepted, planned.more);
    }
    EXPECT_EQ(accepted, planned.more);
    EXPECT_LE(planned.more_by_sums, planned.more);
    EXPECT_EQ(outlook(policy, pure_entry(0.1)).more, 0U);
  }
}

// A release a month about the events of that month: an event meets one of them, and the ledger accepts all.
TEST_F(LedgerOutlook, ReleasesAboutDaysOfTheirOwnDoNotUseUpABudgetForEvents) {
  const BudgetPolicy policy = event_policy(1);
  spend(ledger(policy), about_month(0.6, 1));
  spend(ledger(policy), about_month(0.6, 2));
  const BudgetOutlook apart = outlook(policy, about_month(0.6, 3));
  EXPECT_TRUE(apart.is_each_apart);
  EXPECT_EQ(apart.more, outlook_bound);
  EXPECT_EQ(apart.spent->epsilon.text(), "0.600000000");
  for (int month = 3; month <= 12; ++month) spend(ledger(policy), about_month(0.6, month));
  EXPECT_EQ(outlook(policy, about_month(1.1, 3)).more, 0U);
  EXPECT_EQ(outlook(policy, pure_entry(0.2)).more, 2U) << "about the events of all months";
  // Days of another clock, and replacements that may move an event to another month, do add up.
  LedgerEntry other = about_month(0.2, 3);
  other.period->basis = "left||";
  EXPECT_FALSE(outlook(policy, other).is_each_apart);
  EXPECT_LT(outlook(policy, other).more, 5U);
  EXPECT_LT(outlook(policy, about_month(0.2, 3, false)).more, 5U);
}

TEST_F(LedgerOutlook, APersonIsInEveryMonth) {
  BudgetPolicy policy = event_policy(1);
  policy.person = policy.total;
  policy.total.reset();
  policy.max_units = 2;
  const BudgetOutlook person = outlook(policy, about_month(0.1, 3));
  EXPECT_FALSE(person.is_each_apart);
  EXPECT_EQ(person.more, 5U);
}

TEST_F(LedgerOutlook, TheNumberThatTheLedgerRemembersIsABudgetToo) {
  EXPECT_FALSE(number_outlook(file_ledger(path()).read(), pure_entry(0.1)));
  spend(file_ledger(path()), testing::pure_entry_within(0.3, 1));
  const auto planned = number_outlook(file_ledger(path()).read(), pure_entry(0.1));
  ASSERT_TRUE(planned);
  EXPECT_EQ(planned->more, 7U);
  EXPECT_EQ(planned->spent->epsilon.text(), "1.000000000");
  EXPECT_EQ(number_outlook(file_ledger(path()).read(), pure_entry(0.8))->more, 0U);
  EXPECT_NE(testing::input_error([&] { number_outlook(file_ledger(path()).read(), entry_of_loss(Zcdp{0.1})); }),
            "no error");
}

}  // namespace
}  // namespace sourdine
