// The verbs of `sourdine ledger`, and what they share.
#pragma once

#include <optional>
#include <string>

#include "app.h"
#include "sourdine/ledger_store/open_ledger.h"

namespace sourdine::cli {

struct LedgerOptions {
  std::string ledger;
  std::string dataset;  // empty: the one that the ledger is named after
  std::string budget_file;
  bool json = false;

  void add_to(Command& command);
  Ledger open() const { return open_ledger(ledger, budget_file); }
  std::string the_dataset() const { return dataset.empty() ? dataset_of_ledger(ledger) : dataset; }
};

// A spending as options: check, plan and record have them.
struct SpendingOptions {
  std::optional<double> epsilon;
  std::string delta, rho;  // exact decimals
  std::string law;
  std::string unit, neighbours;  // empty: the default
  std::string model = "central";
  std::string first, last;
  bool is_fixed = false;
  std::string basis;  // of the days
  std::optional<std::uint64_t> max_units;

  // Where the unit comes from when it is not given: what is asked is compared with a budget, what is recorded is fixed.
  enum class WhereUnit { from_budget, event };
  void add_to(Command& command, WhereUnit where);
  // Throws Error(usage) or Error(bad_input): no loss, several, a number out of range, half a period. What unit and
  // neighbours do not say, `otherwise` does.
  LedgerEntry entry(const std::string& dataset, const std::string& purpose, const LedgerTarget& otherwise = {}) const;
};

void add_ledger_show(Command& ledger, Context& context);
void add_ledger_check(Command& ledger, Context& context);
void add_ledger_verify(Command& ledger, Context& context);
void add_ledger_plan(Command& ledger, Context& context);
void add_ledger_record(Command& ledger, Context& context);

}  // namespace sourdine::cli
