// From a tally to estimates: unbiased counts, their exact variance, honest intervals, optional consistency.
//
// Value: Oracle::invert(), unbiased. It may be negative or above n; clipping it would bias it (estimate/bias.h).
// Standard error: square root of the exact variance, as a function V(x) of the true count x, at the estimate clipped
//   into [0, n]. Fixed population: the users' values are constants and only the reports are random. Sampled population:
//   the users are also an i.i.d. sample, the target is n times the population's share, and V(x) grows by x(n − x)/n.
// Interval: all true counts that the estimate does not contradict.
//   Exact, for pure oracles: the law of the number of supporting reports is inverted, up to ExactIntervals::max_reports
//   reports for all counts together (estimate/exact_interval.h), beyond that by the two tails of each value, where that
//   law's variance is at most TailInterval::max_variance (estimate/tail_interval.h). Each interval covers its true
//   count with at least the confidence asked, whatever n, x and ε; small counts are covered more often, because counts
//   are whole.
//   Score, otherwise: all x ∈ [0, n] with (e − x)² ≤ z²·V(x), e being the estimate; a quadratic inequality solved in
//   closed form. It uses the variance the estimate would have if x were true, so it is right near 0 and n, where
//   "estimate ± z·standard error" is not; but it takes a sum of n bits for normal. For pure oracles e is moved outwards
//   by half of what one report more would add to it, since supporting reports are whole.
//   Coverage is enumerated for all of these in tests/estimate/exact_interval_test.cc and tail_interval_test.cc.
// Whole numbers: counts are whole in a fixed population, and so are the ends of their intervals: "3 to 3". The estimate
//   need not be inside: it may lie beside it by less than one, and below 0.
// Coverage per value: each interval covers its true count with probability `confidence`. Simultaneous: all k do at
//   once, by Bonferroni (errors of (1 − confidence)/k), which holds whatever the dependence between the values; Šidák's
//   tails, for jointly normal estimates, would only be 2.6 % larger at 95 %.
// Consistency moves the point. The interval stays that of the unbiased estimate, widened where needed to come within
//   less than one of the moved point: coverage is never lost by it. The standard error becomes that of the moved point,
//   for the methods that have one (estimate/consistent_error.h): the root mean squared error to expect if the moved
//   points were the truth, bias included. For base-cut, norm-cut and mle it stays that of the unbiased estimate.
//
// No reports, no estimate: `values` is empty then. A domain of one value is known exactly.
// Cost: O(k log k) for pure oracles and hr, O(k³) for those that invert their public hash functions (rappor, cms and
//   hcms up to 4096 values). Exact intervals add O(n·√n) per n, once per Estimator (1 to 3 ms at most), or 0.1 ms at
//   most for every different number of supporting reports.
#pragma once

#include <cstdint>
#include <memory>
#include <vector>

#include "sourdine/estimate/consistency.h"
#include "sourdine/estimate/likelihood.h"
#include "sourdine/oracle/oracle.h"

namespace sourdine {

class ExactIntervals;

// A number with its standard error and interval, in counts of reports.
struct Estimate {
  double value, std_error, lower, upper;
};

enum class Coverage { per_value, simultaneous };
enum class Population { fixed, sampled };
enum class IntervalMethod { exact, score };  // exact: where it can be had, else score

struct EstimateOptions {
  double confidence = 0.95;  // of the intervals; 1 − confidence is also base-cut's α
  Coverage coverage = Coverage::per_value;
  Population population = Population::fixed;
  Consistency consistency = Consistency::none;
  IntervalMethod intervals = IntervalMethod::exact;
};

struct Estimates {
  std::uint64_t reports = 0;     // n
  std::vector<Estimate> values;  // k of them, in the order of the domain; empty when there are no reports
  double total = 0;              // the sum of the values
  EstimateOptions applied;
  bool is_degenerate = false;     // the consistency method had nothing to go by (estimate/consistency.h)
  bool has_moved_errors = false;  // the standard errors are those of the points that consistency moved
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

// The same of many tallies: what depends on the number of reports alone is computed once. Keeps a reference to the
// oracle. Safe to use from several threads.
class Estimator {
 public:
  // Throws Error(bad_input) when the confidence does not lie between 0 and 1.
  explicit Estimator(const Oracle& oracle, const EstimateOptions& options = {});
  ~Estimator();
  Estimator(const Estimator&) = delete;
  Estimator& operator=(const Estimator&) = delete;

  Estimates operator()(TallyView tally) const;
  Estimates operator()(TallyView tally, const DistinctReports& reports) const;
  Estimates operator()(ReportsView reports) const;

 private:
  class Parts;
  std::unique_ptr<const Parts> parts_;
};

// Mostly noise: the standard error is larger than the estimate itself, so that nobody at all would explain what was
// seen about as well. An error below one is not called so, counts being whole. The one rule of the command line, of
// releases and of range answers.
inline bool is_mostly_noise(const Estimate& count) { return count.std_error > 1 && count.std_error > count.value; }

// An estimate as a share of all reports instead of a count; reports ≥ 1.
Estimate frequency(const Estimate& count, std::uint64_t reports);

}  // namespace sourdine
