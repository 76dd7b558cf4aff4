#include "sourdine/release/plan_release.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <map>

#include "sourdine/base/error.h"
#include "sourdine/central/estimates.h"
#include "sourdine/central/release.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/counts/period_estimates.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/local/report_oracle.h"

namespace sourdine {
namespace {

constexpr double days_of_year = 365.2425;

double periods_of_year(Period period) {
  constexpr std::array numbers = {24 * days_of_year, days_of_year, days_of_year / 7, 12.0, 1.0};  // as Period
  return numbers[static_cast<std::size_t>(period)];
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
  if (config.publish.has(period)) return true;
  return config.privacy.model == PrivacyModel::local && period != Period::hour && period != Period::week;
}

std::uint64_t planned_max_events(const PrivacyConfig& privacy) {
  if (!privacy.person) return privacy.model == PrivacyModel::central ? 1 : usual_max_events;
  return privacy.person->max_events.value_or(usual_max_events);
}

// For the comparison of models, which is by day: what is asked for, and days. Other periods would take from the days'
// share, and the comparison would not be about the release that is planned.
ReleaseConfig with_days(ReleaseConfig config) {
  if (!config.publish.has(Period::day)) config.publish.periods.push_back(Period::day);
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
  const auto& person = config.privacy.person;
  const std::uint64_t max_events = person ? person->max_events.value_or(usual_max_events) : usual_max_events;
  plan.max_events = max_events;
  ReleaseConfig central = central_year(config);
  if (central.privacy.rho) central.privacy.epsilon = central_guarantee_asked(central, regions.size()).epsilon;
  const double epsilon = *central.privacy.epsilon;
  ReleaseConfig local = config;
  local.privacy = {.epsilon = epsilon,
                   .f = {},
                   .oracle = config.privacy.oracle,
                   .parameters = config.privacy.parameters,
                   .shares = config.privacy.shares};
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
  const double half_width = central_half_widths(with_days(central), regions.size(), max_events).at(Period::day);
  plan.models.push_back({.model = "central", .unit = Unit::person, .report_epsilon = 0, .half_width = half_width});
}

}  // namespace

double count_half_width(const Oracle& oracle, double events, double confidence) {
  return two_sided_quantile(confidence) * std::sqrt(variance_per_event(oracle) * events);
}

HalfWidth expected_half_width(const ReleaseConfig& config, const Oracle* oracle, std::size_t regions,
                              std::uint64_t max_events) {
  if (oracle != nullptr) {
    return [oracle, confidence = config.publish.confidence](Period, double events) {
      return count_half_width(*oracle, events, confidence);
    };
  }
  return
      [widths = central_half_widths(config, regions, max_events)](Period period, double) { return widths.at(period); };
}

PeriodPlan plan_period(Period period, double events, std::size_t regions, const HalfWidth& half_width) {
  const double width = half_width(period, events);
  return {period, events, width, width > events / static_cast<double>(regions)};
}

ReleasePlan plan_release(const ReleaseConfig& config, double events_per_year, std::optional<double> error) {
  const double confidence = config.publish.confidence;
  if (!(events_per_year > 0) || !std::isfinite(events_per_year)) {
    fail_input("the number of events of a year must be greater than 0");
  }
  if (error && !(*error > 0 && *error < 1)) fail_input("the error is a share, between 0 and 1");
  if (!(confidence > 0 && confidence < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1 (both excluded), not {}", confidence));
  }
  const Domain regions = read_places(config.places).regions();
  ReleasePlan plan;
  plan.is_central = config.privacy.model == PrivacyModel::central;
  plan.regions = regions.size();
  plan.confidence = confidence;
  plan.max_events = planned_max_events(config.privacy);
  const auto oracle = plan.is_central ? nullptr : make_release_oracle(config, regions);
  plan.oracle = oracle ? oracle->name() : fmt::format("discrete-{}", noise_name(config.privacy.noise));
  plan.epsilon =
      oracle ? release_guarantee(*oracle, config).epsilon : central_guarantee_asked(config, regions.size()).epsilon;
  const HalfWidth half_width = expected_half_width(config, oracle.get(), plan.regions, plan.max_events);
  for (const Period period : all_periods()) {
    if (!is_planned(config, period)) continue;
    const double events = events_per_year / periods_of_year(period);
    plan.periods.push_back(plan_period(period, events, plan.regions, half_width));
  }
  if (error) {
    plan.events_needed =
        oracle ? std::ceil(std::pow(two_sided_quantile(confidence) / *error, 2) * variance_per_event(*oracle))
               : std::ceil(plan.periods.front().half_width / *error);
  }
  add_models(config, regions, events_per_year / days_of_year, plan);
  return plan;
}

}  // namespace sourdine
