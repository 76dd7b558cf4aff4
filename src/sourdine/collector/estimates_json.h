// What a collection's tallies say, as JSON (docs/collector.md, `Estimates`): oracles and ranges by value, tuples by
// attribute. Cost: that of the estimates of every period, whatever the number of reports.
//
// Periods are estimated one by one, by estimate/estimate.h, range/local_tree.h and tuple/tuple_estimate.h. Together:
// the sum of their tallies is estimated as one. People who answer again by a memoised protocol repeat their noise, and
// the sum's error would be understated; there the periods' estimates are added up, their standard errors as well (which
// bounds that of the sum, however they depend), and the interval of the sum has the ends of intervals that hold for all
// periods at once (Bonferroni).
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
// than the collection's min_reports is named without its estimates, and so is their sum; likewise a range of which a
// level has no report yet, and the sum of memoised periods in one of which nobody drew an attribute. Throws
// Error(bad_input) for a confidence that does not lie between 0 and 1, for a consistency that the protocol lacks
// (tallies do not tell the reports that mle needs, but for some oracles; ranges have none but `none`), and when there
// would be more than max_estimates numbers.
std::string estimates_json(const Collection& collection, std::span<const StoredTally> periods,
                           const EstimatesQuery& query = {});

inline constexpr std::size_t max_estimates = std::size_t{1} << 22;  // 400 MB of JSON

}  // namespace sourdine
