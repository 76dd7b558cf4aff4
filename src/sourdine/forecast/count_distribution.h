// The law of a count around its forecast: negative binomial with mean μ and variance μ + α μ²; Poisson as α → 0.
//
// Probabilities are regularised incomplete beta functions, neither sums over counts nor differences of log Γ:
// microseconds also for billions, and any number of threads may ask at once (lgamma writes a global variable). Absolute
// errors are below 10⁻⁹ up to a million events a day, below 10⁻⁷ up to a billion.
#pragma once

namespace sourdine {

class CountDistribution {
 public:
  // mean > 0, overdispersion ≥ 0.
  CountDistribution(double mean, double overdispersion);

  double mode() const;    // of two equally likely counts, either
  double median() const;  // the least count with Pr[X ≤ count] ≥ ½
  double standard_deviation() const;
  double probability(double count) const;  // Pr[X = count]; a whole number, 0 below 0
  double cumulative(double count) const;   // Pr[X ≤ count]; a whole number, 0 below 0
  double between(double lower, double upper) const { return cumulative(upper) - cumulative(lower - 1); }

 private:
  double mean_, overdispersion_;
  double size_;     // 1/α: the count of failures before so many successes of probability p = 1 / (1 + α μ)
  double success_;  // p
  double failure_;  // 1 − p, not by a difference
};

}  // namespace sourdine
