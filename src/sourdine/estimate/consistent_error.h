// What consistency does to the error of estimates: how far from the truth are max(0, ·), norm, norm-mul and norm-sub to
// be expected? Internal to estimate/.
//
// Unbiased estimates are nearly normal, X_v ~ N(x_v, V_v). Each of these methods gives max(0, Y_v) (`norm`: Y_v itself)
// with Y_v = X_v + δ or Y_v = s·X_v, where δ or s makes the sum what it should be. Over many values the sum hardly
// varies, so δ and s are taken as those of the expected sum:
//   norm-sub   Σ E[max(0, X_v + δ)] = T          norm-mul   s·Σ E[max(0, X_v)] = T
// E[max(0, ·)] of a normal law is known (estimate/bias.h), and so are its mean absolute and root mean squared distance
// from x_v. What is left of δ's and s's own noise goes into the variance of Y_v: it loses its part of the noise that
// all positive values share,
//   Var Y_v/s² = V_v − 2w(V_v + (r − 1)c) + w²r(V + (r − 1)c),
// with r the expected number of positive values, at least 2, V their mean variance, w = 1/r (norm, norm-sub) or the
// value's part of the sum (norm-mul), and c the covariance of two estimates: 0, or −V/(k − 1) for oracles whose
// estimates add up to n by themselves (grr, ss). Variances, r and δ depend on each other; three rounds settle them.
#pragma once

#include <span>
#include <vector>

#include "sourdine/estimate/consistency.h"

namespace sourdine {

// One value: its true count, the variance of its unbiased estimate, and for how many values it stands.
struct HeldCount {
  double count = 0, variance = 0, weight = 1;
};

struct ExpectedError {
  double mean_absolute = 0, root_mean_square = 0;
};

// True for base-pos, norm, norm-mul and norm-sub.
bool has_expected_error(Consistency method);

// One per value, of a method that has one. `total` is T > 0; `adds_up`: the unbiased estimates sum to it by themselves.
// Cost: O(k), some twenty evaluations of the normal law for each value.
std::vector<ExpectedError> expected_errors(Consistency method, std::span<const HeldCount> values, double total,
                                           bool adds_up);

}  // namespace sourdine
