// check, plan and record: about a spending that is given by options.
#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "common.h"
#include "ledger.h"
#include "ledger_text.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/ledger_store/payment.h"
#include "sourdine/privacy/ledger/outlook.h"

namespace sourdine::cli {
namespace {

constexpr int refused_by_budget = 3;

struct LedgerSpendArguments {
  LedgerOptions ledger;
  SpendingOptions spending;
  std::string purpose;
  std::string mechanism;
};

void print_asking_notes(const Ledger& ledger, const LedgerContents& contents, const LedgerSpendArguments& options,
                        std::ostream& err) {
  if (!contents.is_there) {
    fmt::print(err, "sourdine: note: there is no ledger {} yet: nothing is spent\n", escaped(ledger.name()));
  }
  for (const std::string& note : other_budget_notes(ledger, options.ledger.the_dataset())) {
    fmt::print(err, "sourdine: note: {}\n", escaped(note));
  }
}

// Whom a spending is about that does not say it: whom the budget is about, else all that was spent.
LedgerTarget usual_target(const Ledger& ledger, const LedgerContents& contents, const std::string& dataset) {
  for (const BudgetPolicy& policy : ledger.policies()) {
    if (policy.is_for(dataset)) return policy.targets().front();
  }
  std::optional<LedgerTarget> usual;
  for (const LedgerEntry* entry : counted_entries(contents, dataset)) {
    if (!entry->unit) return {};
    const bool is_local_report = entry->unit == Unit::report_value && entry->model == PrivacyModel::local;
    const LedgerTarget target{.unit = is_local_report ? Unit::event : *entry->unit, .neighbours = entry->neighbours};
    if (usual && *usual != target) return {};
    usual = target;
  }
  return usual.value_or(LedgerTarget{});
}

// "one person (add/remove)".
std::string whom_text(const LedgerEntry& entry) {
  return fmt::format("one {} ({})", word_of(*entry.unit), word_of(entry.neighbours));
}

// The spending that is asked about. Throws Error(bad_input) when it cannot be counted for a budget, saying which of the
// options to give: the budget is not to be changed for a question.
LedgerEntry asked_entry(const Ledger& ledger, const LedgerContents& contents, const LedgerSpendArguments& options) {
  const std::string dataset = options.ledger.the_dataset();
  LedgerEntry entry = options.spending.entry(dataset, "this spending", usual_target(ledger, contents, dataset));
  for (const BudgetPolicy& policy : ledger.policies()) {
    if (!policy.is_for(dataset)) continue;
    for (const LedgerTarget& target : policy.targets()) {
      try {
        loss_for(entry, target);
      } catch (const Error& error) {
        if (error.code() != ErrorCode::bad_input) throw;
        fail_input(error.what(), fmt::format("It is taken to be about {}: say what it is about by --unit and "
                                             "--neighbours, and by --max-units how many a person has.",
                                             whom_text(entry)));
      }
    }
  }
  return entry;
}

void check(const LedgerSpendArguments& options, Context& context) {
  const Ledger ledger = options.ledger.open();
  const LedgerContents contents = ledger.read();
  print_asking_notes(ledger, contents, options, context.err);
  const LedgerEntry entry = asked_entry(ledger, contents, options);
  std::string refusal, hint;
  try {
    require_within(ledger.policies(), contents, {&entry, 1}, ledger.name());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::budget_refused) throw;
    refusal = error.what();
    hint = error.hint();
  }
  std::vector<BudgetStand> stands;
  for (const BudgetPolicy& policy : ledger.policies()) {
    const auto some = budget_stands(policy, contents, entry.dataset, entry.time, {&entry, 1});
    stands.insert(stands.end(), some.begin(), some.end());
  }
  if (!refusal.empty()) context.exit_code = refused_by_budget;
  const bool has_budget = !stands.empty() || total_of(contents, entry.dataset).budget;
  if (options.ledger.json) {
    nlohmann::json json = {{"fits", refusal.empty()},
                           {"dataset", entry.dataset},
                           {"asked", loss_text(entry.loss)},
                           {"unit", word_of(*entry.unit)},
                           {"neighbours", word_of(entry.neighbours)},
                           {"has_budget", has_budget},
                           {"budgets", nlohmann::json::array()}};
    if (!refusal.empty()) json["refusal"] = refusal;
    for (const BudgetStand& stand : stands) json["budgets"].push_back(stand_json(stand));
    return print_json(context.out, json);
  }
  for (const BudgetStand& stand : stands) fmt::print(context.out, "{}\n", stand_text(stand));
  if (!refusal.empty()) {
    context.out.flush();
    fmt::print(context.err, "sourdine: {}\n{}\n", escaped(refusal), escaped_lines(hint));
    return;
  }
  fmt::print(context.out, "{} for {} fits{}. Nothing was spent.\n", loss_text(entry.loss), whom_text(entry),
             has_budget ? "" : ": there is no budget, and everything does");
}

std::string more_text(std::uint64_t more) {
  return more == outlook_bound ? fmt::format("at least {}", more) : std::to_string(more);
}

// Days are those of the ledger's entries, where these agree and the options do not say it.
void take_basis(LedgerEntry& entry, const LedgerContents& contents) {
  if (!entry.period || !entry.period->basis.empty()) return;
  std::set<std::string> bases;
  for (const LedgerEntry* each : counted_entries(contents, entry.dataset)) {
    if (each->period) bases.insert(each->period->basis);
  }
  if (bases.size() == 1) entry.period->basis = *bases.begin();
}

// The ledger has releases about days of their own, and the plan is asked without any: their losses add up in it.
bool is_period_missing(const Ledger& ledger, const LedgerContents& contents, const LedgerEntry& entry) {
  if (entry.period) return false;
  const auto entries = counted_entries(contents, entry.dataset);
  for (const BudgetPolicy& policy : ledger.policies()) {
    if (!policy.is_for(entry.dataset)) continue;
    for (const LedgerTarget& target : policy.targets()) {
      if (std::any_of(entries.begin(), entries.end(),
                      [&](const LedgerEntry* each) { return is_of_one_period(*each, target); })) {
        return true;
      }
    }
  }
  return false;
}

void print_outlook(const BudgetOutlook& outlook, const LedgerEntry& entry, std::ostream& out) {
  const bool is_month = outlook.name.starts_with("month");
  const bool is_endless = outlook.is_each_apart && outlook.more == outlook_bound;
  fmt::print(out, "budget ({}) of {}: {} {} of {} for {}", outlook.name, limit_text(outlook.limit),
             is_endless ? "any number of" : more_text(outlook.more) + " more",
             is_month            ? outlook.more == 1 ? "release this month" : "releases this month"
             : outlook.more == 1 ? "monthly release"
                                 : "monthly releases",
             loss_text(entry.loss), whom_text(entry));
  if (is_endless) {
    fmt::print(out, ", each about days of its own: one {} is in one of them only", word_of(*entry.unit));
  } else if (outlook.more != outlook.more_by_sums) {
    fmt::print(out, " (by basic composition {})", more_text(outlook.more_by_sums));
  }
  out << '\n';
  if (outlook.spent) fmt::print(out, "  then spent: {}\n", spent_text(*outlook.spent));
  if (!is_month && outlook.more < outlook_bound) {
    fmt::print(out, "  one a month: {} year{} and {} month{}\n", outlook.more / 12, outlook.more / 12 == 1 ? "" : "s",
               outlook.more % 12, outlook.more % 12 == 1 ? "" : "s");
  }
}

void plan(const LedgerSpendArguments& options, Context& context) {
  const Ledger ledger = options.ledger.open();
  const LedgerContents contents = ledger.read();
  print_asking_notes(ledger, contents, options, context.err);
  LedgerEntry entry = asked_entry(ledger, contents, options);
  take_basis(entry, contents);
  std::vector<BudgetOutlook> outlooks;
  if (const auto outlook = number_outlook(contents, entry)) outlooks.push_back(*outlook);
  for (const BudgetPolicy& policy : ledger.policies()) {
    const auto some = budget_outlook(policy, contents, entry);
    outlooks.insert(outlooks.end(), some.begin(), some.end());
  }
  if (outlooks.empty()) {
    fail_input(fmt::format("there is no budget for data set '{}': a plan needs one", shown(entry.dataset)),
               "Write a budget.toml beside the ledger, or give one by --budget-file (docs/ledger.md).");
  }
  if (options.ledger.json) {
    nlohmann::json json = {{"dataset", entry.dataset},
                           {"each", loss_text(entry.loss)},
                           {"unit", word_of(*entry.unit)},
                           {"neighbours", word_of(entry.neighbours)}};
    for (const BudgetOutlook& outlook : outlooks) {
      json["budgets"].push_back({{"name", outlook.name},
                                 {"releases", outlook.more},
                                 {"releases_by_basic_composition", outlook.more_by_sums},
                                 {"is_bound_of_search", outlook.more == outlook_bound},
                                 {"each_about_days_of_its_own", outlook.is_each_apart},
                                 {"after", outlook.spent ? spent_json(*outlook.spent) : nlohmann::json()}});
    }
    return print_json(context.out, json);
  }
  for (const BudgetOutlook& outlook : outlooks) print_outlook(outlook, entry, context.out);
  if (is_period_missing(ledger, contents, entry)) {
    fmt::print(context.out,
               "These releases are taken to be about the same events. For releases that are each about days of their "
               "own, as in\nthe ledger, give the days of the next one: --from, --to (and --fixed where the time is "
               "public).\n");
  }
}

void record(const LedgerSpendArguments& options, Context& context) {
  LedgerEntry entry = options.spending.entry(options.ledger.the_dataset(), options.purpose);
  entry.mechanism = options.mechanism;
  Payment payment(options.ledger.open(), entry);
  std::string over;
  try {
    payment.ask();
  } catch (const Error& error) {
    // What has happened is remembered, also where a budget cannot count it.
    if (error.code() != ErrorCode::budget_refused && error.code() != ErrorCode::bad_input) throw;
    over = error.what();
  }
  payment.record();
  const LedgerTotal& total = payment.receipt()->total();
  if (options.ledger.json) {
    nlohmann::json json = {{"recorded", loss_text(entry.loss)},
                           {"ledger", ledger_json(shown_ledger(options.ledger.ledger), entry.dataset, total)},
                           {"within_budget", over.empty()}};
    return print_json(context.out, json);
  }
  fmt::print(context.out, "recorded: {} for {}\n", loss_text(entry.loss), whom_text(entry));
  print_spent(context.out, shown_ledger(options.ledger.ledger), entry.dataset, total);
  context.out.flush();
  if (!over.empty())
    fmt::print(context.err, "sourdine: warning: beyond the budget, what was spent is spent: {}\n", escaped(over));
}

}  // namespace

void add_ledger_check(Command& ledger, Context& context) {
  auto options = std::make_shared<LedgerSpendArguments>();
  Command* command = ledger.add_subcommand("check", "Would this spending fit the budget? Exit code 0 or 3");
  options->ledger.add_to(*command);
  options->spending.add_to(*command, SpendingOptions::WhereUnit::from_budget);
  command->footer(
      "Example:\n"
      "  printf '[total]\\nepsilon = 1\\n' > budget.toml\n"
      "  sourdine ledger check visits.ledger.jsonl --epsilon 0.1");
  command->callback([options, &context] { check(*options, context); });
}

void add_ledger_plan(Command& ledger, Context& context) {
  auto options = std::make_shared<LedgerSpendArguments>();
  Command* command =
      ledger.add_subcommand("plan", "How many releases like this until the budget ends, and by which theorem");
  options->ledger.add_to(*command);
  options->spending.add_to(*command, SpendingOptions::WhereUnit::from_budget);
  command->footer(
      "Example:\n"
      "  printf '[total]\\nepsilon = 3\\ndelta = 1e-6\\n' > budget.toml\n"
      "  sourdine ledger plan visits.ledger.jsonl --epsilon 0.1");
  command->callback([options, &context] { plan(*options, context); });
}

void add_ledger_record(Command& ledger, Context& context) {
  auto options = std::make_shared<LedgerSpendArguments>();
  Command* command = ledger.add_subcommand("record", "Remember what another tool has spent on the same people");
  options->ledger.add_to(*command);
  options->spending.add_to(*command, SpendingOptions::WhereUnit::event);
  command->add_option("--purpose", options->purpose, "What it was spent for")->required()->type_name("TEXT");
  command->add_option("--mechanism", options->mechanism, "By what")->type_name("NAME");
  command->footer(
      "Example:\n"
      "  sourdine ledger record visits.ledger.jsonl --rho 0.05 --law gaussian --max-units 12 --purpose 'yearly mean'");
  command->callback([options, &context] { record(*options, context); });
}

}  // namespace sourdine::cli
