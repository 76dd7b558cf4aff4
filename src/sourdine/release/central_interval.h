// Intervals of central counts: what is known of the error's law is used, so that whole counts are covered as often as
// is said, neither less nor much more.
//
// The error of a least-squares estimate is w·(noise of the count's own measurement) + the rest, a sum of many small
// independent terms. In generalised least squares w = (variance of the estimate) / (variance of the measurement). The
// first term keeps its own law, discrete Laplace or Gaussian; the rest is taken for normal. Without a measurement of
// its own (a week) all is.
#pragma once

#include <map>
#include <utility>

#include "sourdine/estimate/estimate.h"
#include "sourdine/release/config.h"

namespace sourdine {

// Noise on whole numbers. Laplace: Pr[x] ∝ e^−rate·|x|. Gaussian: Pr[x] ∝ e^−rate·x²/2.
struct CountNoiseLaw {
  CentralNoise kind = CentralNoise::laplace;
  double rate = 0;      // > 0
  double variance = 0;  // of this law
};

class CentralIntervals {
 public:
  // `own`: of the measurements at the counts themselves; nothing where there are none.
  CentralIntervals(std::optional<CountNoiseLaw> own, double confidence);

  // The whole numbers ≥ 0 within h of the value, h such that Pr[|error| ≤ h] is the confidence. Where the error is a
  // whole number itself it can only be neared: the interval may then reach one farther upwards than downwards (h + 1/2),
  // and is the nearest (in the logarithm of what is left out) if the standard error is 2 or more, else the smallest
  // that is enough.
  Estimate operator()(double value, double variance);
  // Pr[|error| ≤ h] for an error of this variance; of whole errors and h + 1/2, the mean of h and h + 1.
  double coverage(double half_width, double variance) const;
  double half_width(double variance);

 private:
  bool is_whole(double variance) const;
  double covered_within(double half_width, double variance) const;
  double whole_half_width() const;

  std::optional<CountNoiseLaw> own_;
  double confidence_;
  std::vector<std::pair<double, double>> masses_;  // of the own noise: x and its probability
  std::map<double, double> widths_;                // by variance
};

}  // namespace sourdine
