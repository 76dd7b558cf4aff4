#include "sourdine/counts/period_estimates.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"
#include "sourdine/estimate/consistency_choice.h"

namespace sourdine {
namespace {

constexpr std::size_t periods_at_once = 256;

// Of all periods, one after the other. A period without reports is known: all its counts are 0.
std::vector<Estimate> estimate_each(std::span<const PeriodTally> tallies, const Oracle& oracle,
                                    const EstimateOptions& options) {
  struct Part {
    Tally tally;
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<Estimate> estimates = {};
  };
  const Estimator estimator(oracle, options);
  std::vector<Estimate> all;
  all.reserve(tallies.size() * oracle.k());
  std::size_t next = 0;
  const auto cut = [&](Part& part) {
    part.from = next;
    next = part.to = std::min(next + periods_at_once, tallies.size());
    return part.from < part.to;
  };
  const auto work = [&](Part& part) {
    part.estimates.clear();
    for (std::size_t t = part.from; t < part.to; ++t) {
      fill_tally(tallies[t], part.tally);
      if (part.tally.reports == 0) {
        part.estimates.resize(part.estimates.size() + oracle.k());
        continue;
      }
      const std::vector<Estimate> values = estimator(part.tally).values;
      part.estimates.insert(part.estimates.end(), values.begin(), values.end());
    }
  };
  const auto join = [&](Part& part) { all.insert(all.end(), part.estimates.begin(), part.estimates.end()); };
  ordered_pipeline<Part>(tallies.size() <= periods_at_once ? 1 : 0, {.tally = oracle.empty_tally()}, cut, work, join);
  return all;
}

std::vector<double> plain_values(const PeriodEstimates& estimates) {
  std::vector<double> values(estimates.plain.size());
  std::transform(estimates.plain.begin(), estimates.plain.end(), values.begin(),
                 [](const Estimate& estimate) { return estimate.value; });
  return values;
}

std::vector<Estimate> smoothed(const PeriodEstimates& estimates, const Oracle& oracle, double confidence) {
  const std::vector<double> values = plain_values(estimates);
  const Smoothed result = smooth({.periods = estimates.timeline.size(),
                                  .values = estimates.regions,
                                  .totals = estimates.totals,
                                  .estimates = values,
                                  .noise = measurement_noise(oracle),
                                  .seasons = season_lengths(estimates.timeline.period()),
                                  .confidence = confidence});
  std::vector<Estimate> published(estimates.plain.size());
  for (std::size_t i = 0; i < published.size(); ++i) {
    published[i] = {result.value[i], result.std_error[i], result.lower[i], result.upper[i]};
  }
  return published;
}

}  // namespace

MeasurementNoise measurement_noise(const Oracle& oracle) {
  if (!oracle.is_pure()) return {oracle.approximate_variance(), 0};
  const Support support = oracle.support();
  return {support.no * (1 - support.no) / (support.gap * support.gap), (1 - support.yes - support.no) / support.gap};
}

std::vector<double> season_lengths(Period period) {
  constexpr double year = 365.2425;
  switch (period) {
    case Period::hour:
      return {24, 168};
    case Period::day:
      return {7, year};
    case Period::week:
      return {year / 7};
    case Period::month:
      return {12};
    case Period::year:
      return {};
  }
  return {};
}

PeriodEstimates estimate_periods(const Timeline& timeline, std::span<const PeriodTally> tallies, const Oracle& oracle,
                                 const PeriodEstimateOptions& options) {
  if (tallies.size() != timeline.size()) throw Error(ErrorCode::internal, "every period needs a tally");
  PeriodEstimates estimates{
      .timeline = timeline, .regions = oracle.k(), .totals = {}, .plain = {}, .published = {}, .truth = {}};
  for (const PeriodTally& tally : tallies) estimates.totals.push_back(static_cast<double>(tally.reports));
  EstimateOptions one{.confidence = options.confidence, .intervals = IntervalMethod::score};
  estimates.plain = estimate_each(tallies, oracle, one);
  if (options.smooth) {
    estimates.published = smoothed(estimates, oracle, options.confidence);
    return estimates;
  }
  const std::vector<double> values = plain_values(estimates);
  estimates.consistency = options.consistency ? *options.consistency
                                              : smaller_error_consistency({.values = oracle.k(),
                                                                           .totals = estimates.totals,
                                                                           .estimates = values,
                                                                           .noise = measurement_noise(oracle)});
  one.consistency = estimates.consistency;
  one.intervals = IntervalMethod::exact;
  estimates.published = estimate_each(tallies, oracle, one);
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
