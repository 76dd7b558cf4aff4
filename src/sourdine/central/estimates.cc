#include "sourdine/central/estimates.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/estimate/smooth.h"

namespace sourdine {
namespace {

constexpr double units_of_one = 10'000;  // estimates.csv has four decimals

double noise_variance_of(const std::unique_ptr<const CountNoise>& noise) {
  return noise == nullptr ? std::numeric_limits<double>::infinity() : noise->variance();
}

std::vector<double> region_noises(std::span<const CentralLevelNoise> noises) {
  std::vector<double> variances;
  for (const CentralLevelNoise& level : noises) variances.push_back(noise_variance_of(level.regions));
  return variances;
}

std::vector<double> total_noises(std::size_t regions, std::span<const CentralLevelNoise> noises) {
  std::vector<double> variances;
  for (const CentralLevelNoise& level : noises) {
    variances.push_back(
        combined_total_variance(regions, noise_variance_of(level.regions), noise_variance_of(level.totals)));
  }
  return variances;
}

// The best measurement of a total: its own and the sum of its regions, by their variances.
std::vector<double> combined_totals(std::size_t regions, const CentralLevelNoise& noise,
                                    const CentralMeasurement& measured) {
  std::vector<double> totals(measured.totals.begin(), measured.totals.end());
  if (measured.regions.empty()) return totals;
  std::vector<double> added(measured.regions.size() / regions);
  for (std::size_t i = 0; i < measured.regions.size(); ++i) {
    added[i / regions] += static_cast<double>(measured.regions[i]);
  }
  if (totals.empty()) return added;
  const double sum_variance = static_cast<double>(regions) * noise.regions->variance();
  const double weight = sum_variance / (sum_variance + noise.totals->variance());
  for (std::size_t i = 0; i < totals.size(); ++i) totals[i] = added[i] + weight * (totals[i] - added[i]);
  return totals;
}

std::optional<CountNoiseLaw> law_of(const CountNoise* noise) {
  if (noise == nullptr) return std::nullopt;
  if (const auto* laplace = dynamic_cast<const DiscreteLaplace*>(noise)) {
    const auto [t, s] = laplace->scale();
    return CountNoiseLaw{.kind = CentralNoise::laplace,
                         .rate = static_cast<double>(s) / static_cast<double>(t),
                         .variance = noise->variance()};
  }
  const auto& gaussian = dynamic_cast<const DiscreteGaussian&>(*noise);
  return CountNoiseLaw{
      .kind = CentralNoise::gaussian, .rate = 1 / gaussian.sigma_squared().value(), .variance = noise->variance()};
}

}  // namespace

CentralEstimates::CentralEstimates(const PeriodTree& tree, std::size_t regions,
                                   std::span<const CentralLevelNoise> noises,
                                   std::span<const CentralMeasurement> measured)
    : tree_(tree),
      regions_(regions),
      noises_(noises),
      region_squares_(tree, region_noises(noises)),
      total_squares_(tree, total_noises(regions, noises)),
      leaves_(tree.leaves().size() * regions) {
  const std::size_t leaves = tree.leaves().size();
  std::vector<std::vector<double>> of_totals;
  for (std::size_t level = 0; level < tree.height(); ++level) {
    of_totals.push_back(combined_totals(regions, noises[level], measured[level]));
  }
  // First what the totals know beyond the regions, then region by region.
  std::vector<double> surplus = total_squares_.leaves(std::move(of_totals));
  std::vector<double> values(leaves * regions);
  for (std::size_t v = 0; v < regions; ++v) {
    std::vector<std::vector<double>> of_region(tree.height());
    for (std::size_t level = 0; level < tree.height(); ++level) {
      const std::vector<std::int64_t>& numbers = measured[level].regions;
      for (std::size_t i = v; i < numbers.size(); i += regions) {
        of_region[level].push_back(static_cast<double>(numbers[i]));
      }
    }
    const std::vector<double> own = region_squares_.leaves(std::move(of_region));
    for (std::size_t leaf = 0; leaf < leaves; ++leaf) {
      values[leaf * regions + v] = own[leaf];
      surplus[leaf] -= own[leaf];
    }
  }
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double value = values[i] + surplus[i / regions] / static_cast<double>(regions);
    leaves_[i] = std::llround(value * units_of_one);
  }
}

CentralEstimates::Node CentralEstimates::find(const Timeline& timeline, std::size_t period) const {
  for (std::size_t level = 0; level < tree_.height(); ++level) {
    if (tree_.timeline(level) == timeline) return {level, period, period + 1};
  }
  const auto length = std::chrono::seconds(tree_.leaves().start(1) - tree_.leaves().start(0));
  const auto begin = tree_.leaves().start(0);
  const auto place = [&](std::chrono::local_seconds time) {
    return std::clamp<std::int64_t>((time - begin) / length, 0, static_cast<std::int64_t>(tree_.leaves().size()));
  };
  return {tree_.height(), static_cast<std::size_t>(place(timeline.start(period))),
          static_cast<std::size_t>(place(timeline.start(period + 1)))};
}

double CentralEstimates::variance(const PeriodLeastSquares& squares, const Node& node) const {
  if (node.level < tree_.height()) return squares.variance(node.level, node.first);
  return squares.variance_of_leaves(node.first, node.end);
}

double CentralEstimates::total_variance(const Timeline& timeline, std::size_t period) const {
  return variance(total_squares_, find(timeline, period));
}

double CentralEstimates::region_variance(const Timeline& timeline, std::size_t period) const {
  const Node node = find(timeline, period);
  const auto k = static_cast<double>(regions_);
  return (1 - 1 / k) * variance(region_squares_, node) + variance(total_squares_, node) / (k * k);
}

Timeline CentralEstimates::timeline_of(Period period) const {
  const Timeline& base = tree_.leaves();
  return {period, base.start(0), base.start(base.size() - 1)};
}

CentralIntervals CentralEstimates::region_intervals(const Timeline& timeline, double confidence) const {
  const std::size_t level = find(timeline, 0).level;
  return {level < tree_.height() ? law_of(noises_[level].regions.get()) : std::nullopt, confidence};
}

double CentralEstimates::region_half_width(Period period, double confidence) const {
  const Timeline timeline = timeline_of(period);
  return region_intervals(timeline, confidence).half_width(region_variance(timeline, timeline.size() / 2));
}

PeriodEstimates CentralEstimates::of(Period period, double confidence) const {
  const Timeline& base = tree_.leaves();
  PeriodEstimates estimates{
      .timeline = timeline_of(period), .regions = regions_, .totals = {}, .plain = {}, .published = {}, .truth = {}};
  const Timeline& timeline = estimates.timeline;
  std::vector<std::int64_t> sums(timeline.size() * regions_);
  for (std::size_t leaf = 0; leaf < base.size(); ++leaf) {
    const std::size_t place = timeline.index(base.start(leaf));
    for (std::size_t v = 0; v < regions_; ++v) sums[place * regions_ + v] += leaves_[leaf * regions_ + v];
  }
  const std::size_t level = find(timeline, 0).level;
  const bool is_level = level < tree_.height();
  CentralIntervals region_interval = region_intervals(timeline, confidence);
  CentralIntervals total_interval(is_level ? law_of(noises_[level].totals.get()) : std::nullopt, confidence);
  for (std::size_t t = 0; t < timeline.size(); ++t) {
    const double variance = region_variance(timeline, t);
    std::int64_t total = 0;
    for (std::size_t v = 0; v < regions_; ++v) {
      const std::int64_t sum = sums[t * regions_ + v];
      total += sum;
      estimates.plain.push_back(region_interval(static_cast<double>(sum) / units_of_one, variance));
    }
    estimates.total_estimates.push_back(
        total_interval(static_cast<double>(total) / units_of_one, total_variance(timeline, t)));
    estimates.totals.push_back(estimates.total_estimates.back().value);
  }
  estimates.published = estimates.plain;
  return estimates;
}

namespace {

bool is_missing_period(const PeriodEstimates& estimates, std::size_t t) {
  return !estimates.covered.empty() && estimates.covered[t] == CoveredPart::none;
}

// What moved estimates add up to is published as their total.
void retotal(PeriodEstimates& estimates) {
  for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
    double total = 0;
    for (std::size_t v = 0; v < estimates.regions; ++v) total += estimates.at(t, v).value;
    Estimate& moved = estimates.total_estimates[t];
    moved.lower = std::min(moved.lower, std::ceil(total));
    moved.upper = std::max(moved.upper, std::floor(total));
    moved.value = estimates.totals[t] = total;
  }
}

}  // namespace

void smooth_central(PeriodEstimates& estimates, double confidence) {
  const std::size_t k = estimates.regions, periods = estimates.timeline.size();
  double largest = 1, noise = 0;
  std::size_t counted = 0;
  for (std::size_t t = 0; t < periods; ++t) {
    if (is_missing_period(estimates, t)) continue;
    largest = std::max(largest, estimates.totals[t]);
    noise += estimates.plain[t * k].std_error * estimates.plain[t * k].std_error;
    ++counted;
  }
  if (counted == 0) return;
  // As many chances in every period, most of which nothing comes of: a share of few of them is as good as Poisson.
  const double exposure = std::ceil(20 * largest);
  std::vector<double> totals(periods), values(periods * (k + 1));
  for (std::size_t t = 0; t < periods; ++t) {
    if (is_missing_period(estimates, t)) continue;
    totals[t] = exposure;
    double nothing = exposure;
    for (std::size_t v = 0; v < k; ++v) nothing -= values[t * (k + 1) + v] = estimates.plain[t * k + v].value;
    values[t * (k + 1) + k] = nothing;
  }
  const Smoothed result = smooth({.periods = periods,
                                  .values = k + 1,
                                  .totals = totals,
                                  .estimates = values,
                                  .noise = {noise / static_cast<double>(counted) / exposure, 0},
                                  .seasons = season_lengths(estimates.timeline.period()),
                                  .confidence = confidence});
  for (std::size_t t = 0; t < periods; ++t) {
    if (is_missing_period(estimates, t)) continue;
    for (std::size_t v = 0; v < k; ++v) {
      const std::size_t i = t * (k + 1) + v;
      estimates.published[t * k + v] = {result.value[i], result.std_error[i], result.lower[i], result.upper[i]};
    }
  }
  retotal(estimates);
}

void make_nonnegative(PeriodEstimates& estimates) {
  estimates.consistency = Consistency::norm_sub;
  std::vector<double> row(estimates.regions);
  for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
    for (std::size_t v = 0; v < row.size(); ++v) row[v] = estimates.at(t, v).value;
    const Consistent moved = norm_sub(row, std::max(0.0, estimates.totals[t]));
    for (std::size_t v = 0; v < row.size(); ++v) {
      Estimate& estimate = estimates.published[t * row.size() + v];
      estimate.value = moved.counts[v];
      estimate.lower = std::min(estimate.lower, std::ceil(estimate.value));
      estimate.upper = std::max(estimate.upper, std::floor(estimate.value));
    }
  }
  retotal(estimates);
}

}  // namespace sourdine
