// Estimates from several collections of the same question, and what changed between two of them.
//
// A collection's own estimates and intervals are those of one report per person (estimate/estimate.h): the permanent
// responses are drawn once, but within one collection nobody reports twice.
//
// Change of a count between two collections. Whoever reported in both from one permanent response made the same error
// in part, and the difference has less of it. Per person, with V the variance of one report's contribution and c the
// covariance of two from one permanent response (Memoised::Shared),
//   stayed with the value:                2(V_held − c_held)
//   stayed elsewhere, on one symbol:      2(V_other − c_other)
//   came or left:                         V_held + V_other
//   moved between two other values:       2·V_other, and at most `moved` of Shared on top
//   reported in one of them only:         V
// c is never negative, so the variances of the two collections, added (and `moved` for everybody who is in both), are
// never too small whatever people did. With a number of persons that are known to have stayed, it is less.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/estimate/estimate.h"

namespace sourdine {

// One Estimates for each tally, in order. Throws Error(bad_input) as estimate() does: a tally of another spec names the
// field that differs.
std::vector<Estimates> estimate_collections(const Oracle& oracle, std::span<const Tally> collections,
                                            const EstimateOptions& options = {});

// What n persons did, seen from one value.
struct Moves {
  double stayed_with = 0;       // held it both times
  double stayed_elsewhere = 0;  // held one other value both times
  double came = 0, left = 0;
  double moved_elsewhere = 0;            // between two other values
  double with_once = 0, other_once = 0;  // in one of the collections only
};
// The variance of the difference of the two counts' estimates for clients that keep their permanent responses; exact
// but for `moved` of Shared, which it contains. Throws Error(bad_input) unless the oracle is Memoised and its variance
// depends on a value's own count alone (all but rappor).
double change_variance(const Oracle& oracle, const Moves& moves);

struct ChangeOptions {
  double confidence = 0.95;  // of each interval
  // At least so many persons are in both collections with one and the same value; 0 where that is not known.
  std::uint64_t stayed = 0;
};
// The change of every value's count, `after` − `before`, with an interval. The variance is the bound above, at the end
// of each collection's own interval where it is largest. Empty when one of the collections is. Throws Error(bad_input)
// as estimate() does, and when more are said to have stayed than reported.
std::vector<Estimate> estimate_change(const Oracle& oracle, const Tally& before, const Tally& after,
                                      const ChangeOptions& options = {});

}  // namespace sourdine
