#include "sourdine/release/release.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/base/version.h"
#include "sourdine/estimate/typical_error.h"
#include "sourdine/events/event_reader.h"
#include "sourdine/oracle/table.h"
#include "sourdine/release/bias_filter.h"
#include "sourdine/release/statement_phrases.h"

namespace sourdine {
namespace {

// Streams of randomness beyond those of the batches.
constexpr std::uint64_t ratio_stream = std::uint64_t{1} << 62;

Places read_places(const PlacesConfig& config) {
  const PlaceOptions options{find_other_places(config.other), config.other_name, config.drop};
  if (config.tables.empty()) return Places::of_regions(config.regions, options);
  std::vector<PlaceTable> tables;
  for (const std::string& path : config.tables) {
    tables.push_back({.path = path,
                      .place_column = config.place,
                      .region_column = config.region,
                      .latitude_column = config.latitude,
                      .longitude_column = config.longitude});
  }
  return Places::from_tables(tables, options);
}

// Where the regions lie on a map: from the file of seats, else from the table of places.
std::vector<Seat> read_seats(const PlacesConfig& config, const Places& places) {
  const Domain& regions = places.regions();
  std::vector<Seat> seats;
  for (Value region = 0; region < regions.size(); ++region) seats.push_back({"", places.coordinates(region)});
  if (config.seats.empty()) return seats;
  const auto rows = csv_rows(std::make_unique<InputFile>(config.seats));
  const std::size_t region = find_column(*rows, "region");
  const std::size_t north = find_column(*rows, "latitude"), east = find_column(*rows, "longitude");
  const auto town = std::find(rows->columns().begin(), rows->columns().end(), "seat") - rows->columns().begin();
  while (rows->next()) {
    const auto row = rows->row();
    const auto& labels = regions.labels();
    const auto found = std::find(labels.begin(), labels.end(), row[region]);
    if (found == labels.end()) {
      fail_input(fmt::format("{}: '{}' is not among the regions", rows->where(), shown(row[region])));
    }
    Seat& seat = seats[static_cast<std::size_t>(found - labels.begin())];
    seat.place = parse_coordinates(row[north], row[east], rows->where());
    if (static_cast<std::size_t>(town) < row.size()) seat.town = row[static_cast<std::size_t>(town)];
  }
  return seats;
}

std::unique_ptr<EventReader> open_events(const ReleaseConfig& config, const std::string& source) {
  const EventsConfig& events = config.events;
  const std::string from = source.empty() ? events.source : source;
  if (from.empty()) {
    fail_input(fmt::format("'{}': [events] has no 'source' and none was given", config.path),
               "Name the events on the command line, or set source in [events].");
  }
  RowOptions rows;
  if (events.separator != "auto") {
    if (events.separator.size() != 1) {
      fail_input(fmt::format("'{}': 'separator' must be one character", config.path));
    }
    rows.separator = events.separator[0];
  }
  rows.on_bad_row = events.skip_bad_rows ? OnBadRow::skip : OnBadRow::stop;
  return std::make_unique<EventReader>(
      open_rows(from, source.empty() || !events.query.empty() ? events.query : "", rows),
      EventOptions{events.time, events.place, events.time_format, rows.on_bad_row}, read_places(config.places));
}

SyntheticColumns synthetic_columns(const EventReader& reader, const EventsConfig& events) {
  SyntheticColumns columns{.names = reader.columns(),
                           .time = reader.time_column(),
                           .place = reader.place_column(),
                           .id = SIZE_MAX,
                           .keep = {}};
  for (const std::string& name : columns.names) {
    if (!is_utf8(name)) {
      fail_input("the names of the events' columns are not UTF-8",
                 "Convert the file first, for example: iconv -f WINDOWS-1252 -t UTF-8 events.csv > events-utf8.csv");
    }
  }
  const auto place = [&](const std::string& name) {
    const auto found = std::find(columns.names.begin(), columns.names.end(), name);
    if (found == columns.names.end()) {
      fail_input(
          fmt::format("there is no column '{}' among the events' columns {}", name, fmt::join(columns.names, ", ")),
          "'id' and 'keep' in [events] name columns of the events.");
    }
    return static_cast<std::size_t>(found - columns.names.begin());
  };
  if (!events.id.empty()) columns.id = place(events.id);
  if (columns.id == columns.time || columns.id == columns.place) {
    fail_input(fmt::format("column '{}' cannot be the id: it is the time or the place", events.id));
  }
  for (const std::string& name : events.keep) {
    const std::size_t column = place(name);
    const bool is_repeated = std::find(columns.keep.begin(), columns.keep.end(), column) != columns.keep.end();
    if (column == columns.time || column == columns.place || column == columns.id || is_repeated) {
      fail_input(fmt::format("column '{}' cannot be kept: it is the time, the place, the id or kept already", name));
    }
    columns.keep.push_back(column);
  }
  return columns;
}

// The year's true counts that a ratio filter compares with, drawn once for all periods: they are paid for once.
std::vector<double> ratio_counts(const Release& release, const RandomSource& random) {
  const PublishConfig& publish = release.config.publish;
  if (publish.filter != BiasFilter::ratio && publish.filter != BiasFilter::private_ratio) return {};
  std::vector<double> counts = true_counts(release.collected, release.oracle->k(), publish.ratio_year);
  if (publish.filter == BiasFilter::private_ratio) {
    random.with_stream(ratio_stream,
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

Guarantee event_guarantee(const Oracle& oracle, const PublishConfig& publish) {
  Guarantee guarantee = oracle.guarantee();
  guarantee.unit = phrase_text(Phrase::unit, Language::en);
  guarantee.neighbours = phrase_text(Phrase::neighbours, Language::en);
  if (publish.filter == BiasFilter::private_ratio) {
    guarantee.epsilon += ratio_noise(publish.ratio_epsilon).epsilon();
    guarantee.epsilon_asked += publish.ratio_epsilon;
    guarantee.model = PrivacyModel::central;  // whoever draws this noise has seen the counts
  }
  return guarantee;
}

StatementFacts facts_of(const Release& release, bool is_private) {
  const PublishConfig& publish = release.config.publish;
  StatementFacts facts;
  facts.title = release.config.title;
  facts.software = fmt::format("sourdine {}", version());
  facts.date = today();
  const Timeline& timeline = release.collected.timeline;
  facts.first = period_label(Period::day, timeline.start(0));
  facts.last = period_label(Period::day, timeline.start(timeline.size() - 1));
  facts.events = release.collected.events();
  facts.regions = release.oracle->k();
  const std::string& name = release.oracle->name();
  facts.oracle = fmt::format("{} ({})", name, find_oracle(name).title);
  for (const Period period : publish.periods) facts.periods.emplace_back(period_name(period));
  facts.guarantee = event_guarantee(*release.oracle, publish);
  facts.is_seeded = !is_private;
  facts.is_smoothed = publish.smooth;
  facts.filter = publish.filter;
  facts.ratio_epsilon = publish.ratio_epsilon;
  if (publish.synthetic) facts.kept = release.config.events.keep;
  facts.drops_places = release.config.places.other == "drop" || !release.config.places.drop.empty();
  facts.confidence = publish.confidence;
  facts.dropped = release.rows.dropped;
  facts.has_synthetic = publish.synthetic;
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

}  // namespace

constexpr std::string_view automatic_oracle = "auto";

OracleSpec choose_oracle(const PrivacyConfig& privacy, const Domain& regions) {
  OracleSpec spec{privacy.oracle, regions, privacy.epsilon.value_or(0), privacy.parameters};
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

Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options) {
  Release release;
  release.config = config;
  options.progress("reading and randomising the events");
  const auto reader = open_events(config, options.source);
  release.columns = synthetic_columns(*reader, config.events);
  try {
    release.oracle = make_oracle(choose_oracle(config.privacy, reader->places().regions()));
  } catch (const Error& error) {  // only here is it known which file says so
    throw Error(error.code(), fmt::format("'{}', [privacy]: {}", config.path, error.what()), error.hint());
  }
  release.seats = read_seats(config.places, reader->places());
  const PlacesConfig& places = config.places;
  if (!places.map.empty()) {
    release.map = read_region_map(places.map, places.map_region, reader->places().regions().labels());
  }

  const PublishConfig& publish = config.publish;
  if (publish.consistency == Consistency::mle && !publish.smooth && !release.oracle->cell_is_report()) {
    fail_input(fmt::format("consistency 'mle' needs the reports themselves with oracle '{}'", release.oracle->name()),
               "Choose oracle = \"grr\", or another consistency.");
  }
  options.before_noise(event_guarantee(*release.oracle, publish));
  const bool has_hours =
      std::find(publish.periods.begin(), publish.periods.end(), Period::hour) != publish.periods.end();
  CollectOptions collecting;
  collecting.base = has_hours ? Period::hour : Period::day;
  collecting.keep_times = publish.synthetic;
  collecting.keep_truth =
      options.keep_truth || publish.filter == BiasFilter::ratio || publish.filter == BiasFilter::private_ratio;
  collecting.from = config.events.from;
  collecting.to = config.events.to;
  const std::vector<std::size_t> keep = publish.synthetic ? release.columns.keep : std::vector<std::size_t>();
  release.kept = KeptTexts(keep.size());
  Collector collector(*release.oracle, random, collecting);
  reader->read_all(keep, [&](const EventBatch& batch) {
    for (std::size_t i = 0; i < batch.events().size(); ++i) {
      if (!collector.add(batch.events()[i])) continue;
      for (std::size_t column = 0; column < keep.size(); ++column) release.kept.add(column, batch.text(i, column));
    }
  });
  release.collected = collector.finish();
  release.rows = reader->counts();
  release.unknown_places = reader->unknown_places();

  const std::vector<double> yearly = ratio_counts(release, random);
  for (const Period period : publish.periods) {
    options.progress(fmt::format("estimating by {}", period_name(period)));
    PeriodEstimates estimates =
        estimate_period(period, release, {publish.confidence, publish.consistency, publish.smooth});
    estimates.truth = period_truth(estimates.timeline, release.collected, release.oracle->k());
    apply_filter(estimates, release, yearly);
    if (!options.keep_truth) estimates.truth.clear();
    release.estimates.push_back(std::move(estimates));
  }
  if (!options.keep_truth) release.collected.truth.clear();
  if (publish.synthetic) release.shares = base_shares(release);
  release.facts = facts_of(release, random.is_private());
  return release;
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
    const auto day = std::chrono::floor<std::chrono::days>(event.time);
    if ((config.events.from && day < *config.events.from) || (config.events.to && day > *config.events.to)) continue;
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
