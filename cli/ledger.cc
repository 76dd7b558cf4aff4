#include "ledger.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/version.h"

namespace sourdine::cli {

void LedgerOptions::add_to(Command& command) {
  command.add_option("LEDGER", ledger, "DATASET.ledger.jsonl, sqlite:PATH or postgresql://…")->required();
  command.add_option("--dataset", dataset, "The data set; default: the one that the ledger is named after")
      ->type_name("NAME");
  command
      .add_option("--budget-file", budget_file, "The limits (docs/ledger.md); default: budget.toml beside the ledger")
      ->type_name("FILE");
  command.add_flag("--json", json, "One JSON object");
}

void SpendingOptions::add_to(Command& command, WhereUnit where) {
  const bool is_asked = where == WhereUnit::from_budget;
  command.add_option("--epsilon", epsilon, "What it costs: epsilon of pure differential privacy, or with --delta")
      ->type_name("E");
  command.add_option("--delta", delta, "Of (epsilon, delta)")->type_name("D");
  command.add_option("--rho", rho, "What it costs: rho of zero-concentrated differential privacy")->type_name("R");
  command
      .add_option("--law", law,
                  "The noise is known to be 'gaussian' (with --rho), or 'laplace' on one number (with --epsilon): adds "
                  "up more tightly")
      ->type_name("LAW");
  command
      .add_option(
          "--unit", unit,
          fmt::format("What is protected: event{}, person, report value, attribute, tuple or time step{}",
                      is_asked ? "" : " (default)",
                      is_asked ? "; default: as the budget says, else as the ledger's entries, else event" : ""))
      ->type_name("UNIT");
  command
      .add_option("--neighbours", neighbours,
                  is_asked ? "Against which change: replace or add/remove; default: like that of --unit"
                           : "Against which change: replace (default) or add/remove")
      ->type_name("WHICH");
  command.add_option("--model", model, "central (default) or local")
      ->check(one_of_words({"central", "local"}))
      ->type_name("MODEL");
  command.add_option("--from", first, "Only units from this day on were looked at")->type_name("DAY");
  command.add_option("--to", last, "Up to this day")->type_name("DAY");
  command.add_flag("--fixed", is_fixed,
                   "What is replaced is not the time: disjoint periods compose in parallel under 'replace', too");
  command
      .add_option("--basis", basis,
                  "What its days are, as 'ledger show --json' has it of the other entries (column|clock|zone): only "
                  "periods of one basis are disjoint")
      ->type_name("TEXT");
  command.add_option("--max-units", max_units, "How many units one person has at most in what was looked at")
      ->type_name("N");
}

namespace {

PrivacyLoss loss_from(const SpendingOptions& options) {
  const bool has_rho = !options.rho.empty();
  if (has_rho == options.epsilon.has_value()) {
    fail_usage(has_rho ? "--epsilon and --rho exclude each other" : "what it costs is missing",
               "Give --epsilon E, --epsilon E with --delta D, or --rho R.");
  }
  if (has_rho && !options.delta.empty()) fail_usage("--delta goes with --epsilon, not with --rho");
  if (!options.law.empty() && options.law != (has_rho ? "gaussian" : "laplace")) {
    fail_usage(fmt::format("--law {} does not go with {}", options.law, has_rho ? "--rho" : "--epsilon"),
               "It is 'gaussian' with --rho, 'laplace' with --epsilon.");
  }
  if (has_rho) {
    const double rho = ExactDecimal::parse(options.rho).value_up();
    return options.law.empty() ? PrivacyLoss(Zcdp{rho}) : PrivacyLossDistribution(gaussian_pair_of(rho));
  }
  if (!options.law.empty()) {
    if (!options.delta.empty()) fail_usage("--law laplace has no --delta");
    return PrivacyLossDistribution(LaplacePair{*options.epsilon});
  }
  if (options.delta.empty()) return PureEpsilon{*options.epsilon};
  return ApproximateDp{*options.epsilon, ExactDecimal::parse(options.delta).value_up()};
}

}  // namespace

LedgerEntry SpendingOptions::entry(const std::string& dataset, const std::string& purpose,
                                   const LedgerTarget& otherwise) const {
  LedgerEntry made{.time = utc_now(),
                   .dataset = dataset,
                   .purpose = purpose,
                   .version = fmt::format("recorded by sourdine {}", version()),
                   .unit_text = {},
                   .unit = unit.empty() ? otherwise.unit : unit_from(unit),
                   .neighbours = neighbours.empty() ? otherwise.neighbours : neighbours_from(neighbours),
                   .model = model == "local" ? PrivacyModel::local : PrivacyModel::central,
                   .loss = LedgerLoss::of(loss_from(*this)),
                   .max_units = max_units};
  if (!delta.empty()) made.loss.delta = ExactDecimal::parse(delta);
  if (!rho.empty() && law.empty()) made.loss.rho = ExactDecimal::parse(rho);
  made.unit_text = fmt::format("one {} ({})", word_of(*made.unit), word_of(made.neighbours));
  if (max_units && *max_units == 0) fail_usage("--max-units must be at least 1");
  if (first.empty() != last.empty()) fail_usage("--from and --to go together");
  if (first.empty() && is_fixed) fail_usage("--fixed is about a period", "Give it by --from and --to.");
  if (first.empty() && !basis.empty()) fail_usage("--basis is about a period", "Give it by --from and --to.");
  if (first.empty()) return made;
  if (!is_day(first) || !is_day(last) || last < first) {
    fail_usage(fmt::format("'{}' to '{}' is no period", first, last), "Write days like 2026-01-31.");
  }
  made.period = LedgerPeriod{.first = first, .last = last, .is_fixed = is_fixed, .basis = basis};
  return made;
}

void add_ledger(Command& app, Context& context) {
  Command* command = app.add_subcommand("ledger", "What was spent on a data set: show, check, verify, plan, record");
  command->require_subcommand(1);
  add_ledger_show(*command, context);
  add_ledger_check(*command, context);
  add_ledger_verify(*command, context);
  add_ledger_plan(*command, context);
  add_ledger_record(*command, context);
  command->footer(
      "Example:\n"
      "  printf '[total]\\nepsilon = 3\\ndelta = 1e-6\\n' > budget.toml\n"
      "  sourdine ledger record visits.ledger.jsonl --epsilon 0.5 --purpose 'survey of March'\n"
      "  sourdine ledger show visits.ledger.jsonl\n"
      "  sourdine ledger plan visits.ledger.jsonl --epsilon 0.1");
}

}  // namespace sourdine::cli
