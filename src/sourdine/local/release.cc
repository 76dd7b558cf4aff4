#include "sourdine/local/release.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/counts/contribution.h"
#include "sourdine/counts/covered_days.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/local/bias_filter.h"
#include "sourdine/local/event_tallier.h"
#include "sourdine/local/report_oracle.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/streams.h"

namespace sourdine {
namespace {

// The year's true counts that a ratio filter compares with, drawn once for all periods: they are paid for once.
std::vector<double> ratio_counts(const Release& release, const RandomSource& random) {
  const PublishConfig& publish = release.config.publish;
  if (publish.filter != BiasFilter::ratio && publish.filter != BiasFilter::private_ratio) return {};
  std::vector<double> counts = true_counts(release.collected, release.regions.size(), publish.ratio_year);
  if (publish.filter == BiasFilter::ratio) return counts;
  return with_stream(random, Stream::ratio_counts,
                     [&](Random& bits) { return noisy_counts(std::move(counts), publish.ratio_epsilon, bits); });
}

void apply_filter(PeriodEstimates& estimates, const Release& release, const std::vector<double>& yearly) {
  const PublishConfig& publish = release.config.publish;
  if (publish.filter == BiasFilter::bias) {
    divide(estimates, bias_factors(estimates, measurement_noise(*release.oracle)));
  } else if (!yearly.empty()) {
    divide(estimates, ratio_factors(estimates, publish.ratio_year, yearly));
  }
}

StatementFacts local_facts(const Release& release, bool is_private) {
  StatementFacts facts = base_facts(release.config, release.regions.size(), is_private);
  const Timeline& timeline = release.collected.timeline;
  facts.first = period_label(Period::day, timeline.start(0));
  facts.last = period_label(Period::day, timeline.start(timeline.size() - 1));
  facts.events = release.collected.events();
  const std::string& name = release.oracle->name();
  facts.oracle = fmt::format("{} ({})", name, find_oracle(name).title);
  facts.guarantee = release_guarantee(*release.oracle, release.config);
  facts.dropped = release.rows.dropped;
  return facts;
}

// The tallies of the base periods are used where they lie: by the hour they are most of what a release keeps.
PeriodEstimates estimate_period(Period period, const Release& release, const PeriodEstimateOptions& options) {
  const Timeline& base = release.collected.timeline;
  if (period == base.period()) return estimate_periods(base, release.collected.tallies, *release.oracle, options);
  const Timeline timeline(period, base.start(0), base.start(base.size() - 1));
  return estimate_periods(timeline, period_tallies(timeline, release.collected), *release.oracle, options);
}

std::vector<double> base_shares(const Release& release) {
  const Period base = release.collected.timeline.period();
  if (const PeriodEstimates* published = release.find(base)) return consistent_shares(*published, published->totals);
  PeriodEstimateOptions options;
  options.smooth = release.config.publish.smooth;
  const PeriodEstimates estimates = estimate_period(base, release, options);
  return consistent_shares(estimates, estimates.totals);
}

// Event by event as they are read; persons are bounded when all of their events are known.
void collect_events(EventReader& reader, const RandomSource& random, const TallyOptions& options, Release& release) {
  const ReleaseConfig& config = release.config;
  const std::vector<std::size_t> keep = config.publish.synthetic ? release.columns.keep : std::vector<std::size_t>();
  EventTallier tallier(*release.oracle, random, options);
  EventsLeftOut left_out;
  if (config.privacy.person) {
    PersonEvents events = read_person_events(reader, config, keep);
    events.keep(with_stream(random, Stream::counted_events, [&](Random& bits) {
      return bounded_events(events.persons, events.people, *config.privacy.person->max_events, bits);
    }));
    for (const Event& event : events.events) tallier.add(event);
    release.passthrough = std::move(events.passthrough);
    left_out = events.left_out;
  } else {
    release.passthrough = PassthroughTexts(keep.size());
    left_out = read_asked_events(reader, config.events, keep, [&](const EventBatch& batch, std::size_t i) {
      tallier.add(batch.events()[i]);
      release.passthrough.add(batch, i);
    });
  }
  reader.require_some();
  release.collected = tallier.finish();
  note_rows(reader, left_out, release);
}

CoveredDays covered_days(const EventsConfig& config, const CollectedEvents& collected) {
  std::vector<std::uint64_t> events;
  events.reserve(collected.tallies.size());
  for (const PeriodTally& tally : collected.tallies) events.push_back(tally.reports);
  return {config, collected.timeline, events};
}

}  // namespace

Release draw_local_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options) {
  options.progress("reading and randomising the events");
  Release release = std::move(prepared.release);
  const PublishConfig& publish = release.config.publish;
  const TallyOptions collecting{.base = base_period(publish),
                                .keep_times = publish.synthetic,
                                .keep_truth = options.keep_truth || publish.filter == BiasFilter::ratio ||
                                              publish.filter == BiasFilter::private_ratio,
                                .from = release.config.events.from,
                                .to = release.config.events.to};
  collect_events(*prepared.reader, random, collecting, release);
  estimate_release(release, random, options);
  return release;
}

void estimate_release(Release& release, const RandomSource& random, const BuildOptions& options) {
  const PublishConfig& publish = release.config.publish;
  const CoveredDays covered = covered_days(release.config.events, release.collected);
  const std::vector<double> yearly = ratio_counts(release, random);
  for (const Period period : publish.periods) {
    options.progress(fmt::format("estimating by {}", period_name(period)));
    PeriodEstimates estimates =
        estimate_period(period, release, {publish.confidence, publish.consistency, publish.smooth});
    estimates.truth = period_truth(estimates.timeline, release.collected, release.regions.size());
    apply_filter(estimates, release, yearly);
    estimates.covered = covered.of(estimates.timeline);
    if (!options.keep_truth) estimates.truth.clear();
    release.estimates.push_back(std::move(estimates));
  }
  if (!options.keep_truth) release.collected.truth.clear();
  if (publish.synthetic) release.shares = base_shares(release);
  release.facts = local_facts(release, random.is_private());
}

}  // namespace sourdine
