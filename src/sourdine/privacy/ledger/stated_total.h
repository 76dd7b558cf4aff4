// The total that is stated after a spending where sums do not tell it: a Gaussian loss has an ε at a δ only.
#pragma once

#include <optional>
#include <span>

#include "sourdine/privacy/ledger/policy.h"

namespace sourdine {

// What the entries come to for the unit of the newest (the event of a local report) and against its change, or a
// replacement where the others hold for that only; at the δ of a budget of its data set, 10⁻⁶ where none has one.
// Nothing where no theorem leads there or δ does not suffice.
std::optional<TotalAtDelta> total_at_delta(std::span<const LedgerEntry* const> entries, const LedgerEntry& newest,
                                           std::span<const BudgetPolicy> policies);

}  // namespace sourdine
