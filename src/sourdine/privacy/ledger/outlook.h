// How long a budget lasts: how many spendings like one that is given still fit.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/privacy/ledger/policy.h"

namespace sourdine {

struct BudgetOutlook {
  std::string name;  // of the limit: "total", "month 2026-11", "person"
  BudgetLimit limit;
  std::uint64_t more = 0;           // how many fit; outlook_bound: at least that many
  std::uint64_t more_by_sums = 0;   // by basic composition alone
  std::optional<Spent> spent = {};  // after them
};

// Nobody plans further than this many releases, a thousand years of months.
inline constexpr std::uint64_t outlook_bound = 12'000;

// For every limit of the policy. Throws Error(bad_input) as budget_stands() does.
std::vector<BudgetOutlook> budget_outlook(const BudgetPolicy& policy, const LedgerContents& contents,
                                          const LedgerEntry& entry);

}  // namespace sourdine
