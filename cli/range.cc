#include "range.h"

#include "sourdine/privacy/ledger/entry.h"

namespace sourdine::cli {

void RangeLedgerOptions::add(Command& command) {
  command
      .add_option("--ledger", ledger,
                  "Ledger that adds up what is spent on these records: DATASET.ledger.jsonl, sqlite:PATH or "
                  "postgresql://…; a budget.toml beside it holds")
      ->type_name("FILE");
  command
      .add_option("--budget", budget,
                  "Refuse (exit code 3) what brings the total above E, now and until another budget is given")
      ->type_name("E");
  command
      .add_option("--budget-file", budget_file,
                  "Limits as docs/ledger.md has them, instead of those "
                  "beside the ledger")
      ->type_name("FILE");
}

void RangeLedgerOptions::apply(Head& head) const {
  head.ledger_name = ledger;
  head.budget = budget;
  head.budget_file = budget_file;
  if (!ledger.empty()) head.dataset = dataset_of_ledger(ledger);
}

void add_range(Command& app, Context& context) {
  Command* command =
      app.add_subcommand("range", "How many between two dates, ages or amounts: build, query, stream, plan");
  command->require_subcommand(1);
  add_range_build(*command, context);
  add_range_query(*command, context);
  add_range_stream(*command, context);
  add_range_plan(*command, context);
  command->footer(
      "Example:\n"
      "  printf 'age\\n19\\n23\\n24\\n40\\n' > people.csv\n"
      "  sourdine range build people.csv --number age --from 0 --to 120 --epsilon 1 --out ages.srng\n"
      "  sourdine range query ages.srng 18-24 40..");
}

}  // namespace sourdine::cli
