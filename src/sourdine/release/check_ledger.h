// What a release would change in the ledger, for whoever asks before it is made. Internal to release/.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/stop.h"
#include "sourdine/ledger_store/spending.h"
#include "sourdine/publish/kind.h"

namespace sourdine {

struct LedgerCheck {
  std::string name;  // of the ledger, as it is shown
  std::string dataset;
  LedgerTotal before;
  ExactEpsilon cost = {};
  ExactEpsilon after = {};
  std::optional<ExactEpsilon> budget = {};  // a number that holds for this release
  // What it counts for a limit of the budget, where that differs from the cost: "budget (total): epsilon 2.0 for …".
  std::vector<std::string> counts_as = {};
  std::optional<TotalAtDelta> total_before = {}, total_cost = {}, total_after = {};  // where a loss has no ε of its own
  std::vector<std::string> notes = {};  // of budgets that do not hold: a sentence each
};

LedgerCheck check_ledger(const Spending& spending, const StopToken& stop);

// For --json, and for the terminal.
Fact ledger_fact(const LedgerCheck& check);
std::vector<std::string> told_ledger(const LedgerCheck& check);

}  // namespace sourdine
