// What a collection's tallies say, as JSON (docs/collector.md, `Estimates`): oracles and ranges by value, tuples by
// attribute. Cost: that of the estimates of every period, whatever the number of reports.
#pragma once

#include <span>
#include <string>

#include "sourdine/collector/collection.h"
#include "sourdine/collector/store/store.h"
#include "sourdine/estimate/estimate.h"

namespace sourdine {

struct EstimatesQuery {
  double confidence = 0.95;
  Consistency consistency = Consistency::none;
  bool together = true;  // with the sum of the periods, too
};

// `periods` are tallies of the collection, in order; a collection without periods has one. A period with fewer reports
// than the collection's min_reports is named without its estimates, and so is their sum. Throws Error(bad_input) for a
// confidence that does not lie between 0 and 1, and for a consistency that the protocol does not have: tallies do not
// tell the reports that mle needs, but for some oracles; ranges have none but `none`.
std::string estimates_json(const Collection& collection, std::span<const StoredTally> periods,
                           const EstimatesQuery& query = {});

}  // namespace sourdine
