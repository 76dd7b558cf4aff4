#include "sourdine/release/series.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/base/parallel.h"

namespace sourdine {
namespace {

constexpr std::size_t periods_at_once = 256;

// A period without reports is known: all its counts are 0.
void append_estimates(const Oracle& oracle, const Tally& tally, const EstimateOptions& options,
                      std::vector<Estimate>& into) {
  if (tally.reports == 0) {
    into.resize(into.size() + oracle.k());
    return;
  }
  const Estimates estimates = estimate(oracle, tally, options);
  into.insert(into.end(), estimates.values.begin(), estimates.values.end());
}

std::vector<Estimate> smoothed(const Series& series, const Oracle& oracle, double confidence) {
  std::vector<double> estimates(series.plain.size());
  std::transform(series.plain.begin(), series.plain.end(), estimates.begin(),
                 [](const Estimate& e) { return e.value; });
  const Smoothed result = smooth({series.timeline.size(), series.regions, series.totals, estimates,
                                  measurement_noise(oracle), seasons_of(series.timeline.period()), confidence});
  std::vector<Estimate> published(series.plain.size());
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

std::vector<double> seasons_of(Period period) {
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

Series make_series(const Timeline& timeline, const std::vector<Tally>& tallies, const Oracle& oracle,
                   const SeriesOptions& options) {
  if (tallies.size() != timeline.size()) throw Error(ErrorCode::internal, "a series needs one tally per period");
  Series series{timeline, oracle.k(), {}, {}, {}, {}};
  EstimateOptions plain;
  plain.confidence = options.confidence;
  EstimateOptions consistent = plain;
  consistent.consistency = options.consistency;
  struct Part {
    std::size_t from = 0;
    std::size_t to = 0;
    std::vector<Estimate> plain = {};
    std::vector<Estimate> published = {};
  };
  std::size_t next = 0;
  const auto cut = [&](Part& part) {
    part.from = next;
    next = part.to = std::min(next + periods_at_once, tallies.size());
    return part.from < part.to;
  };
  const auto work = [&](Part& part) {
    part.plain.clear();
    part.published.clear();
    for (std::size_t t = part.from; t < part.to; ++t) {
      append_estimates(oracle, tallies[t], plain, part.plain);
      if (!options.smooth) append_estimates(oracle, tallies[t], consistent, part.published);
    }
  };
  const auto join = [&](Part& part) {
    series.plain.insert(series.plain.end(), part.plain.begin(), part.plain.end());
    series.published.insert(series.published.end(), part.published.begin(), part.published.end());
  };
  ordered_pipeline<Part>(tallies.size() <= periods_at_once ? 1 : 0, {}, cut, work, join);
  for (const Tally& tally : tallies) series.totals.push_back(static_cast<double>(tally.reports));
  if (options.smooth) series.published = smoothed(series, oracle, options.confidence);
  return series;
}

double error_rate(const Series& series) {
  const std::size_t k = series.regions;
  double sum = 0;
  std::size_t periods = 0;
  for (std::size_t t = 0; t < series.timeline.size(); ++t) {
    if (series.totals[t] == 0) continue;
    double estimated = 0;
    for (std::size_t v = 0; v < k; ++v) estimated += series.at(t, v).value;
    for (std::size_t v = 0; v < k; ++v) {
      const double share = estimated > 0 ? series.at(t, v).value / estimated : 1 / static_cast<double>(k);
      sum += std::abs(series.truth[t * k + v] / series.totals[t] - share) / static_cast<double>(k);
    }
    ++periods;
  }
  return sum / static_cast<double>(periods);
}

}  // namespace sourdine
