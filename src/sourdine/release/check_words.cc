#include <fmt/format.h>
#include <fmt/ranges.h>

#include <optional>
#include <span>

#include "sourdine/base/text.h"
#include "sourdine/base/text_table.h"
#include "sourdine/privacy/ledger/stated_total.h"
#include "sourdine/release/check.h"
#include "sourdine/release/publication.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

std::vector<Fact> outlook_facts(const ReleaseCheck& check) {
  Json periods = Json::array();
  for (const PeriodOutlook& outlook : check.periods) {
    periods.push_back({{"period", period_name(outlook.period)},
                       {"periods", outlook.periods},
                       {"events", {{"fewest", outlook.fewest}, {"median", outlook.median}, {"most", outlook.most}}},
                       {"typical", outlook.events},
                       {"half_width", outlook.half_width},
                       {"below_error", outlook.is_below_error}});
  }
  return {{"events", check.events},
          {"rows",
           {{"read", check.rows.read},
            {"dropped", check.rows.dropped},
            {"skipped", check.rows.skipped},
            {"outside", check.outside},
            {"missing", check.missing}}},
          {"unknown", {{"places", check.unknown_places.size()}, {"rows", check.unknown_rows}}},
          {"regions", check.regions},
          {"first", check.first},
          {"last", check.last},
          {"oracle", check.method},
          {"guarantee", Json::parse(to_json(check.guarantee))},
          {"promise", check.statement.promise},
          {"not_private_because", check.statement.not_private_because},
          {"confidence", check.confidence},
          {"periods", periods}};
}

std::string told_rows(const ReleaseConfig& config, const ReleaseCheck& check) {
  std::string rows = fmt::format("{} read", counted(check.rows.read, "row"));
  if (check.events == 0) return rows;
  return fmt::format("{}: {} from {} to {}, {}, to be {} '{}'", rows, counted(check.events, "event"), check.first,
                     check.last, counted(check.regions, "region"),
                     config.privacy.model == PrivacyModel::central ? "counted behind" : "randomised by", check.method);
}

// The table of the periods, and what is remarked in it.
std::vector<std::string> told_periods(const ReleaseCheck& check) {
  if (check.periods.empty()) return {};
  std::vector<std::vector<std::string>> table = {
      {"", "how many", "fewest events", "median", "most", "of a region", "error", ""}};
  bool is_noisy = false, is_sparse = false;
  for (const PeriodOutlook& outlook : check.periods) {
    std::vector<std::string> remarks;
    if (outlook.is_below_error) remarks.emplace_back("more error than events");
    if (outlook.median == 0) remarks.emplace_back("most are empty");
    is_noisy |= outlook.is_below_error;
    is_sparse |= outlook.median == 0;
    table.push_back({std::string(period_name(outlook.period)), fmt::to_string(outlook.periods),
                     fmt::to_string(outlook.fewest), fmt::to_string(outlook.median), fmt::to_string(outlook.most),
                     fmt::format("{:.1f}", outlook.events / static_cast<double>(check.regions)),
                     fmt::format("± {:.1f}", outlook.half_width), fmt::format("{}", fmt::join(remarks, ", "))});
  }
  std::vector<std::string> lines = table_lines("lrrrrrrl", table);
  lines.insert(lines.begin(), "");
  lines.push_back(
      fmt::format("The error is half the width of the {:g}% interval around the count of a region with an even share "
                  "of a\nmedian period's events, before smoothing; smoothing makes it smaller.",
                  100 * check.confidence));
  if (is_sparse) {
    lines.emplace_back("Most are empty: the region and its error are those of the mean period that has events.");
  }
  if (is_noisy) {
    lines.emplace_back(
        "More error than events: the error exceeds what the region has. Longer periods, fewer regions (places put "
        "together in the\ntable) or a larger epsilon help.");
  }
  lines.emplace_back("");
  return lines;
}

std::vector<std::string> told_promise(const ReleaseConfig& config, const Statement& statement) {
  std::vector<std::string> lines;
  if (statement.not_private_because.empty()) lines.push_back("guarantee: " + statement.promise);
  for (const std::string& reason : statement.not_private_because) lines.push_back("NOT PRIVATE: " + reason);
  if (!config.places.is_public) {
    lines.emplace_back("When the list of places is that of a public one, write list = \"public\" under [places].");
  }
  return lines;
}

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

Outlook release_outlook(const ReleaseConfig& config, const ReleaseCheck& check, const Outlook& ledger) {
  Outlook outlook{.facts = outlook_facts(check), .told = {told_rows(config, check)}, .notes = check.notes};
  const auto add = [](auto& list, const auto& more) { list.insert(list.end(), more.begin(), more.end()); };
  const std::string left_out = left_out_text(check.rows, check.outside, check.missing);
  if (!left_out.empty()) outlook.told.push_back(left_out);
  add(outlook.told, told_periods(check));
  add(outlook.told, told_promise(config, check.statement));
  add(outlook.told, ledger.told);
  add(outlook.facts, ledger.facts);
  add(outlook.notes, ledger.notes);
  for (const std::string& problem : check.problems) outlook.problems.emplace_back(ErrorCode::bad_input, problem);
  if (!check.counts_nothing.empty()) outlook.warnings.push_back(check.counts_nothing);
  return outlook;
}

Outlook ledger_outlook(const Spending& spending, const StopToken& stop) {
  const Ledger ledger = open_ledger(spending.ledger, spending.budget_file);
  const LedgerContents contents = ledger.read(stop);
  const LedgerEntry entry = entry_of(spending);
  const LedgerTotal total = total_of(contents, spending.dataset);
  const ExactEpsilon cost = spending.is_seeded ? ExactEpsilon{} : ExactEpsilon::charged(spending.guarantee.epsilon);
  const std::string before = total.epsilon.text(), after = (total.epsilon + cost).text();
  const auto budget = spending.budget ? std::optional(ExactEpsilon::charged(*spending.budget)) : total.budget;
  const std::vector<std::string> counts_as = counted_for_budgets(ledger, contents, entry);
  Json json = {{"before", before}, {"cost", cost.text()}, {"after", after}};
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
