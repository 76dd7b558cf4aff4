#include "sourdine/counts/spending.h"

#include <fmt/format.h>

#include "sourdine/events/calendar.h"

namespace sourdine {
namespace {

std::string mechanism_of(const PrivacyConfig& privacy) {
  if (privacy.model == PrivacyModel::local) return privacy.oracle;
  return fmt::format("discrete {}", noise_name(privacy.noise));
}

}  // namespace

Spending release_spending(const ReleaseConfig& config, const Guarantee& guarantee) {
  Spending spending = config.head.spending();
  spending.purpose = config.head.path;
  spending.mechanism = mechanism_of(config.privacy);
  spending.guarantee = guarantee;
  if (config.events.from && config.events.to) {
    const auto day = [](std::chrono::local_days date) {
      return period_label(Period::day, std::chrono::local_seconds(date));
    };
    spending.period = LedgerPeriod{
        .first = day(*config.events.from),
        .last = day(*config.events.to),
        .is_fixed = guarantee.model == PrivacyModel::local,
        .basis = fmt::format("{}|{}|{}", config.events.time, config.events.clock, config.events.time_zone)};
  }
  return spending;
}

}  // namespace sourdine
