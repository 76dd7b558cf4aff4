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
  std::size_t stride = 0;                     // of rows: a free place before the columns, padding after them
  std::vector<double> rows;                   // periods × stride; zero outside of the columns
  std::vector<std::size_t> season_of_column;  // for columns 1 …; 0-based among the seasons kept
  std::span<const double> row(std::size_t t) const { return {rows.data() + t * stride + 1, columns}; }
};
// Lengths in periods, each > 1.
SeasonDesign season_design(std::size_t periods, std::span<const double> lengths);

struct ObservedShares {
  const SeasonDesign& design;
  std::span<const double> share;                // r_t
  std::span<const double> variance, irregular;  // h_t = variance + dispersion·irregular > 0
  double dispersion = 1;
  double drift = 0;

  double noise(std::size_t t) const { return variance[t] + dispersion * irregular[t]; }
};

struct SharePrior {
  std::vector<double> mean, variance;  // one per column
};

// What the likelihood needs of the observed shares: Σ e·e'/F over the innovations e of (r, x) and Σ log F.
struct ShareMoments {
  std::size_t size = 0;         // columns + 1
  std::vector<double> squares;  // size × size
  double log_determinant = 0;
  std::size_t observed = 0;
};
// One for each; they must have the same design. Two together take little longer than one.
std::vector<ShareMoments> share_moments(std::span<const ObservedShares> observed);

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
SharePosterior share_posterior(const ObservedShares& observed, const SharePrior& prior);

}  // namespace sourdine
