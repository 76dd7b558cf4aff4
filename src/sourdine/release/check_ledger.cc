#include <fmt/format.h>

#include <optional>
#include <span>

#include "sourdine/privacy/ledger/stated_total.h"
#include "sourdine/release/check.h"

namespace sourdine {
namespace {

// Of one target and at one δ, where a loss has no ε of its own.
struct TotalsAtDelta {
  TotalAtDelta after;
  Spent before, cost;  // the release alone
};

std::optional<TotalsAtDelta> totals_at_delta(const LedgerContents& contents, const LedgerEntry& entry,
                                             std::span<const BudgetPolicy> policies) {
  std::vector<const LedgerEntry*> entries = counted_entries(contents, entry.dataset);
  entries.push_back(&entry);
  const std::optional<TotalAtDelta> after = total_at_delta(entries, entry, policies);
  if (!after) return std::nullopt;
  const std::span<const LedgerEntry* const> all = entries;
  const auto before = spent_at(all.first(all.size() - 1), after->target, after->delta);
  const auto cost = spent_at(all.last(1), after->target, after->delta);
  if (!before || !cost) return std::nullopt;
  return TotalsAtDelta{*after, *before, *cost};
}

// What it counts for a limit of a budget, where that differs from the cost: "budget (total): epsilon 2.0 for …".
std::vector<std::string> counted_for_budgets(const Ledger& ledger, const LedgerContents& contents,
                                             const LedgerEntry& entry) {
  std::vector<std::string> texts;
  for (const BudgetPolicy& policy : ledger.policies()) {
    for (const BudgetStand& stand : budget_stands(policy, contents, entry.dataset, entry.time)) {
      const std::string counted = counted_text(entry, stand);
      if (!counted.empty()) texts.push_back(fmt::format("budget ({}): {}", stand.name, counted));
    }
  }
  return texts;
}

}  // namespace

Outlook ledger_outlook(const Spending& spending, const StopToken& stop) {
  const Ledger ledger = open_ledger(spending.ledger, spending.budget_file);
  const LedgerContents contents = ledger.read(stop);
  const LedgerEntry entry = entry_of(spending);
  const LedgerTotal total = total_of(contents, spending.dataset);
  const ExactEpsilon cost = spending.is_seeded ? ExactEpsilon{} : ExactEpsilon::charged(spending.guarantee.epsilon);
  const std::string before = total.epsilon.text(), after = (total.epsilon + cost).text();
  const auto budget = spending.budget ? std::optional(ExactEpsilon::charged(*spending.budget)) : total.budget;
  const std::vector<std::string> counts_as = counted_for_budgets(ledger, contents, entry);
  nlohmann::ordered_json json = {{"before", before}, {"cost", cost.text()}, {"after", after}};
  if (budget) json["budget"] = budget->text();
  if (!counts_as.empty()) json["counts_as"] = counts_as;
  std::string told =
      fmt::format("epsilon of '{}': {} before, {} for this release, {} after{}", spending.dataset, before, cost.text(),
                  after, budget ? fmt::format(", of a budget of {}", budget->text()) : "");
  const bool has_epsilons = entry.loss.has_epsilon() && total.other_losses == 0;
  if (const auto totals = has_epsilons ? std::nullopt : totals_at_delta(contents, entry, ledger.policies())) {
    const auto& [target, delta, spent] = totals->after;
    const std::string at_before = totals->before.epsilon.text(), alone = totals->cost.epsilon.text();
    json["at_delta"] = {{"epsilon", spent.epsilon.text()},
                        {"delta", delta.text()},
                        {"unit", word_of(target.unit)},
                        {"neighbours", word_of(target.neighbours)},
                        {"accountant", word_of(spent.accountant)},
                        {"before", at_before},
                        {"cost_alone", alone}};
    told = fmt::format("epsilon of '{}' at delta {} for one {} ({}): {} before, {} for this release alone, {} after",
                       spending.dataset, delta.text(), word_of(target.unit), word_of(target.neighbours), at_before,
                       alone, spent.epsilon.text());
  }
  Outlook outlook{.facts = {{"ledger", json}},
                  .told = {fmt::format("{} ('{}')", told, shown_ledger(spending.ledger))},
                  .notes = other_budget_notes(ledger, spending.dataset)};
  for (const std::string& counted : counts_as) outlook.told.push_back("it counts for the " + counted);
  return outlook;
}

}  // namespace sourdine
