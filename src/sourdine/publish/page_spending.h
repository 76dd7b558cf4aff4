// What a page says of the ledger: what all publications about the data set come to, and what a budget leaves. Not
// installed: it shows a type of a library behind us.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "sourdine/ledger_store/spending.h"

namespace sourdine {

// For a spending that was reserved, now or earlier, by these lines of the ledger: `Spending` in web/src/types.ts. The
// unit is that of the budget file's total, or a person where it limits only that, or else the publication's own; a
// budget that is a number is shown where the sum that it bounds is the total. Nothing when no theorem leads from the
// entries to one total.
std::optional<nlohmann::ordered_json> page_spending(const Spending& spending, const std::vector<std::uint64_t>& lines,
                                                    const StopToken& stop = {});

}  // namespace sourdine
