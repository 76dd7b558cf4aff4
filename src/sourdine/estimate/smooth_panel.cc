#include "sourdine/estimate/smooth_panel.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

namespace sourdine {
namespace {

constexpr double unobserved = std::numeric_limits<double>::infinity();

// From rows × columns to columns × rows, a few rows at a time: every line of memory is then used while it is near.
std::vector<double> turned(std::span<const double> table, std::size_t rows, std::size_t columns) {
  constexpr std::size_t rows_at_once = 16;
  std::vector<double> result(table.size());
  for (std::size_t first = 0; first < rows; first += rows_at_once) {
    const std::size_t end = std::min(rows, first + rows_at_once);
    for (std::size_t column = 0; column < columns; ++column) {
      for (std::size_t row = first; row < end; ++row) result[column * rows + row] = table[row * columns + column];
    }
  }
  return result;
}

}  // namespace

double burst_distance(double variance, double irregular_variance, bool is_above) {
  const double skew = (burst_threshold * burst_threshold - 1) / 6 * irregular_variance / variance;
  return burst_threshold * std::sqrt(variance) + (is_above ? skew : 0);
}

SmoothPanel::SmoothPanel(const SmoothQuestion& question)
    : values_(question.values),
      totals_(question.totals),
      noise_(question.noise),
      design_(season_design(question.periods, question.seasons)),
      base_(totals_.begin(), totals_.end()),
      base_variance_(question.periods),
      estimates_(turned(question.estimates, question.periods, question.values)),
      share_(estimates_.size()),
      burst_(estimates_.size()) {
  const double all = std::max(1.0, std::accumulate(totals_.begin(), totals_.end(), 0.0));
  for (std::size_t v = 0; v < values_; ++v) {
    double sum = 0;
    for (std::size_t t = 0; t < periods(); ++t) sum += estimate(t, v);
    // A share smaller than its own standard error, or than half an event, is not told from 0 by these data; variances
    // computed with it would be far too small.
    const double count = std::clamp(sum, 0.0, all);
    const double std_error = std::sqrt(noise_.per_report * all + noise_.per_holder * count) / all;
    const double least = std::min(std::max(std_error, 0.5 / all), 1 / static_cast<double>(values_));
    least_share_.push_back(least);
    mean_share_.push_back(std::clamp(sum / all, least, 1 - least));
    for (std::size_t t = 0; t < periods(); ++t) share_[cell(t, v)] = mean_share_[v];
  }
}

double SmoothPanel::measurement_variance(std::size_t t, double count) const {
  return std::max(0.0, noise_.per_report * totals_[t] + noise_.per_holder * std::clamp(count, 0.0, totals_[t]));
}

NoisyShare SmoothPanel::noisy_share(std::size_t v) const {
  const std::size_t n = periods();
  NoisyShare result{std::vector<double>(n), std::vector<double>(n, unobserved), std::vector<double>(n)};
  for (std::size_t t = 0; t < n; ++t) {
    const double share = share_[cell(t, v)];
    const double base = base_[t];
    if (base <= 0 || is_burst(t, v)) continue;
    result.share[t] = estimate(t, v) / base;
    result.noise[t] = share_noise(t, v) + base_variance_[t] * share * share / (base * base);
    result.binomial[t] = binomial_variance(t, v);
  }
  return result;
}

void SmoothPanel::learn(const std::vector<SharePosterior>& posteriors, const std::vector<double>& dispersions) {
  tbb::parallel_for(std::size_t{0}, values_, [&](std::size_t v) {
    for (std::size_t t = 0; t < periods(); ++t) {
      share_[cell(t, v)] = std::clamp(posteriors[v].mean[t], least_share_[v], 1 - least_share_[v]);
    }
    mark_bursts(v, posteriors[v], dispersions[v]);
  });
  find_bases();
}

// A count is held against what the other periods predict. One already marked is judged again, with the share's
// posterior, which it had no part in.
std::int8_t SmoothPanel::burst_sign(std::size_t t, std::size_t v, const SharePosterior& posterior,
                                    double dispersion) const {
  const double base = base_[t];
  if (base <= 0) return 0;
  const double share = share_[cell(t, v)];
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
  const auto mark = [&](std::size_t t) -> std::int8_t& { return burst_[cell(t, v)]; };
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
  struct Surplus {
    double share = 0, count = 0, variance = 0;
  };
  std::vector<Surplus> bursts(periods());
  for (std::size_t v = 0; v < values_; ++v) {
    for (std::size_t t = 0; t < periods(); ++t) {
      if (burst_[cell(t, v)] <= 0) continue;
      bursts[t].share += share_[cell(t, v)];
      bursts[t].count += estimate(t, v);
      bursts[t].variance += measurement_variance(t, estimate(t, v));
    }
  }
  for (std::size_t t = 0; t < periods(); ++t) {
    const auto& [share, count, variance] = bursts[t];
    base_[t] = totals_[t];
    base_variance_[t] = 0;
    if (share <= 0 || share >= 0.9) continue;
    const double surplus = (count - share * totals_[t]) / (1 - share);
    base_[t] = std::clamp(totals_[t] - surplus, 0.1 * totals_[t], totals_[t]);
    base_variance_[t] = variance / ((1 - share) * (1 - share));
  }
}

}  // namespace sourdine
