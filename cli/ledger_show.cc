#include <fmt/format.h>

#include <set>

#include "common.h"
#include "ledger.h"
#include "ledger_text.h"
#include "print.h"
#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine::cli {
namespace {

struct LedgerShowArguments {
  LedgerOptions ledger;
  std::string delta;
  std::optional<std::uint64_t> max_units;
};

std::string_view state_word(RecordState state) {
  switch (state) {
    case RecordState::open:
      return "open";
    case RecordState::committed:
      return "committed";
    case RecordState::cancelled:
      return "cancelled";
  }
  fail_internal("a state without a word");
}

nlohmann::json record_json(const LedgerRecord& record) {
  const LedgerEntry& entry = record.entry;
  nlohmann::json json = {{"line", record.line},
                         {"state", state_word(record.state)},
                         {"time", entry.time},
                         {"dataset", entry.dataset},
                         {"purpose", entry.purpose},
                         {"mechanism", entry.mechanism},
                         {"unit", entry.unit ? std::string(word_of(*entry.unit)) : ""},
                         {"neighbours", word_of(entry.neighbours)},
                         {"model", model_name(entry.model)},
                         {"protects", entry.unit_text},
                         {"loss", loss_text(entry.loss)},
                         {"private", entry.is_private},
                         {"version", entry.version}};
  if (!entry.syntactic.empty()) json["syntactic"] = entry.syntactic;
  if (!entry.draw.empty()) json["draw"] = entry.draw;
  if (entry.period) {
    json["period"] = {{"first", entry.period->first}, {"last", entry.period->last}, {"fixed", entry.period->is_fixed}};
    if (!entry.period->basis.empty()) json["period"]["basis"] = entry.period->basis;
  }
  if (entry.max_units) json["max_units"] = *entry.max_units;
  return json;
}

std::string shown_loss(const LedgerEntry& entry) {
  return entry.syntactic.empty() ? loss_text(entry.loss)
                                 : fmt::format("no differential privacy ({})", shown(entry.syntactic));
}

void print_records(const LedgerContents& contents, std::ostream& out) {
  const bool has_period = std::any_of(contents.records.begin(), contents.records.end(),
                                      [](const LedgerRecord& record) { return record.entry.period.has_value(); });
  std::vector<std::vector<std::string>> rows = {{"line", "time", "data set", "loss", "for one", "by", "for"}};
  if (has_period) rows.front().push_back("about the days");
  rows.front().push_back("");
  bool has_open = false, has_again = false;
  std::vector<const LedgerEntry*> counting;
  for (const LedgerRecord& record : contents.records) {
    if (record.state != RecordState::cancelled) counting.push_back(&record.entry);
  }
  const auto distinct = distinct_draws(counting);
  const std::set<const LedgerEntry*> adding_up(distinct.begin(), distinct.end());
  for (const LedgerRecord& record : contents.records) {
    const LedgerEntry& entry = record.entry;
    std::string state = record.state == RecordState::committed ? "" : std::string(state_word(record.state));
    const auto add_word = [&](std::string_view word) { state += (state.empty() ? "" : ", ") + std::string(word); };
    if (!entry.is_private) add_word("not private");
    const bool is_again = record.state != RecordState::cancelled && !adding_up.contains(&entry);
    if (is_again) add_word("again");
    has_again = has_again || is_again;
    has_open = has_open || record.state == RecordState::open;
    rows.push_back({std::to_string(record.line), entry.time, shown(entry.dataset), shown_loss(entry),
                    entry.unit && entry.syntactic.empty()
                        ? fmt::format("{}, {}", word_of(*entry.unit), word_of(entry.neighbours))
                        : shown(entry.unit_text),
                    shown(entry.mechanism), shown(entry.purpose)});
    if (has_period) {
      rows.back().push_back(entry.period ? fmt::format("{} to {}", entry.period->first, entry.period->last) : "all");
    }
    rows.back().push_back(state);
  }
  print_table(out, has_period ? "rllllllll" : "rlllllll", rows);
  if (has_open) {
    fmt::print(out,
               "open: reserved, and nobody said what became of it (a crash, or it is still being written): it "
               "counts as spent\n");
  }
  if (has_again) {
    fmt::print(
        out, "again: of a draw that was published before: together they tell what one of them tells, and count once\n");
  }
}

// Whom to add up for where no budget says it: the units that there are, and a person.
std::vector<LedgerTarget> targets_of(const std::vector<const LedgerEntry*>& entries,
                                     std::optional<std::uint64_t> max_units) {
  std::set<Unit> units, places;
  Neighbours neighbours = Neighbours::add_remove;
  for (const LedgerEntry* entry : entries) {
    if (entry->loss.kind == LossKind::pure && entry->loss.epsilon.nano == 0) continue;
    if (entry->unit && entry->neighbours == Neighbours::nearby) {
      places.insert(*entry->unit);
      continue;
    }
    const bool is_local_report = entry->unit == Unit::report_value && entry->model == PrivacyModel::local;
    if (entry->unit) units.insert(is_local_report ? Unit::event : *entry->unit);
    if (entry->neighbours == Neighbours::replace) neighbours = Neighbours::replace;
  }
  if (!units.empty()) units.insert(Unit::person);
  std::vector<LedgerTarget> targets;
  for (const Unit unit : units) targets.push_back({.unit = unit, .neighbours = neighbours, .max_units = max_units});
  for (const Unit unit : places) targets.push_back({.unit = unit, .neighbours = Neighbours::nearby});
  return targets;
}

struct ShownTotal {
  LedgerTarget target;
  std::optional<Spent> spent;
  std::optional<SpentPerMetre> per_metre;  // under 'nearby'
  std::string why_not;
};

std::vector<ShownTotal> totals_of(const LedgerContents& contents, const std::string& dataset,
                                  const LedgerShowArguments& options) {
  const std::vector<const LedgerEntry*> entries = counted_entries(contents, dataset);
  const ExactDecimal delta = options.delta.empty() ? ExactDecimal() : ExactDecimal::parse(options.delta);
  if (!(delta < ExactDecimal::parse("1"))) fail_usage("--delta must be below 1");
  std::vector<ShownTotal> totals;
  for (const LedgerTarget& target : targets_of(entries, options.max_units)) {
    ShownTotal total{.target = target, .spent = {}, .per_metre = {}, .why_not = {}};
    try {
      if (target.neighbours == Neighbours::nearby) {
        total.per_metre = spent_per_metre(entries, target.unit);
        totals.push_back(total);
        continue;
      }
      total.spent = spent_at(entries, target, delta);
      if (!total.spent) {
        total.why_not =
            options.delta.empty()
                ? "a loss has an epsilon at a delta only: give --delta, like 1e-6"
                : fmt::format("no theorem bounds it at so small a delta as {}: give a larger --delta", delta.text());
      }
    } catch (const Error& error) {
      total.why_not = error.what();
    }
    totals.push_back(total);
  }
  return totals;
}

nlohmann::json dataset_json(const LedgerContents& contents, const Ledger& ledger, const std::string& dataset,
                            const LedgerShowArguments& options) {
  nlohmann::json totals = nlohmann::json::array();
  for (const ShownTotal& total : totals_of(contents, dataset, options)) {
    nlohmann::json json = {{"unit", word_of(total.target.unit)}, {"neighbours", word_of(total.target.neighbours)}};
    if (total.spent) {
      json.update(spent_json(*total.spent));
    } else if (total.per_metre) {
      json["per_metre"] = total.per_metre->per_metre.text();
      json["offset"] = total.per_metre->offset.text();
    } else {
      json["not_known_because"] = total.why_not;
    }
    totals.push_back(json);
  }
  nlohmann::json json = {{"dataset", dataset}, {"totals", totals}, {"budgets", nlohmann::json::array()}};
  const LedgerTotal sums = total_of(contents, dataset);
  json["sums"] = ledger_json(shown_ledger(options.ledger.ledger), dataset, sums);
  if (sums.budget) json["budget"] = sums.budget->text();
  for (const BudgetPolicy& policy : ledger.policies()) {
    for (const BudgetStand& stand : budget_stands(policy, contents, dataset, utc_now())) {
      json["budgets"].push_back(stand_json(stand));
    }
  }
  return json;
}

void print_dataset(const LedgerContents& contents, const Ledger& ledger, const std::string& dataset,
                   const LedgerShowArguments& options, std::ostream& out) {
  fmt::print(out, "\ndata set '{}': {}\n", shown(dataset),
             counted(counted_entries(contents, dataset).size(), "spending"));
  for (const ShownTotal& total : totals_of(contents, dataset, options)) {
    const std::string whom = fmt::format("one {} ({})", word_of(total.target.unit), word_of(total.target.neighbours));
    if (total.spent) {
      fmt::print(out, "  {}: {}\n", whom, spent_text(*total.spent));
    } else if (total.per_metre) {
      fmt::print(out, "  {}: epsilon {} per metre, and {} for any distance\n", whom, total.per_metre->per_metre.text(),
                 total.per_metre->offset.text());
    } else {
      fmt::print(out, "  {}: not known; {}\n", whom, escaped(total.why_not));
    }
  }
  const LedgerTotal sums = total_of(contents, dataset);
  if (sums.not_private > 0) {
    fmt::print(out, "  {} of {} without a guarantee: nothing is promised for all together, whatever the totals are\n",
               sums.not_private, counted(sums.entries, "spending"));
  }
  if (sums.budget) {
    const ExactEpsilon left{sums.budget->nano - std::min(*sums.budget, sums.epsilon).nano};
    fmt::print(out, "  budget: epsilon {} as numbers add up; {} is spent, {} is left\n", sums.budget->text(),
               sums.epsilon.text(), left.text());
  }
  for (const BudgetPolicy& policy : ledger.policies()) {
    for (const BudgetStand& stand : budget_stands(policy, contents, dataset, utc_now())) {
      fmt::print(out, "  {}\n", stand_text(stand));
    }
  }
}

void show(const LedgerShowArguments& options, Context& context) {
  const Ledger ledger = options.ledger.open();
  LedgerContents contents = ledger.read_existing();
  std::set<std::string> datasets = datasets_of(contents);
  if (!options.ledger.dataset.empty()) {
    datasets = {options.ledger.dataset};
    std::erase_if(contents.records,
                  [&](const LedgerRecord& record) { return record.entry.dataset != options.ledger.dataset; });
  }
  if (options.ledger.json) {
    nlohmann::json json = {{"ledger", shown_ledger(options.ledger.ledger)},
                           {"head", {{"count", contents.head.count}, {"hash", contents.head.hash}}},
                           {"entries", nlohmann::json::array()},
                           {"datasets", nlohmann::json::array()}};
    for (const LedgerRecord& record : contents.records) json["entries"].push_back(record_json(record));
    for (const std::string& dataset : datasets) {
      json["datasets"].push_back(dataset_json(contents, ledger, dataset, options));
    }
    return print_json(context.out, json);
  }
  if (contents.records.empty()) {
    if (contents.head.count == 0) {
      fmt::print(context.out, "the ledger {} is empty: nothing was spent\n", ledger.name());
    } else {
      fmt::print(context.out, "nothing was spent on data set '{}' in the ledger {}\n", shown(options.ledger.dataset),
                 ledger.name());
    }
    return;
  }
  print_records(contents, context.out);
  for (const std::string& dataset : datasets) print_dataset(contents, ledger, dataset, options, context.out);
}

}  // namespace

void add_ledger_show(Command& ledger, Context& context) {
  auto options = std::make_shared<LedgerShowArguments>();
  Command* command = ledger.add_subcommand("show", "What was spent, by what, what it comes to and what is left");
  options->ledger.add_to(*command);
  command
      ->add_option("--delta", options->delta,
                   "Add up at this delta by the theorem that gives the least; default: 0, as numbers add up")
      ->type_name("D");
  command->add_option("--max-units", options->max_units, "How many units one person has at most, where it is not said")
      ->type_name("N");
  command->footer(
      "Example:\n"
      "  sourdine ledger record visits.ledger.jsonl --epsilon 0.5 --max-units 3 --purpose 'survey of March'\n"
      "  sourdine ledger show visits.ledger.jsonl --delta 1e-6");
  command->callback([options, &context] { show(*options, context); });
}

}  // namespace sourdine::cli
