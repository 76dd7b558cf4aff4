// How totals and limits of a ledger are said.
#pragma once

#include <nlohmann/json.hpp>
#include <string>

#include "sourdine/privacy/ledger/policy.h"

namespace sourdine::cli {

// "epsilon 2.812243971 at delta 1e-6, by privacy loss distributions (…)".
std::string spent_text(const Spent& spent);
nlohmann::json spent_json(const Spent& spent);

// "budget (total): epsilon 3.000000000 for one event (replace); … is spent, … is left".
std::string stand_text(const BudgetStand& stand);
nlohmann::json stand_json(const BudgetStand& stand);

// "epsilon 3.000000000", "epsilon 3.000000000 at delta 1e-6".
std::string limit_text(const BudgetLimit& limit);

}  // namespace sourdine::cli
