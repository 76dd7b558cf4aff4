#include "sourdine/local/release.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/counts/contribution.h"
#include "sourdine/counts/covered_days.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/local/bias_filter.h"
#include "sourdine/local/event_tallier.h"
#include "sourdine/local/report_oracle.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/streams.h"

namespace sourdine {
namespace {

bool compares_with_truth(BiasFilter filter) {
  return filter == BiasFilter::ratio || filter == BiasFilter::private_ratio;
}

// The year's true counts that a ratio filter compares with, drawn once for all periods: they are paid for once.
std::vector<double> ratio_counts(const Release& release, const RandomSource& random) {
  const PublishConfig& publish = release.config.publish;
  if (!compares_with_truth(publish.filter)) return {};
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
  const Timeline& timeline = release.collected.timeline;
  const std::string& name = release.oracle->name();
  return {.config = release.config,
          .first = period_label(Period::day, timeline.start(0)),
          .last = period_label(Period::day, timeline.start(timeline.size() - 1)),
          .events = release.collected.events(),
          .regions = release.regions.size(),
          .oracle = fmt::format("{} ({})", name, find_oracle(name).title),
          .guarantee = release_guarantee(*release.oracle, release.config),
          .is_seeded = !is_private,
          .dropped = release.rows.dropped};
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

// From release.collected to what is published: estimates by every period of the configuration, the shares of synthetic
// rows, and the facts of the statement.
void estimate_release(Release& release, const RandomSource& random, const BuildOptions& options) {
  const PublishConfig& publish = release.config.publish;
  const CollectedEvents& collected = release.collected;
  std::vector<std::uint64_t> events;
  for (const PeriodTally& tally : collected.tallies) events.push_back(tally.reports);
  const CoveredDays covered(release.config.events, collected.timeline, events);
  const std::vector<double> yearly = ratio_counts(release, random);
  for (const Period period : publish.periods) {
    options.progress(fmt::format("estimating by {}", period_name(period)));
    PeriodEstimates& estimates = release.estimates.emplace_back(
        estimate_period(period, release, {publish.confidence, publish.consistency, publish.smooth}));
    if (options.keep_truth) estimates.truth = period_truth(estimates.timeline, collected, release.regions.size());
    apply_filter(estimates, release, yearly);
    estimates.covered = covered.of(estimates.timeline);
  }
  if (!options.keep_truth) release.collected.truth.clear();
  if (publish.synthetic) release.shares = base_shares(release);
  release.facts = local_facts(release, random.is_private());
}

void require_publishable(const ReleaseConfig& config, const ReportedCollection& collection) {
  const PublishConfig& publish = config.publish;
  if (collection.period != Period::day && collection.period != Period::hour) {
    fail_input(fmt::format("collection '{}' counts by {}, and releases are made of days or hours", collection.name,
                           period_name(collection.period)));
  }
  if (collection.period == Period::day && base_period(publish) == Period::hour) {
    fail_input(fmt::format("hours are asked for, but collection '{}' counts by day", collection.name),
               "Leave \"hour\" out of 'periods'.");
  }
  if (publish.periods.empty()) fail_input("there is no period to publish: 'periods' is empty");
  if (compares_with_truth(publish.filter)) {
    fail_input("the ratio filters compare with true counts, which nobody has of collected reports",
               "Leave 'filter' out.");
  }
  if (!(publish.confidence > 0 && publish.confidence < 1)) {
    fail_input("'confidence' must lie between 0 and 1, like 0.95");
  }
}

std::unique_ptr<const Oracle> oracle_of(const ReportedCollection& collection, const PublishConfig& publish) {
  auto oracle = make_recorded_oracle(collection.oracle);
  if (dynamic_cast<const Memoised*>(oracle.get()) != nullptr) {
    fail_input(
        fmt::format("collection '{}' is of people who answer again ('{}'): its periods repeat the same noise, and "
                    "the errors of longer ones are not known",
                    collection.name, oracle->name()),
        "Its estimates by period can be read from the collector.");
  }
  require_estimable(*oracle, publish, "Choose another consistency.");
  return oracle;
}

// With a label for every region, since files name them.
Domain regions_of(const Domain& domain) {
  std::vector<std::string> labels;
  for (Value region = 0; region < domain.size(); ++region) labels.push_back(domain.label(region));
  return Domain(std::move(labels));
}

CollectedEvents tallies_by(Period base, const ReportedCollection& collection, std::size_t cells) {
  const auto start = [&](const ReportedPeriod& period) { return period_start(collection.period, period.number); };
  const auto has_reports = [](const ReportedPeriod& period) { return period.tally.reports > 0; };
  const auto first = std::find_if(collection.periods.begin(), collection.periods.end(), has_reports);
  if (first == collection.periods.end()) {
    fail_input(fmt::format("collection '{}' has no reports yet", collection.name));
  }
  const auto last = std::find_if(collection.periods.rbegin(), collection.periods.rend(), has_reports);
  CollectedEvents collected;
  collected.timeline = Timeline(base, start(*first), start(*last));
  collected.tallies.resize(collected.timeline.size());
  for (const ReportedPeriod& period : collection.periods) {
    if (period.tally.reports == 0) continue;
    if (period.tally.cells.size() != cells) {
      fail_input(fmt::format("a tally of collection '{}' has {} cells, but its oracle fills {}", collection.name,
                             period.tally.cells.size(), cells));
    }
    collected.tallies[collected.timeline.index(start(period))] += period.tally;
  }
  return collected;
}

// What few reports say is not published by itself.
std::size_t withhold(PeriodEstimates& estimates, std::uint64_t min_reports) {
  std::size_t withheld = 0;
  for (std::size_t t = 0; t < estimates.timeline.size(); ++t) {
    if (estimates.totals[t] >= static_cast<double>(min_reports)) continue;
    ++withheld;
    estimates.covered[t] = CoveredPart::none;
    estimates.totals[t] = 0;
    for (std::vector<Estimate>* list : {&estimates.plain, &estimates.published}) {
      std::fill_n(list->begin() + static_cast<std::ptrdiff_t>(t * estimates.regions), estimates.regions, Estimate{});
    }
  }
  return withheld;
}

// Even within their periods, in order.
std::vector<std::uint32_t> drawn_times(const CollectedEvents& collected, Random& random) {
  const Timeline& timeline = collected.timeline;
  std::vector<std::uint32_t> times;
  times.reserve(collected.events());
  for (std::size_t t = 0; t < timeline.size(); ++t) {
    const auto start = static_cast<std::uint32_t>((timeline.start(t) - timeline.start(0)).count());
    const auto length = static_cast<std::uint64_t>((timeline.start(t + 1) - timeline.start(t)).count());
    const auto begin = static_cast<std::ptrdiff_t>(times.size());
    for (std::uint64_t i = 0; i < collected.tallies[t].reports; ++i) {
      times.push_back(start + static_cast<std::uint32_t>(random.below(length)));
    }
    std::sort(times.begin() + begin, times.end());
  }
  return times;
}

}  // namespace

Release draw_local_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options) {
  options.progress("reading and randomising the events");
  Release release = std::move(prepared.release);
  const ReleaseConfig& config = release.config;
  const PublishConfig& publish = config.publish;
  const TallyOptions tallying{.base = base_period(publish),
                              .keep_times = publish.synthetic,
                              .keep_truth = options.keep_truth || compares_with_truth(publish.filter),
                              .from = config.events.from,
                              .to = config.events.to};
  EventTallier tallier(*release.oracle, random, tallying);
  EventReader& reader = *prepared.reader;
  const std::vector<std::size_t> keep = publish.synthetic ? release.columns.keep : std::vector<std::size_t>();
  EventsLeftOut left_out;
  if (config.privacy.person) {  // who is counted how often is known when all events are
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
  estimate_release(release, random, options);
  return release;
}

ReleaseConfig config_of_reports(const ReportedCollection& collection) {
  ReleaseConfig config;
  config.head.title = collection.title.empty() ? collection.name : collection.title;
  config.head.dataset = collection.name;
  return config;
}

ReleaseConfig read_config_of_reports(const std::string& path, const ReportedCollection& collection) {
  return read_reports_config(path, config_of_reports(collection));
}

Release release_from_reports(const ReleaseConfig& config, const ReportedCollection& collection,
                             const RandomSource& random, const BuildOptions& options) {
  require_publishable(config, collection);
  Release release;
  release.config = config;
  release.oracle = oracle_of(collection, config.publish);
  release.regions = regions_of(release.oracle->domain());
  release.columns = {.names = {"time", "region"}, .time = 0, .place = 1, .keep = {}};
  place_regions(release, Places::of_regions(release.regions.labels()));
  release.collected = tallies_by(base_period(config.publish), collection, release.oracle->cells());
  release.rows.read = release.collected.events();
  if (config.publish.synthetic && release.rows.read > options.max_synthetic_rows) {
    fail_input(fmt::format("{} reports are more than {} synthetic rows", release.rows.read, options.max_synthetic_rows),
               "Set synthetic = false under [publish].");
  }
  estimate_release(release, random, options);

  release.facts.is_seeded = release.facts.is_seeded || !collection.is_private;
  release.facts.reported = ReportedFacts{.collection = collection.name,
                                         .base = std::string(period_name(release.collected.timeline.period())),
                                         .min_reports = collection.min_reports,
                                         .withheld = {}};
  bool shows_something = false;
  for (PeriodEstimates& estimates : release.estimates) {
    const std::size_t withheld = withhold(estimates, collection.min_reports);
    if (withheld > 0)
      release.facts.reported->withheld[std::string(period_name(estimates.timeline.period()))] = withheld;
    shows_something = shows_something || withheld < estimates.timeline.size();
  }
  if (!shows_something) {
    fail_input(fmt::format("there is nothing to publish: no period of '{}' has {} reports yet", collection.name,
                           collection.min_reports),
               "Wait for more reports; the collection's min_reports says from how many estimates are shown.");
  }
  for (PeriodTally& tally : release.collected.tallies) {
    if (tally.reports < collection.min_reports) tally = {};
  }
  if (config.publish.synthetic) {
    release.collected.times =
        with_stream(random, Stream::report_times, [&](Random& bits) { return drawn_times(release.collected, bits); });
  }
  return release;
}

}  // namespace sourdine
