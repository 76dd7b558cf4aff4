// Which consistency errs less, norm-sub or norm-mul? Decided from the noisy estimates and public numbers.
//
// Both make estimates ≥ 0 that add up. Where the noise is small, norm-sub is better: it takes from every value the same
// surplus. Where the noise is as large as the counts, norm-sub gives all to the few values that the noise raised most;
// norm-mul, max(0, ·) scaled to the total, leaves something to all of them.
//
// Error: the mean absolute error of the shares (the error rate of Arcolezi et al., 2020), as expected from
// estimate/consistent_error.h for every one of up to 32 periods (spread over the totals). The true shares are not
// known; of each value their mean and variance over the periods are estimated from the noisy estimates without bias
// (the noise's own variance is known and taken off), and a law of two points with that mean and variance stands for
// them. Where the two methods are nearly equal the choice may be the wrong one, and little is lost by it.
#pragma once

#include <span>

#include "sourdine/estimate/consistency.h"
#include "sourdine/estimate/smooth.h"

namespace sourdine {

struct ConsistencyQuestion {
  std::size_t values = 0;             // k
  std::span<const double> totals;     // T: exact
  std::span<const double> estimates;  // T·k, period by period: unbiased
  MeasurementNoise noise;
};

// norm_sub or norm_mul; norm_sub when there is nothing to tell them apart (no reports, one value, no noise).
Consistency smaller_error_consistency(const ConsistencyQuestion& question);

}  // namespace sourdine
