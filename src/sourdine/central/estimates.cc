#include "sourdine/central/estimates.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sourdine/estimate/smooth.h"

namespace sourdine {
namespace {

constexpr double units_of_one = 10'000;  // estimates.csv has four decimals

// By level.
std::vector<double> noise_variances(std::span<const CentralLevelNoise> noises,
                                    std::unique_ptr<const CountNoise> CentralLevelNoise::*noise) {
  std::vector<double> variances;
  for (const CentralLevelNoise& level : noises) {
    variances.push_back(level.*noise ? (level.*noise)->variance() : std::numeric_limits<double>::infinity());
  }
  return variances;
}

// The best measurement of a total: its own and the sum of its regions, by their variances.
std::vector<double> best_totals(std::size_t regions, const CentralLevelNoise& noise,
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
    return CountNoiseLaw{CentralNoise::laplace, static_cast<double>(s) / static_cast<double>(t), noise->variance()};
  }
  const double sigma_squared = dynamic_cast<const DiscreteGaussian&>(*noise).sigma_squared().value();
  return CountNoiseLaw{CentralNoise::gaussian, 1 / sigma_squared, noise->variance()};
}

}  // namespace

CentralEstimates::CentralEstimates(const PeriodTree& tree, std::size_t regions,
                                   std::span<const CentralLevelNoise> noises,
                                   std::span<const CentralMeasurement> measured)
    : tree_(tree),
      regions_(regions),
      noises_(noises),
      squares_(tree, regions, noise_variances(noises, &CentralLevelNoise::regions),
               noise_variances(noises, &CentralLevelNoise::totals)),
      leaves_(tree.leaves().size() * regions) {
  if (measured.empty()) return;
  const std::size_t leaves = tree.leaves().size();
  std::vector<std::vector<double>> of_totals;
  for (std::size_t level = 0; level < tree.height(); ++level) {
    of_totals.push_back(best_totals(regions, noises[level], measured[level]));
  }
  // First what the totals know beyond the regions, then region by region.
  std::vector<double> surplus = squares_.totals.leaves(std::move(of_totals));
  std::vector<double> values(leaves * regions);
  for (std::size_t v = 0; v < regions; ++v) {
    std::vector<std::vector<double>> of_region(tree.height());
    for (std::size_t level = 0; level < tree.height(); ++level) {
      const std::vector<std::int64_t>& numbers = measured[level].regions;
      for (std::size_t i = v; i < numbers.size(); i += regions) {
        of_region[level].push_back(static_cast<double>(numbers[i]));
      }
    }
    const std::vector<double> own = squares_.regions.leaves(std::move(of_region));
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

std::size_t CentralEstimates::level_of(const Timeline& timeline) const {
  std::size_t level = 0;
  while (level < tree_.height() && tree_.timeline(level) != timeline) ++level;
  return level;
}

double CentralEstimates::variance(const PeriodLeastSquares& squares, const Timeline& timeline,
                                  std::size_t period) const {
  if (const std::size_t level = level_of(timeline); level < tree_.height()) return squares.variance(level, period);
  const Timeline& leaves = tree_.leaves();
  const auto length = leaves.start(1) - leaves.start(0);
  const auto leaf = [&](std::chrono::local_seconds time) {
    const auto place = (time - leaves.start(0)) / length;
    return static_cast<std::size_t>(std::clamp<std::int64_t>(place, 0, static_cast<std::int64_t>(leaves.size())));
  };
  return squares.variance_of_leaves(leaf(timeline.start(period)), leaf(timeline.start(period + 1)));
}

double CentralEstimates::total_variance(const Timeline& timeline, std::size_t period) const {
  return variance(squares_.totals, timeline, period);
}

double CentralEstimates::region_variance(const Timeline& timeline, std::size_t period) const {
  return squares_.dealt(variance(squares_.regions, timeline, period), total_variance(timeline, period));
}

Timeline CentralEstimates::timeline_of(Period period) const {
  const Timeline& base = tree_.leaves();
  return {period, base.start(0), base.start(base.size() - 1)};
}

CentralIntervals CentralEstimates::intervals(const Timeline& timeline,
                                             std::unique_ptr<const CountNoise> CentralLevelNoise::*noise,
                                             double confidence) const {
  const std::size_t level = level_of(timeline);
  return {level < tree_.height() ? law_of((noises_[level].*noise).get()) : std::nullopt, confidence};
}

double CentralEstimates::region_half_width(Period period, double confidence) const {
  const Timeline timeline = timeline_of(period);
  return intervals(timeline, &CentralLevelNoise::regions, confidence)
      .half_width(region_variance(timeline, timeline.size() / 2));
}

PeriodEstimates CentralEstimates::of(Period period, double confidence) const {
  PeriodEstimates estimates{.timeline = timeline_of(period), .regions = regions_};
  const Timeline& timeline = estimates.timeline;
  const std::vector<std::int64_t> sums = sums_by<std::int64_t>(timeline, tree_.leaves(), leaves_, regions_);
  CentralIntervals region_interval = intervals(timeline, &CentralLevelNoise::regions, confidence);
  CentralIntervals total_interval = intervals(timeline, &CentralLevelNoise::totals, confidence);
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

std::map<Period, double> central_half_widths(const ReleaseConfig& config, std::size_t regions,
                                             std::uint64_t max_events) {
  const CentralDesign design = design_central(config, regions);
  const PeriodTree tree = design.tree(config.events);
  const std::vector<CentralLevelNoise> noises = level_noises(design, CentralBudget(config.privacy), max_events);
  const CentralEstimates estimates(tree, regions, noises, {});
  std::map<Period, double> half_widths;
  for (const Period period : config.publish.periods) {
    half_widths[period] = estimates.region_half_width(period, config.publish.confidence);
  }
  return half_widths;
}

namespace {

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
    if (estimates.coverage(t) == CoveredPart::none) continue;
    largest = std::max(largest, estimates.totals[t]);
    noise += estimates.plain[t * k].std_error * estimates.plain[t * k].std_error;
    ++counted;
  }
  if (counted == 0) return;
  // As many chances in every period, most of which nothing comes of: a share of few of them is as good as Poisson.
  const double exposure = std::ceil(20 * largest);
  std::vector<double> totals(periods), values(periods * (k + 1));
  for (std::size_t t = 0; t < periods; ++t) {
    if (estimates.coverage(t) == CoveredPart::none) continue;
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
    if (estimates.coverage(t) == CoveredPart::none) continue;
    for (std::size_t v = 0; v < k; ++v) {
      const std::size_t i = t * (k + 1) + v;
      estimates.published[t * k + v] = {result.value[i], result.std_error[i], result.lower[i], result.upper[i]};
    }
  }
  retotal(estimates);
}

void make_nonnegative(PeriodEstimates& estimates) {
  estimates.consistency = Consistency::norm_sub;
  for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
    const Consistent moved = norm_sub(estimates.values(t), std::max(0.0, estimates.totals[t]));
    for (std::size_t v = 0; v < estimates.regions; ++v) {
      Estimate& estimate = estimates.published[t * estimates.regions + v];
      estimate.value = moved.counts[v];
      estimate.lower = std::min(estimate.lower, std::ceil(estimate.value));
      estimate.upper = std::max(estimate.upper, std::floor(estimate.value));
    }
  }
  retotal(estimates);
}

}  // namespace sourdine
