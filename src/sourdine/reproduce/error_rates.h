// Table 3 of Arcolezi et al. (2020): the error rate of estimated shares by year, month and day, for the published
// study's method (one sue report per event, max(0, ·)) and for ours at the same ε.
//
// Tallies are drawn from the law of the reports (Oracle::simulate), one day at a time; months and years are sums of
// days. Ours: the oracle that choose_oracle() takes at this ε, once with norm-sub and once smoothed over time.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/counts/event_source.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/random/random_source.h"

namespace sourdine {

struct ErrorRates {
  double f = 0;
  double epsilon = 0;  // 2 ln(2/f − 1)
  Period period = Period::day;
  std::optional<double> published;  // the paper's average
  double paper_method = 0;          // averages over the seeds
  double paper_spread = 0;          // standard deviation over the seeds
  double norm_sub = 0;
  double smoothed = 0;
  std::string oracle;  // ours

  double best() const { return smoothed < norm_sub ? smoothed : norm_sub; }
  std::string best_method() const { return oracle + (smoothed < norm_sub ? " + smoothing" : " + norm-sub"); }
};

// ε∞ of the paper's f.
double epsilon_of(double f);
// The average error rate that the paper's Table 3 prints, where it does.
std::optional<double> published_error_rate(double f, Period period);

// Rows by f, then year, month, day. `truth` is by day. Run i takes stream i of `random`; `progress` is told how many of
// how many runs are done. Runs in parallel; the result does not depend on the number of threads.
std::vector<ErrorRates> study_error_rates(const TrueCounts& truth, const std::vector<double>& fs, std::size_t seeds,
                                          const RandomSource& random,
                                          const std::function<void(std::size_t, std::size_t)>& progress);

// One draw of what would be collected in a study: a tally per day.
CollectedEvents draw_events(const TrueCounts& truth, const Oracle& oracle, Random& random);

}  // namespace sourdine
