// How long a budget lasts: how many spendings like one that is given still fit.
//
// Without a period all of them are about the same units, and add up. With one, the first is about the days given and
// every other about days of its own: where a unit lies in one period (totals.h), it meets one of them, and as many fit
// as anybody likes once the first does.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/policy.h"

namespace sourdine {

struct BudgetOutlook {
  std::string name;  // of the limit: "total", "month 2026-11", "person"; "sum": the number that the ledger remembers
  BudgetLimit limit;
  std::uint64_t more = 0;           // how many fit; outlook_bound: at least that many
  std::uint64_t more_by_sums = 0;   // by basic composition alone
  std::optional<Spent> spent = {};  // after them
  bool is_each_apart = false;       // a unit meets one of them at most
};

// Nobody plans further than this many releases, a thousand years of months.
inline constexpr std::uint64_t outlook_bound = 12'000;

// For every limit of the policy. Throws Error(bad_input) as budget_stands() does.
std::vector<BudgetOutlook> budget_outlook(const BudgetPolicy& policy, const LedgerContents& contents,
                                          const LedgerEntry& entry);

// For the number that the ledger remembers as the data set's budget, which bounds the sum of ε as it is written;
// nothing where it remembers none. Throws Error(bad_input) where a loss has no ε of its own.
std::optional<BudgetOutlook> number_outlook(const LedgerContents& contents, const LedgerEntry& entry);

}  // namespace sourdine
