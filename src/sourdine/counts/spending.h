// What a release spends, for the ledger (ledger_store/spending.h).
#pragma once

#include "sourdine/counts/config.h"
#include "sourdine/ledger_store/spending.h"

namespace sourdine {

// Without its purpose. Where the configuration gives both days to cover, only events between them are looked at, and
// in the local model the time of an event is public: releases of disjoint days compose in parallel. Days that are not
// given are those of the data, and nothing is claimed.
Spending release_spending(const ReleaseConfig& config, const Guarantee& guarantee);

}  // namespace sourdine
