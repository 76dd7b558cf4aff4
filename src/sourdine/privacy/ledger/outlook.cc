#include "sourdine/privacy/ledger/outlook.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

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

// Whether spendings like this one, each about other days, do not add up: days of different bases are not comparable.
bool is_apart(const LedgerContents& contents, const LedgerEntry& entry, const LedgerTarget& target) {
  if (!is_of_one_period(entry, target)) return false;
  const auto entries = counted_entries(contents, entry.dataset);
  return std::all_of(entries.begin(), entries.end(), [&](const LedgerEntry* each) {
    return !is_of_one_period(*each, target) || each->period->basis == entry.period->basis;
  });
}

}  // namespace

std::vector<BudgetOutlook> budget_outlook(const BudgetPolicy& policy, const LedgerContents& contents,
                                          const LedgerEntry& entry) {
  std::vector<BudgetOutlook> outlooks;
  const std::vector<BudgetStand> now = stands_after(policy, contents, entry, 0);
  for (std::size_t i = 0; i < now.size(); ++i) {
    const BudgetPolicy one = with_limit(policy, i);
    BudgetOutlook outlook{.name = now[i].name, .limit = now[i].limit};
    outlook.is_each_apart = is_apart(contents, entry, now[i].target);
    // Those about days of their own count like the first alone, or less.
    const auto met = [&](std::uint64_t times) {
      return outlook.is_each_apart ? std::min<std::uint64_t>(times, 1) : times;
    };
    outlook.more_by_sums =
        largest_fitting([&](std::uint64_t times) { return fits_by_sums(contents, entry, met(times), now[i]); });
    outlook.more = largest_fitting([&](std::uint64_t times) {
      return times <= outlook.more_by_sums || stands_after(one, contents, entry, met(times)).front().fits;
    });
    outlook.spent = stands_after(one, contents, entry, met(outlook.more)).front().after;
    outlooks.push_back(outlook);
  }
  return outlooks;
}

std::optional<BudgetOutlook> number_outlook(const LedgerContents& contents, const LedgerEntry& entry) {
  const LedgerTotal spent = total_of(contents, entry.dataset);
  if (!spent.budget) return std::nullopt;
  if (!entry.loss.has_epsilon() || spent.other_losses != 0) {
    fail_input(fmt::format("the budget of data set '{}' is a number, epsilon {}, and {} has no epsilon of its own",
                           shown(entry.dataset), spent.budget->text(),
                           entry.loss.has_epsilon() ? "a loss in the ledger" : loss_text(entry.loss)),
               "Such losses have an epsilon at a delta only: give a budget.toml with both.");
  }
  const std::uint64_t left = spent.budget->nano - std::min(*spent.budget, spent.epsilon).nano;
  const std::uint64_t each = entry.loss.epsilon.nano;
  BudgetOutlook outlook{.name = "sum", .limit = {.epsilon = *spent.budget}};
  outlook.more = outlook.more_by_sums = each == 0 ? outlook_bound : std::min(outlook_bound, left / each);
  outlook.spent = Spent{.epsilon = {spent.epsilon.nano + outlook.more * each},
                        .delta = spent.delta,
                        .accountant = Accountant::basic,
                        .is_exact_sum = true};
  for (std::uint64_t i = 0; i < outlook.more && entry.loss.delta.units != 0; ++i) {
    outlook.spent->delta = outlook.spent->delta + entry.loss.delta;
  }
  return outlook;
}

}  // namespace sourdine
