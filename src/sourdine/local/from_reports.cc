#include "sourdine/local/from_reports.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/local/release.h"
#include "sourdine/local/report_oracle.h"
#include "sourdine/oracle/table.h"
#include "sourdine/protocol/memoised.h"
#include "sourdine/random/streams.h"

namespace sourdine {
namespace {

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
  if (publish.filter == BiasFilter::ratio || publish.filter == BiasFilter::private_ratio) {
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
    PeriodTally& into = collected.tallies[collected.timeline.index(start(period))];
    into.reports += period.tally.reports;
    into.cells.resize(cells);
    std::transform(period.tally.cells.begin(), period.tally.cells.end(), into.cells.begin(), into.cells.begin(),
                   std::plus<>());
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
    for (std::size_t v = 0; v < estimates.regions; ++v) {
      estimates.plain[t * estimates.regions + v] = {0, 0, 0, 0};
      estimates.published[t * estimates.regions + v] = {0, 0, 0, 0};
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
