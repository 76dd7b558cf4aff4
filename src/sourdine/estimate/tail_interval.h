// Exact intervals of a count among many reports: one at a time, by the two tails of the number of supporting reports.
// Pure oracles, a fixed population. Internal to estimate/.
//
// Of the true counts x = 0 … n those are in that leave both tails of what was seen above half the error:
//   Pr_x[C ≤ c] > error/2 and Pr_x[C ≥ c] > error/2,   C ~ Binomial(x, yes) + Binomial(n − x, no)
// (Clopper and Pearson). Both are monotone in x, so each end is found alone, in few steps from a guess that is nearly
// right; every x is covered with at least 1 − error. Blaker's interval (estimate/exact_interval.h) is shorter but needs
// the laws of all x; among many reports the two hardly differ.
//
// Where the variance of C is above max_variance, the normal law with half a report of room is as good: what it gets
// wrong is of the order of C's squared skewness, at most 1/max_variance.
//
// Cost: O(√variance) per step, some ten steps: 0.1 ms at max_variance.
#pragma once

#include <cstdint>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

class TailInterval {
 public:
  static constexpr double max_variance = 10'000;

  // `supporting` of n reports support the value; error = 1 − confidence, at least ExactIntervals::min_error.
  TailInterval(const Support& support, double error, std::uint64_t n, std::uint64_t supporting)
      : support_(support), tail_(error / 2), n_(n), supporting_(supporting) {}

  // The smallest and the largest count that are in, sought from a guess in [0, n]. Where even n (even 0) leaves no tail
  // above, they are n (0): the nearest possible count.
  std::uint64_t lower(std::uint64_t guess) const;
  std::uint64_t upper(std::uint64_t guess) const;

  // Of the number of supporting reports, when x users hold the value.
  double variance(double x) const;

 private:
  enum class Side { at_most, at_least };
  bool is_in(Side side, std::uint64_t x) const;

  Support support_;
  double tail_;
  std::uint64_t n_, supporting_;
};

}  // namespace sourdine
