// budget.toml: how much may be spent on a data set (docs/ledger.md explains every key).
#pragma once

#include <optional>
#include <string>

#include "sourdine/privacy/ledger/policy.h"

namespace sourdine {

// Throws Error(bad_input) naming file, line and key: not TOML, an unknown key, a unit or a relation that does not
// exist, an ε that is not positive, a δ that is not at least 0 and below 1, no limit at all.
BudgetPolicy read_budget(const std::string& path);
// The same from text; `path` is for messages.
BudgetPolicy parse_budget(const std::string& text, const std::string& path);

// The file 'budget.toml' in the folder of a ledger that is a file; nothing when there is none.
std::optional<std::string> budget_beside(const std::string& ledger);

}  // namespace sourdine
