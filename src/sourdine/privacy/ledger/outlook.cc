#include "sourdine/privacy/ledger/outlook.h"

#include <algorithm>

namespace sourdine {
namespace {

std::vector<BudgetStand> stands_after(const BudgetPolicy& policy, const LedgerContents& contents,
                                      const LedgerEntry& entry, std::uint64_t times) {
  const std::vector<LedgerEntry> asked(times, entry);
  return budget_stands(policy, contents, entry.dataset, entry.time, asked);
}

// The largest number up to the bound that fits; `fits` is true up to some number and false from there on.
template <class Fits>
std::uint64_t largest_fitting(const Fits& fits) {
  std::uint64_t low = 0, high = 1;
  while (high < outlook_bound && fits(high)) {
    low = high;
    high = std::min(outlook_bound, high * 2);
  }
  if (high == outlook_bound && fits(high)) return outlook_bound;
  while (high - low > 1) {
    const std::uint64_t middle = low + (high - low) / 2;
    (fits(middle) ? low : high) = middle;
  }
  return low;
}

// The policy with one of its limits, and with or without what its δ allows beyond sums.
BudgetPolicy with_limit(const BudgetPolicy& policy, std::size_t which) {
  BudgetPolicy one = policy;
  std::optional<BudgetLimit>* const limits[] = {&one.total, &one.month, &one.person};
  std::size_t present = 0;
  for (std::optional<BudgetLimit>* limit : limits) {
    if (limit->has_value() && present++ != which) limit->reset();
  }
  return one;
}

bool fits_by_sums(const LedgerContents& contents, const LedgerEntry& entry, std::uint64_t times,
                  const BudgetStand& stand) {
  std::vector<const LedgerEntry*> entries = counted_entries(contents, entry.dataset);
  if (!stand.renews.empty()) {
    std::erase_if(entries, [&](const LedgerEntry* each) { return each->time.substr(0, 7) != entry.time.substr(0, 7); });
  }
  entries.insert(entries.end(), times, &entry);
  const auto sums = spent_exactly(entries, stand.target);
  return sums && sums->epsilon <= stand.limit.epsilon && sums->delta <= stand.limit.delta;
}

}  // namespace

std::vector<BudgetOutlook> budget_outlook(const BudgetPolicy& policy, const LedgerContents& contents,
                                          const LedgerEntry& entry) {
  std::vector<BudgetOutlook> outlooks;
  const std::vector<BudgetStand> now = stands_after(policy, contents, entry, 0);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const BudgetPolicy one = with_limit(policy, i);
    BudgetOutlook outlook{.name = now[i].name, .limit = now[i].limit};
    outlook.more_by_sums =
        largest_fitting([&](std::uint64_t times) { return fits_by_sums(contents, entry, times, now[i]); });
    outlook.more = largest_fitting([&](std::uint64_t times) {
      return times <= outlook.more_by_sums || stands_after(one, contents, entry, times).front().fits;
    });
    outlook.spent = stands_after(one, contents, entry, outlook.more).front().after;
    outlooks.push_back(outlook);
  }
  return outlooks;
}

}  // namespace sourdine
