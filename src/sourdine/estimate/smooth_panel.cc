#include "sourdine/estimate/smooth_panel.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sourdine {
namespace {

constexpr double unobserved = std::numeric_limits<double>::infinity();

}  // namespace

double burst_distance(double variance, double irregular_variance, bool is_above) {
  const double skew = (burst_threshold * burst_threshold - 1) / 6 * irregular_variance / variance;
  return burst_threshold * std::sqrt(variance) + (is_above ? skew : 0);
}

std::vector<double> NoisyShare::variance(double dispersion) const {
  std::vector<double> result(share.size());
  for (std::size_t t = 0; t < result.size(); ++t) result[t] = measurement[t] + dispersion * binomial[t] + surplus[t];
  return result;
}

SmoothPanel::SmoothPanel(const SmoothQuestion& question, std::size_t periods, std::size_t known)
    : values_(question.values),
      totals_(question.totals.first(periods)),
      estimates_(question.estimates.first(periods * question.values)),
      noise_(question.noise),
      design_(season_design(periods, question.seasons)),
      share_(periods * values_),
      burst_(periods * values_),
      base_(totals_.begin(), totals_.end()),
      base_variance_(periods) {
  const auto counted = totals_.first(known);
  const double all = std::max(1.0, std::accumulate(counted.begin(), counted.end(), 0.0));
  for (std::size_t v = 0; v < values_; ++v) {
    double sum = 0;
    for (std::size_t t = 0; t < known; ++t) sum += estimate(t, v);
    // A share smaller than its own standard error, or than half an event, is not told from 0 by these data; variances
    // computed with it would be far too small.
    const double count = std::clamp(sum, 0.0, all);
    const double std_error = std::sqrt(noise_.per_report * all + noise_.per_holder * count) / all;
    const double least = std::min(std::max(std_error, 0.5 / all), 1 / static_cast<double>(values_));
    least_share_.push_back(least);
    mean_share_.push_back(std::clamp(sum / all, least, 1 - least));
    for (std::size_t t = 0; t < periods; ++t) share_[t * values_ + v] = mean_share_[v];
  }
}

double SmoothPanel::measurement_variance(std::size_t t, double count) const {
  return std::max(0.0, noise_.per_report * totals_[t] + noise_.per_holder * std::clamp(count, 0.0, totals_[t]));
}

NoisyShare SmoothPanel::series(std::size_t v) const {
  const std::size_t n = periods();
  NoisyShare result{std::vector<double>(n), std::vector<double>(n, unobserved), std::vector<double>(n),
                    std::vector<double>(n)};
  for (std::size_t t = 0; t < n; ++t) {
    const double share = share_[t * values_ + v];
    const double base = base_[t];
    if (base <= 0 || is_burst(t, v)) continue;
    result.share[t] = estimate(t, v) / base;
    result.measurement[t] = measurement_variance(t, base * share) / (base * base);
    result.binomial[t] = share * (1 - share) / base;
    result.surplus[t] = base_variance_[t] * share * share / (base * base);
  }
  return result;
}

void SmoothPanel::learn(const std::vector<SharePosterior>& posteriors, const std::vector<double>& dispersions) {
  for (std::size_t v = 0; v < values_; ++v) {
    for (std::size_t t = 0; t < periods(); ++t) {
      share_[t * values_ + v] = std::clamp(posteriors[v].mean[t], least_share_[v], 1 - least_share_[v]);
    }
    mark_bursts(v, posteriors[v], dispersions[v]);
  }
  find_bases();
}

// Counts are held against what the other periods predict. Those already marked are judged again, with the share's
// posterior, which they had no part in.
void SmoothPanel::mark_bursts(std::size_t v, const SharePosterior& posterior, double dispersion) {
  std::size_t run = 0;
  for (std::size_t t = 0; t <= periods(); ++t) {
    std::int8_t sign = 0;
    if (t < periods() && base_[t] > 0) {
      const double base = base_[t];
      const double share = share_[t * values_ + v];
      const double irregular = dispersion * base * share * (1 - share);
      const bool has_part = posterior.precision[t] > 0;
      const double distance =
          has_part ? base * posterior.pull[t] / posterior.precision[t] : estimate(t, v) - base * posterior.mean[t];
      const double variance =
          has_part ? base * base / posterior.precision[t]
                   : base * base * posterior.variance[t] + irregular + measurement_variance(t, base * share);
      if (std::abs(distance) > burst_distance(variance, irregular, distance > 0)) sign = distance > 0 ? 1 : -1;
      burst_[t * values_ + v] = sign;
    }
    if (sign != 0 && t > 0 && burst_[(t - 1) * values_ + v] == sign) {
      ++run;
      continue;
    }
    if (run > longest_burst) {
      for (std::size_t back = 1; back <= run; ++back) burst_[(t - back) * values_ + v] = 0;
    }
    run = sign == 0 ? 0 : 1;
  }
}

// A surplus in one value raises the total, of which the others get no part: with b the burst's values, y_b = s_b·B + e
// and N = B + e give the total without it, B.
void SmoothPanel::find_bases() {
  for (std::size_t t = 0; t < periods(); ++t) {
    double share = 0;
    double count = 0;
    double variance = 0;
    for (std::size_t v = 0; v < values_; ++v) {
      if (burst_[t * values_ + v] <= 0) continue;
      share += share_[t * values_ + v];
      count += estimate(t, v);
      variance += measurement_variance(t, estimate(t, v));
    }
    base_[t] = totals_[t];
    base_variance_[t] = 0;
    if (share <= 0 || share >= 0.9) continue;
    const double surplus = (count - share * totals_[t]) / (1 - share);
    base_[t] = std::clamp(totals_[t] - surplus, 0.1 * totals_[t], totals_[t]);
    base_variance_[t] = variance / ((1 - share) * (1 - share));
  }
}

}  // namespace sourdine
