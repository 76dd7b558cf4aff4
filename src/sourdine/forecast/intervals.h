// Prediction intervals for counts.
//
// Given its forecast μ a count is taken as negative binomial: variance μ + α μ², where α is how much days move beyond
// chance. α is fitted on days the model has not seen; where those are sanitised, the noise's variance is part of what
// is observed and is taken off: Var(y − μ) = μ + α μ² + noise.
#pragma once

#include <cstddef>
#include <span>

namespace sourdine {

struct ObservedForecast {
  double mean;      // forecast
  double observed;  // count, or its unbiased estimate
  double noise;     // variance of their difference that is explained otherwise; 0 for exact counts
};

// α ≥ 0 for which the squared standardised errors, each held to 9 at most, have the mean they have under the normal
// law. The cap keeps rare bursts, which no interval should cover, from widening all intervals. Errors count by what
// they say about α, and the answer leans on `expected` (standard deviation 0.02) where the noise lets them say little.
double fit_overdispersion(std::span<const ObservedForecast> days, double expected);

struct CountInterval {
  double lower, upper;  // whole numbers, both inside
};

// The likeliest counts whose probability together is nearest to `confidence`. Whole numbers cannot hit it exactly: some
// intervals hold a little more, some a little less, and over many days the coverage is as stated. Its cost grows with
// the square of the logarithm of the counts; for use by any number of threads.
CountInterval count_interval(double mean, double overdispersion, double confidence);

}  // namespace sourdine
