#include "sourdine/local/bias_filter.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/estimate/bias.h"
#include "sourdine/random/discrete_laplace.h"

namespace sourdine {
namespace {

std::vector<std::size_t> periods_of(const Timeline& timeline, int year) {
  std::vector<std::size_t> periods;
  for (std::size_t t = 0; t < timeline.size(); ++t) {
    const auto day = std::chrono::floor<std::chrono::days>(timeline.start(t));
    if (static_cast<int>(std::chrono::year_month_day(day).year()) == year) periods.push_back(t);
  }
  if (periods.empty()) {
    fail_input(fmt::format("there are no periods of 'ratio_year' {} in the release", year),
               "Choose a year that the events cover.");
  }
  return periods;
}

}  // namespace

std::vector<double> bias_factors(const PeriodEstimates& estimates, const MeasurementNoise& noise) {
  const std::size_t k = estimates.regions;
  const auto periods = static_cast<double>(estimates.timeline.size());
  double reports = 0;
  for (const double total : estimates.totals) reports += total / periods;
  std::vector<double> factors(k, 1);
  for (std::size_t v = 0; v < k; ++v) {
    double observed = 0;
    for (std::size_t t = 0; t < estimates.timeline.size(); ++t) observed += estimates.at(t, v).value / periods;
    if (observed <= 0) continue;
    // The noise depends on the count itself a little: two rounds settle it.
    double mean = observed;
    for (int round = 0; round < 3; ++round) {
      const double variance = noise.per_report * reports + noise.per_holder * std::max(0.0, mean);
      mean = mean_before_cut(observed, std::sqrt(std::max(0.0, variance)));
    }
    if (mean > 0) factors[v] = observed / mean;
  }
  return factors;
}

std::vector<double> true_counts(const CollectedEvents& collected, std::size_t k, int year) {
  std::vector<double> counts(k);
  for (const std::size_t t : periods_of(collected.timeline, year)) {
    for (std::size_t v = 0; v < k; ++v) counts[v] += static_cast<double>(collected.truth[t * k + v]);
  }
  return counts;
}

RatioNoise ratio_noise(double epsilon) {
  constexpr std::uint64_t unit = 1'000'000;
  const auto share = static_cast<std::uint64_t>(std::floor(epsilon * static_cast<double>(unit)));
  if (share == 0) fail_input("'ratio_epsilon' must be at least 0.000001");
  return {2 * unit, share};
}

std::vector<double> noisy_counts(std::vector<double> counts, double epsilon, Random& random) {
  const RatioNoise noise = ratio_noise(epsilon);
  for (double& count : counts) {
    count += static_cast<double>(sample_discrete_laplace(random, noise.t, noise.s));
  }
  return counts;
}

std::vector<double> ratio_factors(const PeriodEstimates& estimates, int year, const std::vector<double>& yearly) {
  std::vector<double> factors(estimates.regions, 1);
  const std::vector<std::size_t> periods = periods_of(estimates.timeline, year);
  for (std::size_t v = 0; v < estimates.regions; ++v) {
    double published = 0;
    for (const std::size_t t : periods) published += estimates.at(t, v).value;
    if (published > 0 && yearly[v] > 0) factors[v] = published / yearly[v];
  }
  return factors;
}

void divide(PeriodEstimates& estimates, const std::vector<double>& factors) {
  for (std::size_t i = 0; i < estimates.published.size(); ++i) {
    Estimate& estimate = estimates.published[i];
    const double factor = factors[i % estimates.regions];
    estimate = {estimate.value / factor, estimate.std_error / factor, estimate.lower / factor, estimate.upper / factor};
  }
}

}  // namespace sourdine
