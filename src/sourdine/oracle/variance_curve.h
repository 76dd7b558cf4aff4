// The variance of one count estimate as a function of the true count.
#pragma once

#include <span>
#include <vector>

#include "sourdine/oracle/spec.h"

namespace sourdine {

class Oracle;

// V(x) = constant + linear·x + square·x², the variance of the estimate of a value that x of the n users hold.
// For fixed hash functions square = 0; averaging over hash functions (cms, hcms on large domains) and a sampled
// population add to it.
struct VarianceCurve {
  double constant, linear, square;

  double at(double x) const { return constant + x * (linear + x * square); }
};

// The parabola through V(0), V(n/2) and V(n).
VarianceCurve parabola(double start, double middle, double end, double n);

// The curve where a report of a holder of w adds per_holder[w] to the variance of the estimate of `value`, and the
// other values are held in proportion to `weights` (k numbers ≥ 0; evenly where the others' are all 0).
VarianceCurve linear_curve(Value value, std::span<const double> per_holder, double n, std::span<const double> weights);

// What Oracle::variance_curves does by default: O(k) for pure oracles, else three calls of variance() per value, on all
// cores.
std::vector<VarianceCurve> curves_one_by_one(const Oracle& oracle, double n, std::span<const double> weights);

}  // namespace sourdine
