// publish(): from a configuration to a release directory with its page, charged to the ledger.
#pragma once

#include <string>

#include "sourdine/privacy/ledger.h"
#include "sourdine/release/release.h"

namespace sourdine {

struct Published {
  Release release;
  LedgerTotal spent;  // on this data set, this release included
};

// The ledger is charged when all is written, just before the directory appears: what was published was paid for. A release
// with seeded randomness is recorded as one without a guarantee that cost nothing, since it must not be published.
// Throws Error(budget_refused), leaving nothing behind, when the budget would be exceeded.
Published publish(const ReleaseConfig& config, const RandomSource& random, const std::string& directory,
                  const BuildOptions& options = {});

}  // namespace sourdine
