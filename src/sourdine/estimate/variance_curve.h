// The variance of one count estimate as a function of the true count. Internal to estimate/.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// V(x) = constant + linear·x + square·x², the variance of the estimate of a value that x of the n users hold.
// Pure protocols have square = 0; collisions of public hash functions (cms) and a sampled population add to it.
struct VarianceCurve {
  double constant, linear, square;

  double at(double x) const { return constant + x * (linear + x * square); }
};

// One curve per value. Where the variance also depends on how many hold the other values, those are taken in proportion
// to `counts` (k estimates, clipped at 0), the best guess there is. Cost: O(k) for pure oracles, O(k²) for the
// others, on all cores.
std::vector<VarianceCurve> variance_curves(const Oracle& oracle, double n, std::span<const double> counts);

// Variance of the count of a value nobody holds, when n users are spread evenly over the other values.
double rare_value_variance(const Oracle& oracle, double n);

}  // namespace sourdine
