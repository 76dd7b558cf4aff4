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

// A count is held against what the other periods predict. One already marked is judged again, with the share's
// posterior, which it had no part in.
std::int8_t SmoothPanel::burst_sign(std::size_t t, std::size_t v, const SharePosterior& posterior,
                                    double dispersion) const {
  const double base = base_[t];
  if (base <= 0) return 0;
  const double share = share_[t * values_ + v];
  const double irregular = dispersion * base * share * (1 - share);
  double distance = 0;
  double variance = 0;
  if (const double precision = posterior.precision[t]; precision > 0) {
    distance = base * posterior.pull[t] / precision;
    variance = base * base / precision;
  } else {
    distance = estimate(t, v) - base * posterior.mean[t];
    variance = base * base * posterior.variance[t] + irregular + measurement_variance(t, base * share);
  }
  if (std::abs(distance) <= burst_distance(variance, irregular, distance > 0)) return 0;
  return distance > 0 ? 1 : -1;
}

void SmoothPanel::mark_bursts(std::size_t v, const SharePosterior& posterior, double dispersion) {
  const auto mark = [&](std::size_t t) -> std::int8_t& { return burst_[t * values_ + v]; };
  for (std::size_t t = 0; t < periods(); ++t) mark(t) = burst_sign(t, v, posterior, dispersion);
  for (std::size_t first = 0; first < periods();) {
    std::size_t end = first + 1;
    while (end < periods() && mark(end) == mark(first)) ++end;
    if (end - first > longest_burst) {
      for (std::size_t t = first; t < end; ++t) mark(t) = 0;
    }
    first = end;
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
