// A share over time as a drifting level plus seasons, observed with known variances: exact Gaussian algebra by a scalar
// Kalman filter. Used by estimate/smooth.h.
//
//   r_t = x_t·β + w_t + e_t      t = 0 … T−1;  e_t ~ N(0, h_t), h_t known; h_t = ∞ says "not observed"
//   w_0 = 0,  w_{t+1} = w_t + N(0, drift)
//   β_j ~ N(mean_j, variance_j), independent; x_t,0 = 1, so β_0 is the level at the start; the others are seasons
//
// Only the walk w needs a filter. Filtering r and every column of x with the same gains makes all of them white, and β
// becomes a ridge regression with m = columns + 1 numbers per period (the augmented filter of Rosenberg and de Jong).
// The likelihood of other prior variances then costs nothing, which is what makes the fits fast.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace sourdine {

// Rows x_t: a constant, then cosines and sines of at most three harmonics per season, each of mean square 1. A season
// that does not fit into the series twice cannot be told from drift and is left out.
struct SeasonDesign {
  std::size_t periods = 0, columns = 0, seasons = 0;
  std::vector<double> rows;                   // periods × columns
  std::vector<std::size_t> season_of_column;  // for columns 1 …; 0-based among the seasons kept
  std::span<const double> row(std::size_t t) const { return {rows.data() + t * columns, columns}; }
};
// Lengths in periods, each > 1.
SeasonDesign season_design(std::size_t periods, std::span<const double> lengths);

struct ShareSeries {
  const SeasonDesign& design;
  std::span<const double> share;     // r_t
  std::span<const double> variance;  // h_t > 0
};

struct SharePrior {
  std::vector<double> mean, variance;  // one per column
};

// What the likelihood needs of a series, for one drift: Σ e·e'/F over the innovations e of (r, x) and Σ log F.
struct ShareMoments {
  std::size_t size = 0;         // columns + 1
  std::vector<double> squares;  // size × size
  double log_determinant = 0;
  std::size_t observed = 0;
};
ShareMoments share_moments(const ShareSeries& series, double drift);

// Log density of all observed r_t.
double log_likelihood(const ShareMoments& moments, const SharePrior& prior);

// Given everything observed, with Σ the covariance of the observed r and μ their mean:
struct SharePosterior {
  std::vector<double> mean, variance;  // of x_t·β + w_t, for every period, observed or not
  std::vector<double> pull;            // u = Σ⁻¹(r − μ); 0 where not observed
  std::vector<double> precision;       // D = diag Σ⁻¹; 0 where not observed
  // With these, for e = any independent part of the noise of r_t with variance v: E[e | r] = v·u_t,
  // Var[e | r] = v − v²·D_t. And without r_t: E[r_t | others] = r_t − u_t/D_t, Var[r_t | others] = 1/D_t.
};
SharePosterior share_posterior(const ShareSeries& series, double drift, const SharePrior& prior);

// The same model one period at a time: what could be known at each moment.
class ShareFilter {
 public:
  ShareFilter(SharePrior prior, double drift);

  struct Prediction {
    double mean, variance;  // of x·β + w now, given what was observed before
  };
  Prediction predict(std::span<const double> x) const;
  void observe(std::span<const double> x, double share, double variance);
  void step() { covariance_[0] += drift_; }  // to the next period

 private:
  std::vector<double> loading_times_covariance(std::span<const double> x) const;

  double drift_;
  std::vector<double> mean_;        // of (β_0 + w, β_1, …)
  std::vector<double> covariance_;  // row-major
};

}  // namespace sourdine
