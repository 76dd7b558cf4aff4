#include "sourdine/release/plan_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/central/outlook.h"
#include "sourdine/central/release.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/local/report_oracle.h"

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

// A period more costs nothing in the local model. In the central one it has a share of the noise: only what the
// configuration publishes is planned, as a release would make it.
bool is_planned(const ReleaseConfig& config, Period period) {
  const std::vector<Period>& asked = config.publish.periods;
  if (std::find(asked.begin(), asked.end(), period) != asked.end()) return true;
  return config.privacy.model == PrivacyModel::local && period != Period::hour && period != Period::week;
}

std::uint64_t planned_max_events(const PrivacyConfig& privacy) {
  if (!privacy.person) return privacy.model == PrivacyModel::central ? 1 : usual_max_events;
  return privacy.person->max_events.value_or(usual_max_events);
}

// For the comparison of models, which is by day: what is asked for, and days. Other periods would take from the days'
// share, and the comparison would not be about the release that is planned.
ReleaseConfig with_days(ReleaseConfig config) {
  std::vector<Period>& periods = config.publish.periods;
  if (std::find(periods.begin(), periods.end(), Period::day) == periods.end()) periods.push_back(Period::day);
  return config;
}

// The central release of one year at the ε of a local configuration.
ReleaseConfig central_year(ReleaseConfig config) {
  using namespace std::chrono;
  config.privacy.model = PrivacyModel::central;
  if (!config.privacy.epsilon) config.privacy.epsilon = 2 * std::log(2 / *config.privacy.f - 1);
  if (!config.events.from || !config.events.to) {
    config.events.from = local_days(year(2025) / January / 1);
    config.events.to = local_days(year(2025) / December / 31);
    config.events.missing.clear();
  }
  return config;
}

// A day's error at the ε of the configuration, three times: an event or a person in the local model, a person in the
// central one, max_events of theirs being counted.
void add_models(const ReleaseConfig& config, const Domain& regions, double events_per_day, ReleasePlan& plan) {
  const std::uint64_t max_events = config.privacy.person && config.privacy.person->max_events
                                       ? *config.privacy.person->max_events
                                       : usual_max_events;
  plan.max_events = max_events;
  ReleaseConfig central = central_year(config);
  if (central.privacy.rho) central.privacy.epsilon = central_guarantee_asked(central, regions.size()).epsilon;
  const double epsilon = *central.privacy.epsilon;
  ReleaseConfig local = config;
  local.privacy = {};
  local.privacy.epsilon = epsilon;
  local.privacy.oracle = config.privacy.oracle;
  local.privacy.parameters = config.privacy.parameters;
  local.privacy.shares = config.privacy.shares;
  local.publish.filter = BiasFilter::none;
  const auto add_local = [&](Unit unit, std::uint64_t bound) {
    local.privacy.person.reset();
    if (unit == Unit::person) local.privacy.person = PersonConfig{.column = "person", .max_events = bound};
    const auto oracle = make_release_oracle(local, regions);
    plan.models.push_back({.model = "local",
                           .unit = unit,
                           .report_epsilon = *report_epsilon(local.privacy),
                           .half_width = count_half_width(*oracle, events_per_day, plan.confidence)});
  };
  add_local(Unit::event, 1);
  add_local(Unit::person, max_events);
  if (central.privacy.rho) central.privacy.epsilon.reset();
  central.privacy.person = PersonConfig{.column = "person", .max_events = max_events};
  const CentralOutlook outlook(with_days(central), regions.size(), max_events);
  plan.models.push_back(
      {.model = "central", .unit = Unit::person, .report_epsilon = 0, .half_width = outlook.half_width(Period::day)});
}

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
  const bool is_central = config.privacy.model == PrivacyModel::central;
  ReleasePlan plan{.oracle = {},
                   .is_central = is_central,
                   .regions = regions.size(),
                   .epsilon = 0,
                   .confidence = confidence,
                   .periods = {},
                   .events_needed = {},
                   .max_events = planned_max_events(config.privacy),
                   .models = {}};
  const auto oracle = is_central ? nullptr : make_release_oracle(config, regions);
  std::optional<CentralOutlook> outlook;
  if (is_central) {
    outlook.emplace(config, regions.size(), plan.max_events);
    plan.oracle = fmt::format("discrete-{}", noise_name(config.privacy.noise));
    plan.epsilon = central_guarantee_asked(config, regions.size()).epsilon;
  } else {
    plan.oracle = oracle->name();
    plan.epsilon = release_guarantee(*oracle, config).epsilon;
  }
  const auto half_width_of = [&](Period period, double events) {
    return outlook ? outlook->half_width(period) : count_half_width(*oracle, events, plan.confidence);
  };
  for (const Period period : all_periods()) {
    if (!is_planned(config, period)) continue;
    const double events = events_per_year / periods_of_year(period);
    const double half_width = half_width_of(period, events);
    plan.periods.push_back({.period = period,
                            .events = events,
                            .half_width = half_width,
                            .is_below_error = half_width > events / static_cast<double>(plan.regions)});
  }
  if (error && outlook) {
    plan.events_needed = std::ceil(plan.periods.front().half_width / *error);
  } else if (error) {
    plan.events_needed =
        std::ceil(std::pow(two_sided_quantile(plan.confidence) / *error, 2) * variance_per_event(*oracle));
  }
  add_models(config, regions, events_per_year / days_of_year, plan);
  return plan;
}

}  // namespace sourdine
