#include "sourdine/counts/period_estimates.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/estimate/consistency_choice.h"

namespace sourdine {
namespace {

// Of all periods, one after the other. A period without reports is known: all its counts are 0.
std::vector<Estimate> estimate_all(std::span<const PeriodTally> tallies, const Oracle& oracle,
                                   const EstimateOptions& options) {
  constexpr std::size_t periods_at_once = 256;
  const Estimator estimator(oracle, options);
  std::vector<Estimate> all(tallies.size() * oracle.k());
  const auto estimate_some = [&](std::size_t chunk, std::size_t) {
    const std::size_t first = chunk * periods_at_once;
    for (std::size_t t = first; t < std::min(first + periods_at_once, tallies.size()); ++t) {
      if (tallies[t].reports == 0) continue;
      std::ranges::copy(estimator(tallies[t]).values, all.begin() + static_cast<std::ptrdiff_t>(t * oracle.k()));
    }
  };
  for_each_chunk((tallies.size() + periods_at_once - 1) / periods_at_once, 0, estimate_some);
  return all;
}

std::vector<Estimate> smoothed(const PeriodEstimates& estimates, std::span<const double> values, const Oracle& oracle,
                               double confidence) {
  const Smoothed result = smooth({.periods = estimates.timeline.size(),
                                  .values = estimates.regions,
                                  .totals = estimates.totals,
                                  .estimates = values,
                                  .noise = measurement_noise(oracle),
                                  .seasons = season_lengths(estimates.timeline.period()),
                                  .confidence = confidence});
  std::vector<Estimate> published;
  for (std::size_t i = 0; i < values.size(); ++i) {
    published.push_back({result.value[i], result.std_error[i], result.lower[i], result.upper[i]});
  }
  return published;
}

}  // namespace

PeriodTally& PeriodTally::operator+=(const PeriodTally& other) {
  reports += other.reports;
  cells.resize(std::max(cells.size(), other.cells.size()));
  for (std::size_t cell = 0; cell < other.cells.size(); ++cell) cells[cell] += other.cells[cell];
  return *this;
}

std::uint64_t CollectedEvents::events() const {
  const auto add = [](std::uint64_t sum, const PeriodTally& tally) { return sum + tally.reports; };
  return std::accumulate(tallies.begin(), tallies.end(), std::uint64_t{0}, add);
}

std::vector<PeriodTally> period_tallies(const Timeline& timeline, const CollectedEvents& collected) {
  std::vector<PeriodTally> tallies(timeline.size());
  for (std::size_t base = 0; base < collected.timeline.size(); ++base) {
    tallies[timeline.index(collected.timeline.start(base))] += collected.tallies[base];
  }
  return tallies;
}

std::vector<double> period_truth(const Timeline& timeline, const CollectedEvents& collected, std::size_t k) {
  if (collected.truth.empty()) return {};
  return sums_by<double>(timeline, collected.timeline, collected.truth, k);
}

std::vector<double> PeriodEstimates::values(std::size_t period) const {
  std::vector<double> row;
  for (std::size_t v = 0; v < regions; ++v) row.push_back(at(period, v).value);
  return row;
}

MeasurementNoise measurement_noise(const Oracle& oracle) {
  if (!oracle.is_pure()) return {oracle.approximate_variance(), 0};
  const Support support = oracle.support();
  return {support.no * (1 - support.no) / (support.gap * support.gap), (1 - support.yes - support.no) / support.gap};
}

std::vector<double> season_lengths(Period period) {
  constexpr double year = 365.2425;
  static const std::array<std::vector<double>, 5> seasons = {
      {{24, 168}, {7, year}, {year / 7}, {12}, {}}};  // as Period
  return seasons[static_cast<std::size_t>(period)];
}

PeriodEstimates estimate_periods(const Timeline& timeline, std::span<const PeriodTally> tallies, const Oracle& oracle,
                                 const PeriodEstimateOptions& options) {
  if (tallies.size() != timeline.size()) throw Error(ErrorCode::internal, "every period needs a tally");
  PeriodEstimates estimates{.timeline = timeline, .regions = oracle.k()};
  for (const PeriodTally& tally : tallies) estimates.totals.push_back(static_cast<double>(tally.reports));
  EstimateOptions estimating{.confidence = options.confidence, .intervals = IntervalMethod::score};
  estimates.plain = estimate_all(tallies, oracle, estimating);
  std::vector<double> values;
  for (const Estimate& estimate : estimates.plain) values.push_back(estimate.value);
  if (options.smooth) {
    estimates.published = smoothed(estimates, values, oracle, options.confidence);
    return estimates;
  }
  estimates.consistency = options.consistency ? *options.consistency
                                              : smaller_error_consistency({.values = oracle.k(),
                                                                           .totals = estimates.totals,
                                                                           .estimates = values,
                                                                           .noise = measurement_noise(oracle)});
  estimating.consistency = estimates.consistency;
  estimating.intervals = IntervalMethod::exact;
  estimates.published = estimate_all(tallies, oracle, estimating);
  return estimates;
}

std::size_t mostly_noise(const PeriodEstimates& estimates) {
  return static_cast<std::size_t>(
      std::count_if(estimates.published.begin(), estimates.published.end(), is_mostly_noise));
}

double error_rate(const PeriodEstimates& estimates) {
  const std::size_t k = estimates.regions;
  double sum = 0;
  std::size_t periods = 0;
  for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
    if (estimates.totals[t] == 0) continue;
    double estimated = 0;
    for (std::size_t v = 0; v < k; ++v) estimated += estimates.at(t, v).value;
    for (std::size_t v = 0; v < k; ++v) {
      const double share = estimated > 0 ? estimates.at(t, v).value / estimated : 1 / static_cast<double>(k);
      sum += std::abs(estimates.truth[t * k + v] / estimates.totals[t] - share) / static_cast<double>(k);
    }
    ++periods;
  }
  return sum / static_cast<double>(periods);
}

}  // namespace sourdine
