// The data of smooth() as shares with their variances, and what is learned about them between fits: a share per period
// to compute variances with, and which counts are bursts.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "sourdine/estimate/kalman.h"
#include "sourdine/estimate/smooth.h"

namespace sourdine {

inline constexpr double burst_threshold = 4.5;   // standard deviations
inline constexpr std::size_t longest_burst = 3;  // periods; what lasts longer is a new level

// How far above or below its expectation a count must lie to be called a burst: 4.5 standard deviations, and above also
// the first Cornish–Fisher term for the skewness of a Poisson-like count; the noise has none. Counts, not shares.
double burst_distance(double variance, double irregular_variance, bool is_above);

// One value's periods in units of shares of the base total (the total without a burst elsewhere).
struct NoisyShare {
  std::vector<double> share;  // y/base
  std::vector<double>
      noise;  // variance of the oracle's noise, and what an uncertain base adds; ∞ where the period says
              // nothing about the level
  std::vector<double> binomial;  // variance of a multinomial count
};

class SmoothPanel {
 public:
  explicit SmoothPanel(const SmoothQuestion& question);  // which must outlive the panel

  const SeasonDesign& design() const { return design_; }
  std::size_t periods() const { return design_.periods; }
  std::size_t values() const { return values_; }
  double estimate(std::size_t t, std::size_t v) const { return estimates_[cell(t, v)]; }
  double total(std::size_t t) const { return totals_[t]; }
  double base(std::size_t t) const { return base_[t]; }
  bool is_burst(std::size_t t, std::size_t v) const { return burst_[cell(t, v)] != 0; }
  double mean_share(std::size_t v) const { return mean_share_[v]; }
  double measurement_variance(std::size_t t, double count) const;  // of an estimate of this count

  // Of the share y/base of a period with events: variance of the oracle's noise, and of a multinomial count.
  double share_noise(std::size_t t, std::size_t v) const {
    return measurement_variance(t, base_[t] * share_[cell(t, v)]) / (base_[t] * base_[t]);
  }
  double binomial_variance(std::size_t t, std::size_t v) const {
    return share_[cell(t, v)] * (1 - share_[cell(t, v)]) / base_[t];
  }

  NoisyShare noisy_share(std::size_t v) const;

  // One posterior per value, and the dispersions they were computed with.
  void learn(const std::vector<SharePosterior>& posteriors, const std::vector<double>& dispersions);

 private:
  std::size_t cell(std::size_t t, std::size_t v) const { return v * periods() + t; }
  std::int8_t burst_sign(std::size_t t, std::size_t v, const SharePosterior& posterior, double dispersion) const;
  void mark_bursts(std::size_t v, const SharePosterior& posterior, double dispersion);
  void find_bases();

  std::size_t values_;
  std::span<const double> totals_;
  MeasurementNoise noise_;
  SeasonDesign design_;
  std::vector<double> mean_share_, least_share_;  // per value
  std::vector<double> base_, base_variance_;      // per period
  // Per value and period, each value's periods together: they are filtered dozens of times.
  std::vector<double> estimates_;
  std::vector<double> share_;       // inside (0, 1)
  std::vector<std::int8_t> burst_;  // the sign of the surplus
};

}  // namespace sourdine
