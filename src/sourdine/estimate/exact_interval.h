// Exact intervals of a count, for few reports: which of the true counts 0 … n does the number of supporting reports not
// contradict? Pure oracles. A fixed population; for a sampled one see exact_share_interval().
//
// Under a true count x the number C of supporting reports has a known law (estimate/support_law.h). It contradicts x
// when Pr_x[T(C) ≤ T(c)] ≤ error, where T(c) = min(Pr_x[C ≤ c], Pr_x[C ≥ c]) is the smaller tail of what was seen
// (Blaker, 2000). This is a p-value, so that for every x
//   Pr_x[x is not contradicted] ≥ 1 − error,                                       exactly, whatever n,
// and a count that is not contradicted has both tails above error/2: the interval lies within that of two equal tails
// (Clopper and Pearson), for every c, and is on average shorter. The interval is the hull of the counts that are not
// contradicted. Where all are, it is the one count nearest to the estimate: something has to be published, and a wider
// answer would be no truer.
//
// Rounding: a count is given up only where the error stays 1e−12 below the one asked, which is more than all rounding.
//
// Beyond max_reports the two tails of each value take over (estimate/tail_interval.h). It is the cost that decides: all
// intervals of one n take 1 to 3 ms for max_reports, and are kept. Every hour, day or month of a release with its own n
// then costs at most that, once.
#pragma once

#include <cstdint>
#include <map>
#include <shared_mutex>
#include <span>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

struct WholeInterval {
  std::uint16_t lower, upper;  // both inside
};

// The exact interval of a share, when the n users are a sample of a population and `supporting` reports support the
// value: C ~ Binomial(n, no + share·gap), two equal tails of error/2 (Clopper and Pearson), cut to [0, 1].
struct ShareInterval {
  double lower, upper;
};
ShareInterval exact_share_interval(const Support& support, double error, std::uint64_t n, std::uint64_t supporting);

class ExactIntervals {
 public:
  static constexpr std::uint64_t max_reports = 1024;
  // Below it, rounding could be felt.
  static constexpr double min_error = 1e-9;

  // error = 1 − confidence of one interval, at least min_error and below 1.
  ExactIntervals(const Support& support, double error) : support_(support), error_(error) {}

  // The interval for every number of supporting reports c = 0 … n; 1 ≤ n ≤ max_reports. Computed at the first call for
  // this n and kept as long as this object. Safe to call from several threads.
  std::span<const WholeInterval> intervals(std::uint64_t n) const;

 private:
  Support support_;
  double error_;
  mutable std::shared_mutex mutex_;
  mutable std::map<std::uint64_t, std::vector<WholeInterval>> by_reports_;
};

}  // namespace sourdine
