#include "sourdine/counts/release.h"

#include <fmt/format.h>

#include <algorithm>

namespace sourdine {

Period base_period(const PublishConfig& publish) { return publish.has(Period::hour) ? Period::hour : Period::day; }

StatementFacts base_facts(const ReleaseConfig& config, std::size_t regions, bool is_private) {
  const PublishConfig& publish = config.publish;
  StatementFacts facts;
  facts.events_word = config.events_word;
  facts.places_word = config.places_word;
  facts.regions = regions;
  for (const Period period : publish.periods) facts.periods.emplace_back(period_name(period));
  facts.is_seeded = !is_private;
  facts.is_smoothed = publish.smooth;
  facts.is_nonnegative = publish.consistency == Consistency::norm_sub;
  facts.filter = publish.filter;
  facts.ratio_epsilon = publish.ratio_epsilon;
  if (publish.synthetic) facts.passthrough = config.events.keep;
  facts.has_public_places = config.places.is_public;
  facts.drops_places = config.places.other == "drop" || !config.places.drop.empty();
  facts.confidence = publish.confidence;
  facts.has_synthetic = publish.synthetic;
  facts.person = config.privacy.person;
  return facts;
}

std::string Release::mechanism() const {
  return oracle ? oracle->name() : fmt::format("discrete-{}", noise_name(config.privacy.noise));
}

const PeriodEstimates* Release::find(Period period) const {
  const auto is_it = [&](const PeriodEstimates& found) { return found.timeline.period() == period; };
  const auto found = std::ranges::find_if(estimates, is_it);
  return found == estimates.end() ? nullptr : &*found;
}

std::vector<double> consistent_shares(const PeriodEstimates& base, const std::vector<double>& totals) {
  const StopToken stop;
  std::vector<double> shares;
  shares.reserve(totals.size() * base.regions);
  for (std::size_t t = 0; t < totals.size(); ++t) {
    stop.check();
    const Consistent consistent = norm_sub(base.values(t), totals[t]);
    shares.insert(shares.end(), consistent.counts.begin(), consistent.counts.end());
  }
  return shares;
}

std::map<std::string, std::size_t> mostly_noise_by_period(const Release& release) {
  std::map<std::string, std::size_t> numbers;
  for (const PeriodEstimates& estimates : release.estimates) {
    numbers[std::string(period_name(estimates.timeline.period()))] = mostly_noise(estimates);
  }
  return numbers;
}

}  // namespace sourdine
