// From a tally to estimates: unbiased counts, their exact variance, honest intervals, optional consistency.
//
// Value: Oracle::invert(), unbiased. It may be negative or above n; clipping it would bias it (estimate/bias.h).
// Standard error: square root of the exact variance, as a function V(x) of the true count x, at the estimate clipped
//   into [0, n]. Fixed population: the users' values are constants and only the reports are random. Sampled population:
//   the users are also an i.i.d. sample, the target is n times the population's share, and V(x) grows by x(n − x)/n.
// Interval: all true counts x ∈ [0, n] that the estimate e does not contradict, (e − x)² ≤ z²·V(x), a quadratic
//   inequality solved in closed form (a score interval). It uses the variance the estimate would have if x were true,
//   so its coverage is right near 0 and n and for few reports, where "estimate ± z·standard error" is not. It is never
//   empty: it always contains the estimate clipped into [0, n]. At x = 0 and x = n it covers more often than asked.
// Coverage per value: each interval covers its true count with probability `confidence` (normal approximation of sums
//   of n independent bits). Simultaneous: all k do at once, by Bonferroni (tails of (1 − confidence)/2k), which holds
//   whatever the dependence between the values; Šidák's tails, for jointly normal estimates, would only be 2.6 % larger
//   at 95 %.
// Consistency moves the point only. The standard error and the interval stay those of the unbiased estimate, the
//   interval widened where needed to contain the moved point (clipped into [0, n]): coverage is never lost by it.
//
// No reports, no estimate: `values` is empty then. A domain of one value is known exactly.
// Cost: O(k log k) for pure oracles, O(k²) for hr, O(k³) for those that invert their public hash functions (rappor, cms
//   and hcms up to 4096 values).
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/estimate/consistency.h"
#include "sourdine/estimate/likelihood.h"
#include "sourdine/oracle/oracle.h"

namespace sourdine {

// A number with its standard error and interval, in counts of reports.
struct Estimate {
  double value, std_error, lower, upper;
};

enum class Coverage { per_value, simultaneous };
enum class Population { fixed, sampled };

struct EstimateOptions {
  double confidence = 0.95;  // of the intervals; 1 − confidence is also base-cut's α
  Coverage coverage = Coverage::per_value;
  Population population = Population::fixed;
  Consistency consistency = Consistency::none;
};

struct Estimates {
  std::uint64_t reports = 0;     // n
  std::vector<Estimate> values;  // k of them, in the order of the domain; empty when there are no reports
  double total = 0;              // the sum of the values
  EstimateOptions applied;
  bool is_degenerate = false;  // the consistency method had nothing to go by (estimate/consistency.h)
};

// Throws Error(bad_input) when the tally was not made by this oracle (naming the field that differs), when the
// confidence does not lie between 0 and 1, and for Consistency::mle when the tally does not tell the reports.
Estimates estimate(const Oracle& oracle, const Tally& tally, const EstimateOptions& options = {});
// The same of cells that the caller keeps, and vouches for.
Estimates estimate(const Oracle& oracle, TallyView tally, const EstimateOptions& options = {});

// The same from the reports themselves; Consistency::mle works for every oracle here.
Estimates estimate(const Oracle& oracle, ReportsView reports, const EstimateOptions& options = {});
// The same of reports that were read block by block and added up to the tally.
Estimates estimate(const Oracle& oracle, TallyView tally, const DistinctReports& reports,
                   const EstimateOptions& options = {});

// An estimate as a share of all reports instead of a count; reports ≥ 1.
Estimate frequency(const Estimate& count, std::uint64_t reports);

}  // namespace sourdine
