#include "sourdine/release/release.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/version.h"
#include "sourdine/estimate/typical_error.h"
#include "sourdine/oracle/table.h"
#include "sourdine/privacy/loss.h"
#include "sourdine/random/stream.h"
#include "sourdine/release/bias_filter.h"
#include "sourdine/release/central_release.h"
#include "sourdine/release/contribution.h"
#include "sourdine/release/covered_days.h"
#include "sourdine/release/event_source.h"
#include "sourdine/release/local_release.h"
#include "sourdine/release/person_events.h"
#include "sourdine/release/statement_words.h"

namespace sourdine {
namespace {

// The year's true counts that a ratio filter compares with, drawn once for all periods: they are paid for once.
std::vector<double> ratio_counts(const Release& release, const RandomSource& random) {
  const PublishConfig& publish = release.config.publish;
  if (publish.filter != BiasFilter::ratio && publish.filter != BiasFilter::private_ratio) return {};
  std::vector<double> counts = true_counts(release.collected, release.regions.size(), publish.ratio_year);
  if (publish.filter == BiasFilter::private_ratio) {
    random.with_stream(number_of(Stream::ratio_of_filter),
                       [&](Random& bits) { counts = noisy_counts(std::move(counts), publish.ratio_epsilon, bits); });
  }
  return counts;
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

// What the synthetic rows are drawn from: the published estimates of a base period, made ≥ 0 and adding up.
std::vector<double> consistent_shares(const PeriodEstimates& estimates) {
  const Timeline& base = estimates.timeline;
  std::vector<double> shares;
  shares.reserve(base.size() * estimates.regions);
  std::vector<double> row(estimates.regions);
  const StopToken stop;
  for (std::size_t t = 0; t < base.size(); ++t) {
    stop.check();
    for (std::size_t v = 0; v < row.size(); ++v) row[v] = estimates.at(t, v).value;
    const Consistent consistent = norm_sub(row, estimates.totals[t]);
    shares.insert(shares.end(), consistent.counts.begin(), consistent.counts.end());
  }
  return shares;
}

std::vector<double> base_shares(const Release& release) {
  const Period base = release.collected.timeline.period();
  const auto& periods = release.config.publish.periods;
  const auto found = std::find(periods.begin(), periods.end(), base);
  if (found != periods.end()) {
    return consistent_shares(release.estimates[static_cast<std::size_t>(found - periods.begin())]);
  }
  PeriodEstimateOptions options;
  options.smooth = release.config.publish.smooth;
  return consistent_shares(estimate_period(base, release, options));
}

// Event by event as they are read; persons are bounded when all of their events are known.
EventCounts collect_events(EventReader& reader, const std::vector<std::size_t>& keep, const RandomSource& random,
                           const CollectOptions& options, Release& release) {
  const ReleaseConfig& config = release.config;
  Collector collector(*release.oracle, random, options);
  std::uint64_t missing = 0, outside = 0, nameless = 0;
  if (config.privacy.person) {
    PersonEvents events = read_person_events(reader, config, keep);
    random.with_stream(number_of(Stream::kept_events), [&](Random& bits) {
      events.keep(bounded_events(events.persons, events.people, *config.privacy.person->max_events, bits));
    });
    for (const Event& event : events.events) collector.add(event);
    release.kept = std::move(events.kept);
    missing = events.missing;
    outside = events.outside;
    nameless = events.nameless;
  } else {
    release.kept = KeptTexts(keep.size());
    const bool has_missing = !config.events.missing.empty();
    reader.read_all(keep, [&](const EventBatch& batch) {
      for (std::size_t i = 0; i < batch.events().size(); ++i) {
        const std::chrono::local_seconds time = batch.events()[i].time;
        if (has_missing && is_between_days(config.events, time) && !is_asked_for(config.events, time)) {
          ++missing;
          continue;
        }
        if (!collector.add(batch.events()[i])) continue;
        for (std::size_t column = 0; column < keep.size(); ++column) release.kept.add(column, batch.text(i, column));
      }
    });
  }
  reader.require_some();
  release.collected = collector.finish();
  release.collected.missing = missing;
  release.collected.outside += outside;
  EventCounts rows = reader.counts();
  rows.skipped += nameless;
  return rows;
}

CoveredDays covered_days(const EventsConfig& config, const CollectedEvents& collected) {
  std::vector<std::uint64_t> events;
  events.reserve(collected.tallies.size());
  for (const PeriodTally& tally : collected.tallies) events.push_back(tally.reports);
  return {config, collected.timeline, events};
}

}  // namespace

Guarantee event_guarantee(const Oracle& oracle, const PublishConfig& publish) {
  Guarantee guarantee = oracle.guarantee();
  guarantee.unit = Unit::event;  // one report for every event
  guarantee.unit_text = counts_words::unit.in(Language::en);
  guarantee.neighbours_text = counts_words::neighbours.in(Language::en);
  // A release has one report for every event, and its readers know events.
  const std::array event_caveats{"not protected: that an event happened, when, and how many there are",
                                 "m events about the same person together spend m times this epsilon"};
  const std::vector<std::string> report_caveats = local_report_guarantee(0, 0).caveats;
  for (std::size_t i = 0; i < event_caveats.size(); ++i) {
    std::ranges::replace(guarantee.caveats, report_caveats.at(i), std::string(event_caveats[i]));
  }
  if (publish.filter == BiasFilter::private_ratio) {
    guarantee.epsilon += ratio_noise(publish.ratio_epsilon).epsilon();
    guarantee.epsilon_asked += publish.ratio_epsilon;
    guarantee.model = PrivacyModel::central;  // whoever draws this noise has seen the counts
  }
  return guarantee;
}

Guarantee release_guarantee(const Oracle& oracle, const ReleaseConfig& config) {
  Guarantee guarantee = event_guarantee(oracle, config.publish);
  if (!config.privacy.person) return guarantee;
  const std::uint64_t max_events = config.privacy.person->max_events.value_or(1);
  // Sequential composition of the reports of one person's events, in whole billionths.
  guarantee.epsilon = std::get<PureEpsilon>(repeated(PureEpsilon{guarantee.epsilon}, max_events)).epsilon;
  guarantee.epsilon_asked = *config.privacy.epsilon;
  if (config.publish.filter == BiasFilter::private_ratio) {
    guarantee.epsilon_asked += static_cast<double>(max_events) * config.publish.ratio_epsilon;
  }
  guarantee.unit = Unit::person;
  guarantee.unit_text = counts_words::unit_of_person.in(Language::en);
  guarantee.neighbours_text = counts_words::neighbours_of_person.in(Language::en);
  std::ranges::replace(guarantee.caveats,
                       std::string("m events about the same person together spend m times this epsilon"),
                       fmt::format("of one person {} events at most are counted", max_events));
  return guarantee;
}

std::optional<double> report_epsilon(const PrivacyConfig& privacy) {
  if (!privacy.person || !privacy.epsilon) return privacy.epsilon;
  // Rounded down to billionths, so that max_events of them are not above what was asked.
  const ExactEpsilon whole = ExactEpsilon::spendable(*privacy.epsilon);
  return ExactEpsilon{whole.nano / privacy.person->max_events.value_or(1)}.value();
}

constexpr std::string_view automatic_oracle = "auto";

OracleSpec choose_oracle(const PrivacyConfig& privacy, const Domain& regions) {
  OracleSpec spec{privacy.oracle, regions, report_epsilon(privacy).value_or(0), privacy.parameters};
  if (privacy.f) {
    if (privacy.oracle != automatic_oracle && has_parameter(find_oracle(privacy.oracle), "f")) {
      spec.parameters["f"] = *privacy.f;
    } else {
      spec.epsilon = 2 * std::log(2 / *privacy.f - 1);
    }
  }
  if (privacy.oracle != automatic_oracle) return spec;
  // For pure oracles the ranking does not depend on the number of reports, which is not known before the events are
  // read. It must not depend on the events: the choice is published.
  spec.oracle = best_pure_oracle(regions, spec.epsilon, declared_shares(regions, privacy.shares));
  return spec;
}

std::unique_ptr<const Oracle> make_release_oracle(const ReleaseConfig& config, const Domain& regions) {
  std::unique_ptr<const Oracle> oracle;
  try {
    oracle = make_oracle(choose_oracle(config.privacy, regions));
  } catch (const Error& error) {  // only here is it known which file says so
    throw Error(error.code(), fmt::format("'{}', [privacy]: {}", config.head.path, error.what()), error.hint());
  }
  const PublishConfig& publish = config.publish;
  if (publish.consistency == Consistency::mle && !publish.smooth && !oracle->cell_is_report()) {
    fail_input(fmt::format("consistency 'mle' needs the reports themselves with oracle '{}'", oracle->name()),
               "Choose oracle = \"grr\", or another consistency.");
  }
  return oracle;
}

Period base_period(const PublishConfig& publish) {
  const bool has_hours =
      std::find(publish.periods.begin(), publish.periods.end(), Period::hour) != publish.periods.end();
  return has_hours ? Period::hour : Period::day;
}

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
  if (publish.synthetic) facts.kept = config.events.keep;
  facts.has_public_places = config.places.is_public;
  facts.drops_places = config.places.other == "drop" || !config.places.drop.empty();
  facts.confidence = publish.confidence;
  facts.has_synthetic = publish.synthetic;
  facts.person = config.privacy.person;
  return facts;
}

PreparedRelease prepare_release(const ReleaseConfig& config, const std::string& source) {
  PreparedRelease prepared;
  prepared.reader = open_events(config, source);
  const Places& places = prepared.reader->places();
  Release& release = prepared.release;
  release.config = config;
  release.columns = synthetic_columns(*prepared.reader, config.events);
  release.regions = places.regions();
  release.seats = read_seats(config.places, places);
  if (!config.places.map.empty()) {
    release.map = read_region_map(config.places.map, config.places.map_region, release.regions.labels());
  }
  if (config.privacy.person) person_column(*prepared.reader, config);
  if (config.privacy.model == PrivacyModel::central) {
    prepared.asked = central_guarantee_asked(config, release.regions.size());
  } else {
    release.oracle = make_release_oracle(config, release.regions);
    prepared.asked = release_guarantee(*release.oracle, config);
  }
  return prepared;
}

Release draw_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options) {
  const ReleaseConfig& config = prepared.release.config;
  if (config.privacy.model == PrivacyModel::central) return draw_central_release(std::move(prepared), random, options);
  options.progress("reading and randomising the events");
  Release release = std::move(prepared.release);
  const PublishConfig& publish = release.config.publish;
  CollectOptions collecting;
  collecting.base = base_period(publish);
  collecting.keep_times = publish.synthetic;
  collecting.keep_truth =
      options.keep_truth || publish.filter == BiasFilter::ratio || publish.filter == BiasFilter::private_ratio;
  collecting.from = release.config.events.from;
  collecting.to = release.config.events.to;
  const std::vector<std::size_t> keep = publish.synthetic ? release.columns.keep : std::vector<std::size_t>();
  release.rows = collect_events(*prepared.reader, keep, random, collecting, release);
  release.unknown_places = prepared.reader->unknown_places();
  estimate_release(release, random, options);
  return release;
}

Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options) {
  PreparedRelease prepared = prepare_release(config, options.source);
  options.before_noise(prepared.asked);
  return draw_release(std::move(prepared), random, options);
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

std::string Release::mechanism() const {
  return oracle ? oracle->name() : fmt::format("discrete-{}", noise_name(config.privacy.noise));
}

std::map<std::string, std::size_t> mostly_noise_by_period(const Release& release) {
  std::map<std::string, std::size_t> numbers;
  for (const PeriodEstimates& estimates : release.estimates) {
    numbers[std::string(period_name(estimates.timeline.period()))] = mostly_noise(estimates);
  }
  return numbers;
}

TrueCounts count_events(const ReleaseConfig& config, const std::string& source, Period period) {
  const auto reader = open_events(config, source);
  std::vector<Event> events;
  Event event;
  while (reader->next(event)) {
    if (!is_asked_for(config.events, event.time)) continue;
    events.push_back(event);
  }
  reader->require_some();
  if (events.empty()) fail_input("there are no events between 'from' and 'to'");
  const auto [first, last] =
      std::minmax_element(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
  const Domain& regions = reader->places().regions();
  TrueCounts truth{Timeline(period, config.events.from ? std::chrono::local_seconds(*config.events.from) : first->time,
                            config.events.to ? std::chrono::local_seconds(*config.events.to) : last->time),
                   regions.labels(),
                   {}};
  truth.counts.resize(truth.timeline.size() * regions.size());
  for (const Event& one : events) ++truth.counts[truth.timeline.index(one.time) * regions.size() + one.region];
  return truth;
}

}  // namespace sourdine
