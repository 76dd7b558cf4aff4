// The variance of the estimates, as far as the true counts are known. Internal to estimate/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// One curve per value. Where the variance also depends on how many hold the other values, those are taken in proportion
// to `counts` (k estimates, clipped at 0), the best guess there is. Cost: O(k) for pure oracles, for the others that of
// Oracle::variance_curves.
std::vector<VarianceCurve> count_variance_curves(const Oracle& oracle, double n, std::span<const double> counts);

// Variance of the count of a value nobody holds, when n users are spread evenly over the other values.
double rare_value_variance(const Oracle& oracle, double n);

}  // namespace sourdine
