// Intervals of central counts: what is known of the error's law is used, so that whole counts are covered as often as
// is said, neither less nor much more.
//
// The error of a least-squares estimate is w·(noise of the count's own measurement) + the rest, a sum of many small
// independent terms. In generalised least squares w = (variance of the estimate) / (variance of the measurement). The
// first term keeps its own law, discrete Laplace or Gaussian; the rest is taken for normal. Without a measurement of
// its own (a week) all is.
//
// Counts are ≥ 0. Cutting an interval there would cover the many counts of 0 in 97.5 % of the cases, and leave nothing
// of it below. So which counts n are held is asked of n (the order of likelihood ratios, Feldman and Cousins 1998):
//   n above h: estimates within h of it, Pr[|error| ≤ h] being the confidence c;
//   n up to h0 < h: all estimates up to n + h0, Pr[error ≤ h0] = c;
//   n between: all up to 2n, which is a little more than c.
#pragma once

#include <map>
#include <utility>

#include "sourdine/counts/config.h"
#include "sourdine/estimate/estimate.h"

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

  // The whole counts that the estimate does not contradict: never none. Where the error is a whole number itself the
  // confidence can only be neared: h may then be one larger for errors downwards than upwards, and is the nearest (in
  // the logarithm of what is left out) if the standard error is 2 or more, else the smallest that is enough.
  Estimate operator()(double value, double variance);
  // Half the width of the interval of a large count.
  double half_width(double variance) { return widths(variance).both; }
  // Pr[|error| ≤ h] for an error of this variance; of whole errors and h + 1/2, the mean of h and h + 1.
  double coverage(double half_width, double variance) const;

 private:
  struct Widths {
    double both;  // h; of whole errors h + 1/2: one more downwards
    double one;   // h0
  };
  Widths widths(double variance);
  bool is_whole(double variance) const;
  double covered_within(double half_width, double variance) const;
  double width_for(double confidence, double variance, double step_of_whole) const;

  std::optional<CountNoiseLaw> own_;
  double confidence_;
  std::vector<std::pair<double, double>> masses_;  // of the own noise: x and its probability
  std::map<double, Widths> widths_;                // by variance
};

}  // namespace sourdine
