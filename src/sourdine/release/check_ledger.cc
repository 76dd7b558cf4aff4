#include "sourdine/release/check_ledger.h"

#include <fmt/format.h>

#include <span>

#include "sourdine/privacy/ledger/stated_total.h"

namespace sourdine {
namespace {

// Before, for this release alone and after, of one target and at one δ.
void add_totals_at_delta(const LedgerContents& contents, const LedgerEntry& entry,
                         std::span<const BudgetPolicy> policies, LedgerCheck& check) {
  if (entry.loss.has_epsilon() && check.before.other_losses == 0) return;
  std::vector<const LedgerEntry*> entries = counted_entries(contents, entry.dataset);
  const std::vector<const LedgerEntry*> before = entries;
  entries.push_back(&entry);
  check.total_after = total_at_delta(entries, entry, policies);
  if (!check.total_after) return;
  const auto at_same = [&](std::span<const LedgerEntry* const> some) {
    std::optional<TotalAtDelta> total = check.total_after;
    const std::optional<Spent> spent = spent_at(some, total->target, total->delta);
    if (!spent) return std::optional<TotalAtDelta>();
    total->spent = *spent;
    return total;
  };
  check.total_before = at_same(before);
  check.total_cost = at_same({&entries.back(), 1});
}

bool is_at_delta(const LedgerCheck& check) { return check.total_before && check.total_cost && check.total_after; }

}  // namespace

LedgerCheck check_ledger(const Spending& spending, const StopToken& stop) {
  const Ledger ledger = open_ledger(spending.ledger, spending.budget_file);
  const LedgerContents contents = ledger.read(stop);
  const LedgerEntry entry = entry_of(spending);
  LedgerCheck check{.name = shown_ledger(spending.ledger),
                    .dataset = spending.dataset,
                    .before = total_of(contents, spending.dataset),
                    .cost = ExactEpsilon::charged(spending.guarantee.epsilon)};
  check.after = check.before.epsilon + check.cost;
  check.budget = spending.budget ? std::optional(ExactEpsilon::charged(*spending.budget)) : check.before.budget;
  for (const BudgetPolicy& policy : ledger.policies()) {
    for (const BudgetStand& stand : budget_stands(policy, contents, entry.dataset, entry.time)) {
      const std::string counted = counted_text(entry, stand);
      if (!counted.empty()) check.counts_as.push_back(fmt::format("budget ({}): {}", stand.name, counted));
    }
  }
  add_totals_at_delta(contents, entry, ledger.policies(), check);
  check.notes = other_budget_notes(ledger, spending.dataset);
  return check;
}

Fact ledger_fact(const LedgerCheck& check) {
  nlohmann::ordered_json json = {
      {"before", check.before.epsilon.text()}, {"cost", check.cost.text()}, {"after", check.after.text()}};
  if (check.budget) json["budget"] = check.budget->text();
  if (!check.counts_as.empty()) json["counts_as"] = check.counts_as;
  if (is_at_delta(check)) {
    const TotalAtDelta& after = *check.total_after;
    json["at_delta"] = {{"epsilon", after.spent.epsilon.text()},
                        {"delta", after.delta.text()},
                        {"unit", word_of(after.target.unit)},
                        {"neighbours", word_of(after.target.neighbours)},
                        {"accountant", word_of(after.spent.accountant)},
                        {"before", check.total_before->spent.epsilon.text()},
                        {"cost_alone", check.total_cost->spent.epsilon.text()}};
  }
  return {"ledger", json};
}

std::vector<std::string> told_ledger(const LedgerCheck& check) {
  std::vector<std::string> lines;
  if (is_at_delta(check)) {
    const TotalAtDelta& after = *check.total_after;
    lines.push_back(fmt::format(
        "epsilon of '{}' at delta {} for one {} ({}): {} before, {} for this release alone, {} after ('{}')",
        check.dataset, after.delta.text(), word_of(after.target.unit), word_of(after.target.neighbours),
        check.total_before->spent.epsilon.text(), check.total_cost->spent.epsilon.text(), after.spent.epsilon.text(),
        check.name));
  } else {
    lines.push_back(fmt::format("epsilon of '{}': {} before, {} for this release, {} after{} ('{}')", check.dataset,
                                check.before.epsilon.text(), check.cost.text(), check.after.text(),
                                check.budget ? fmt::format(", of a budget of {}", check.budget->text()) : "",
                                check.name));
  }
  for (const std::string& counted : check.counts_as) lines.push_back(fmt::format("it counts for the {}", counted));
  return lines;
}

}  // namespace sourdine
