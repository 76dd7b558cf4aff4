#include "sourdine/release/publication.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sourdine/base/calendar.h"
#include "sourdine/base/text.h"
#include "sourdine/central/release.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/counts/page.h"
#include "sourdine/local/release.h"
#include "sourdine/local/report_oracle.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

// What was applied: one name, or one per kind of period where they differ.
Json consistency_json(const Release& release) {
  Json by_period;
  bool is_one = true;
  for (const PeriodEstimates& estimates : release.estimates) {
    is_one = is_one && estimates.consistency == release.estimates.front().consistency;
    by_period[std::string(period_name(estimates.timeline.period()))] = consistency_name(estimates.consistency);
  }
  if (is_one) return consistency_name(release.estimates.front().consistency);
  return by_period;
}

Json estimate_json(const Estimate& estimate) {
  return {{"estimate", estimate.value},
          {"std_error", estimate.std_error},
          {"lower", estimate.lower},
          {"upper", estimate.upper}};
}

// What was measured of the events, in a central release. Nothing here is an exact number of them.
Json central_json(const CentralFacts& central) {
  Json levels = Json::array();
  for (const CentralLevelFacts& level : central.levels) {
    levels.push_back({{"period", period_name(level.period)},
                      {"regions", {{"thousandths", level.region_parts}, {"noise_std", level.region_noise}}},
                      {"totals", {{"thousandths", level.total_parts}, {"noise_std", level.total_noise}}}});
  }
  Json json = {{"noise", fmt::format("discrete-{}", noise_name(central.noise))}, {"levels", levels}};
  if (central.bound) {
    const BoundFacts& bound = *central.bound;
    json["bound"] = {{"max_events", bound.max_events},
                     {"chosen", bound.is_chosen ? "behind noise" : "beforehand"},
                     {"thousandths", bound.parts},
                     {"people_with_more", estimate_json(bound.people)},
                     {"events_not_counted", estimate_json(bound.events)},
                     {"counted_of_one_person_at_most", bound.cap}};
  }
  json["events"] = estimate_json(central.total);
  if (central.bounded_rows) json["synthetic_rows_at_most"] = *central.bounded_rows;
  return json;
}

// How the values were randomised, or counted behind noise.
std::vector<Fact> mechanism_facts(const Release& release) {
  const StatementFacts& facts = release.facts;
  if (facts.central) {
    return {{"central", central_json(*facts.central)},
            {"measurement_noise", {{"per_report", 0}, {"per_holder", 0}, {"per_count", facts.central->day_variance}}}};
  }
  const MeasurementNoise noise = measurement_noise(*release.oracle);
  std::vector<Fact> list = {
      {"oracle", Json::parse(to_json(release.oracle->oracle_spec()))},
      {"measurement_noise", {{"per_report", noise.per_report}, {"per_holder", noise.per_holder}}}};
  if (release.config.privacy.person) {
    list.push_back({"person",
                    {{"column", release.config.privacy.person->column},
                     {"max_events", release.config.privacy.person->max_events.value_or(1)}}});
  }
  return list;
}

std::vector<Fact> manifest_facts(const Release& release) {
  const ReleaseConfig& config = release.config;
  const StatementFacts& facts = release.facts;
  std::vector<Fact> list = mechanism_facts(release);
  Json periods = Json::array();
  for (const Period period : config.publish.periods) periods.push_back(period_name(period));
  const std::vector<Fact> common = {{"regions", release.regions.labels()},
                                    {"periods", std::move(periods)},
                                    {"first", facts.first},
                                    {"last", facts.last},
                                    {"consistency", consistency_json(release)},
                                    {"smooth", config.publish.smooth ? "auto" : "none"},
                                    {"filter", filter_name(config.publish.filter)},
                                    {"confidence", release.config.publish.confidence},
                                    {"mostly_noise", mostly_noise_by_period(release)},
                                    {"holidays", config.holidays.country()}};
  list.insert(list.end(), common.begin(), common.end());
  if (!facts.central) {  // there nothing exact is told of rows
    list.push_back({"rows",
                    {{"read", release.rows.read},
                     {"used", facts.events},
                     {"dropped", release.rows.dropped},
                     {"skipped", release.rows.skipped},
                     {"outside", release.collected.outside},
                     {"missing", release.collected.missing}}});
  }
  if (facts.reported) {
    list.push_back({"collection",
                    {{"name", facts.reported->collection},
                     {"base", facts.reported->base},
                     {"min_reports", facts.reported->min_reports},
                     {"withheld", facts.reported->withheld}}});
  }
  if (config.publish.ratio_year != 0) list.push_back({"ratio_year", config.publish.ratio_year});
  if (config.publish.filter == BiasFilter::private_ratio) {
    list.push_back({"ratio_epsilon", config.publish.ratio_epsilon});
  }
  return list;
}

// As --json has had them from the first version on.
std::vector<Fact> more_facts(const Release& release) {
  std::vector<Fact> list = {
      {"events", release.facts.events}, {"regions", release.regions.size()}, {"oracle", release.mechanism()}};
  if (release.facts.reported) {
    list.push_back({"collection", release.facts.reported->collection});
    list.push_back({"min_reports", release.facts.reported->min_reports});
    list.push_back({"withheld", release.facts.reported->withheld});
  }
  return list;
}

// For the terminal: what was measured, and what was left out. A central release tells of rows nothing exact.
std::vector<std::string> told(const Release& release) {
  const StatementFacts& facts = release.facts;
  const std::string span = fmt::format("{} from {} to {}, {}", counted(facts.events, "event"), facts.first, facts.last,
                                       counted(facts.regions, "region"));
  std::vector<std::string> lines;
  if (facts.central) {
    lines.push_back(fmt::format("about {}, counted behind {}", span, facts.oracle));
  } else {
    lines.push_back(fmt::format("{}, randomised by '{}'", span, release.mechanism()));
    const std::string left_out = left_out_text(release.rows, release.collected.outside, release.collected.missing);
    if (!left_out.empty()) lines.push_back(left_out);
  }
  std::vector<std::string> noisy;
  for (const PeriodEstimates& estimates : release.estimates) {
    const std::size_t noise = mostly_noise(estimates);
    if (noise == 0) continue;
    noisy.push_back(
        fmt::format("{} of {} by {}", noise, estimates.published.size(), period_name(estimates.timeline.period())));
  }
  if (!noisy.empty()) {
    lines.push_back(
        fmt::format("mostly noise (a standard error above 1 and above the estimate): {}", fmt::join(noisy, ", ")));
  }
  if (facts.reported) {
    for (const auto& [period, count] : facts.reported->withheld) {
      lines.push_back(
          fmt::format("withheld: {} by {}, of fewer than {} reports", count, period, facts.reported->min_reports));
    }
    lines.push_back(fmt::format(
        "nothing is spent: these are reports of the collection '{}', which was paid for when it was created",
        escaped(facts.reported->collection)));
  }
  return lines;
}

Drawn drawn_of(const Release& release, const Drawing& drawing) {
  const StatementFacts& facts = release.facts;
  return {.promise = counts_promise(facts),
          .spendings = {},
          .is_seeded = facts.is_seeded,
          .facts = manifest_facts(release),
          .more_facts = more_facts(release),
          .told = told(release),
          .tables = release_tables(release, drawing.random),
          .details = counts_details(facts, release.config.head.language),
          .page = [&release] { return counts_page(release); },
          .opened = {{"release", "index.html"}}};
}

// Reads the events and draws.
Release draw_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options) {
  const bool is_central = prepared.release.config.privacy.model == PrivacyModel::central;
  return is_central ? draw_central_release(std::move(prepared), random, options)
                    : draw_local_release(std::move(prepared), random, options);
}

}  // namespace

PreparedRelease prepare_release(const ReleaseConfig& config, const std::string& source) {
  PreparedRelease prepared;
  prepared.reader = open_events(config, source);
  const Places& places = prepared.reader->places();
  Release& release = prepared.release;
  release.config = config;
  release.columns = synthetic_columns(*prepared.reader, config.events);
  release.regions = places.regions();
  place_regions(release, places);
  if (config.privacy.person) person_column(*prepared.reader, config);
  if (config.privacy.model == PrivacyModel::central) {
    prepared.asked = central_guarantee_asked(config, release.regions.size());
  } else {
    release.oracle = make_release_oracle(config, release.regions);
    prepared.asked = release_guarantee(*release.oracle, config);
  }
  return prepared;
}

Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options) {
  PreparedRelease prepared = prepare_release(config, options.source);
  options.before_noise(prepared.asked);
  return draw_release(std::move(prepared), random, options);
}

std::string left_out_text(const EventCounts& rows, std::uint64_t outside, std::uint64_t missing) {
  if (rows.dropped + rows.skipped + outside + missing == 0) return "";
  return fmt::format("left out: {} by their place, {} as bad rows, {} outside the days asked for{}", rows.dropped,
                     rows.skipped, outside,
                     missing > 0 ? fmt::format(", {} on days declared missing", missing) : std::string());
}

void CountsPublication::read(const Reading& reading) {
  reading.progress("reading");
  prepared_ = prepare_release(reading.is_check ? lenient_config(config_) : config_, reading.source);
  options_.before_noise(prepared_.asked);
  options_.source = reading.source;
  options_.progress = reading.progress;
  options_.stop = reading.stop;
}

// Where the configuration gives both days to cover, only events between them are looked at, and in the local model the
// time of an event is public: releases of disjoint days compose in parallel. Days that are not given are those of the
// data, and nothing is claimed.
Spending CountsPublication::spending_of(const Drawing& drawing, const Guarantee& guarantee) const {
  const PrivacyConfig& privacy = config_.privacy;
  const EventsConfig& events = config_.events;
  Spending spending = config_.head.spending();
  spending.purpose = drawing.purpose;
  spending.is_seeded = drawing.is_seeded();
  spending.mechanism =
      privacy.model == PrivacyModel::local ? privacy.oracle : fmt::format("discrete {}", noise_name(privacy.noise));
  spending.guarantee = guarantee;
  if (events.from && events.to) {
    spending.period = LedgerPeriod{.first = period_label(Period::day, *events.from),
                                   .last = period_label(Period::day, *events.to),
                                   .is_fixed = guarantee.model == PrivacyModel::local,
                                   .basis = fmt::format("{}|{}|{}", events.time, events.clock, events.time_zone)};
  }
  return spending;
}

std::vector<Spending> CountsPublication::spendings(const Drawing& drawing) const {
  return {spending_of(drawing, prepared_.asked)};
}

Drawn CountsPublication::draw(const Drawing& drawing) {
  release_ = draw_release(std::move(prepared_), drawing.random, options_);
  Drawn drawn = drawn_of(release_, drawing);
  Spending spending = spending_of(drawing, release_.facts.guarantee);
  spending.mechanism = release_.mechanism();
  spending.is_private = drawn.promise.is_private();
  drawn.spendings = {spending};
  return drawn;
}

Outlook CountsPublication::outlook(const Drawing& drawing) {
  const Outlook ledger = ledger_outlook(spending_of(drawing, prepared_.asked), drawing.stop);
  check_ = check_release(config_, std::move(prepared_), options_.source, drawing.stop);
  return release_outlook(config_, check_, ledger);
}

const std::vector<std::pair<std::string, std::uint64_t>>& CountsPublication::unknown_places() const {
  return check_.rows.read > 0 ? check_.unknown_places : release_.unknown_places;
}

Drawn ReportedPublication::draw(const Drawing& drawing) {
  BuildOptions options;
  options.progress = drawing.progress;
  options.stop = drawing.stop;
  release_ = release_from_reports(config_, collection_, drawing.random, options);
  return drawn_of(release_, drawing);
}

// Estimating reports costs nothing: what would be published can be told.
Outlook ReportedPublication::outlook(const Drawing& drawing) {
  const Drawn drawn = draw(drawing);
  return {.facts = drawn.more_facts, .told = drawn.told};
}

}  // namespace sourdine
