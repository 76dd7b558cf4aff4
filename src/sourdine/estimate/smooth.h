// Smoothing over time: better estimates of the counts x_tv that really happened, from the unbiased noisy estimates y_tv
// of many periods and the exact public totals N_t. Post-processing: it reads what was released, so it costs no privacy.
//
// Model, for each value v on its own:
//   y_tv = x_tv + e_tv          Var e = per_report·N_t + per_holder·x_tv, known from the oracle
//   x_tv = N_t·s_tv + i_tv      Var i = dispersion_v·N_t·s_tv(1 − s_tv), dispersion ≥ 1 (multinomial) or more
//   s_tv = level (random walk) + up to three harmonics of every season
// The share, not the count, is smoothed: whatever the totals do (weekdays, seasons, growth) is known and costs nothing.
// Drift, season size and dispersion are fitted to the sanitised data by maximum likelihood: first one set for all
// values, then one per value held near the common one by as much as the data leave open. A variance that the data do
// not need goes to zero, so the model becomes simple where the noise is large; where shares move fast, or the noise is
// small, the estimate becomes y_tv itself.
// Bursts: a count that the other periods make incredible (beyond 4.5 standard deviations and the skewness of a count),
// at most three periods in a row, is taken as it was measured; the level does not follow it, and the other values of
// that period are held against the total without the surplus.
// Sum: the values of one period are made ≥ 0 and add up to N_t, by reconcile().
//
// Standard errors and intervals are those of the realised count, not of the underlying share. They count the variance
// of the level and the seasons, not that of the fitted variances: with few periods (a dozen) coverage falls a few
// points short of the nominal one.
// Interval: the most likely whole counts, from the beta-binomial law that the other periods predict times the normal
// likelihood of y_tv; the last count on the edge is in when at least half of its probability belongs in, so that
// coverage is right on average although counts are whole. Counts that spread over hundreds have the whole numbers of
// value ± z·std_error. The value itself may lie beside its interval by less than one, being no whole number.
//
// Cost: O(T·k·m²) per step of the fit, m = 2 + 6 per season; 17 values × 4,748 days with two seasons: below a second.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sourdine {

// Var[estimate | x] = per_report·N + per_holder·x. For a pure oracle: no(1 − no)/gap² and (1 − yes − no)/gap.
struct MeasurementNoise {
  double per_report = 0, per_holder = 0;
};

struct SmoothQuestion {
  std::size_t periods = 0, values = 0;  // T, k
  std::span<const double> totals;       // T: exact
  std::span<const double> estimates;    // T·k, period by period: unbiased
  MeasurementNoise noise;
  std::vector<double> seasons;  // lengths in periods: {7, 365.25} for days, {12} for months, {} for years
  double confidence = 0.95;     // of the intervals
};

// What was fitted for one value. Drift and seasons are on the logit scale: relative changes of a small share.
struct SmoothFit {
  double drift = 0;             // standard deviation of the level's change per period
  double dispersion = 1;        // variance of a count relative to the multinomial one
  std::vector<double> seasons;  // root mean square of the coefficients of each season kept
  double own_weight = 1;        // mean weight of y_tv in the value of period t: 1 is no smoothing
  std::size_t bursts = 0;       // periods taken as measured
};

struct Smoothed {
  // T·k, period by period.
  std::vector<double> value, std_error;  // of the realised count; std_error is that before values are made to add up
  std::vector<double> lower, upper;
  std::vector<double> rate;     // N_t·s_tv: the expected count
  std::vector<SmoothFit> fits;  // k
};

// With fewer than three periods that have events there is nothing to smooth: the plain estimates come back, made
// consistent. A period with total 0 is known exactly; so is a domain of one value.
// Throws Error(bad_input) when sizes disagree, a number is not finite, a total is negative, a season is not longer than
// one period, or the confidence does not lie between 0 and 1.
Smoothed smooth(const SmoothQuestion& question);

// The most likely counts ≥ 0 that sum to `total`, given independent normal estimates: max(0, value + λ·variance).
// Values known exactly stay as they are. When that is impossible (nothing may move), the nearest point (norm-sub).
std::vector<double> reconcile(std::span<const double> values, std::span<const double> variances, double total);

}  // namespace sourdine
