#include "sourdine/release/plan_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/release/event_source.h"
#include "sourdine/release/period_estimates.h"

namespace sourdine {
namespace {

constexpr double days_of_year = 365.2425;

double periods_of_year(Period period) {
  switch (period) {
    case Period::hour:
      return 24 * days_of_year;
    case Period::day:
      return days_of_year;
    case Period::week:
      return days_of_year / 7;
    case Period::month:
      return 12;
    case Period::year:
      return 1;
  }
  return 1;
}

// Of the count of a region with an even share, per event of the period.
double variance_per_event(const Oracle& oracle) {
  const MeasurementNoise noise = measurement_noise(oracle);
  return std::max(noise.per_report + noise.per_holder / static_cast<double>(oracle.k()), 0.0);
}

double two_sided_quantile(double confidence) { return normal_upper_quantile((1 - confidence) / 2); }

}  // namespace

double count_half_width(const Oracle& oracle, double events, double confidence) {
  return two_sided_quantile(confidence) * std::sqrt(variance_per_event(oracle) * events);
}

ReleasePlan plan_release(const ReleaseConfig& config, double events_per_year, std::optional<double> error) {
  if (!(events_per_year > 0) || !std::isfinite(events_per_year)) {
    fail_input("the number of events of a year must be greater than 0");
  }
  if (error && !(*error > 0 && *error < 1)) fail_input("the error is a share, between 0 and 1");
  const double confidence = config.publish.confidence;
  if (!(confidence > 0 && confidence < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1 (both excluded), not {}", confidence));
  }
  const Domain regions = read_places(config.places).regions();
  const auto oracle = make_release_oracle(config, regions);
  ReleasePlan plan{.oracle = oracle->name(),
                   .regions = oracle->k(),
                   .epsilon = event_guarantee(*oracle, config.publish).epsilon,
                   .confidence = confidence,
                   .periods = {},
                   .events_needed = {}};
  for (const Period period : all_periods()) {
    const auto& published = config.publish.periods;
    const bool is_asked = std::find(published.begin(), published.end(), period) != published.end();
    if (!is_asked && (period == Period::hour || period == Period::week)) continue;
    const double events = events_per_year / periods_of_year(period);
    const double half_width = count_half_width(*oracle, events, plan.confidence);
    plan.periods.push_back({.period = period,
                            .events = events,
                            .half_width = half_width,
                            .is_below_error = half_width > events / static_cast<double>(plan.regions)});
  }
  if (error) {
    plan.events_needed =
        std::ceil(std::pow(two_sided_quantile(plan.confidence) / *error, 2) * variance_per_event(*oracle));
  }
  return plan;
}

}  // namespace sourdine
