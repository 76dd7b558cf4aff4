// The standard normal law, as far as intervals and bias need it.
#pragma once

namespace sourdine {

double normal_density(double x);
// Φ(x), with full relative accuracy in the lower tail.
double normal_cdf(double x);
// z with Pr[Z > z] = tail, 0 < tail < 1; accurate for tails down to the smallest double.
double normal_upper_quantile(double tail);

}  // namespace sourdine
