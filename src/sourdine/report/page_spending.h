// What a release's page says of the ledger: what all publications about the data set come to, and what a budget leaves.
#pragma once

#include <optional>

#include "sourdine/ledger_store/spending.h"
#include "sourdine/report/page.h"

namespace sourdine {

// For a reservation that was made for the spending. The unit is that of the budget file's total, or a person where it
// limits only that, or else the release's own; a budget that is a number is shown where the sum that it bounds is the
// total. Nothing when no theorem leads from the entries to one total.
std::optional<PageSpending> page_spending(const Spending& spending, const Reservation& reservation,
                                          const StopToken& stop = {});

}  // namespace sourdine
