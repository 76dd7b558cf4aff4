#include "sourdine/release/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/central/counts.h"
#include "sourdine/central/release.h"
#include "sourdine/counts/contribution.h"
#include "sourdine/counts/event_source.h"
#include "sourdine/counts/statement.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/release/plan_release.h"

namespace sourdine {
namespace {

// " Ann" and "ANN" may be one person.
std::string without_spelling(std::string_view person) {
  constexpr std::string_view spaces = " \t\r\n\f\v";
  const std::size_t first = person.find_first_not_of(spaces), last = person.find_last_not_of(spaces);
  std::string folded(person.substr(first, last + 1 - first));
  for (char& c : folded) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return folded;
}

// How many events each person has.
class PeopleCounts {
 public:
  // False when the event names no person.
  bool add(std::string_view person);
  // Without a bound: the one that "auto" looks for.
  PeopleOutlook outlook(std::optional<std::uint64_t> max_events) const;

 private:
  PersonIndex index_, spellings_;
  std::vector<std::uint64_t> events_;  // of each person
  PeopleOutlook outlook_;              // what is known without a bound
};

bool PeopleCounts::add(std::string_view person) {
  if (names_nobody(person)) {
    ++outlook_.nameless;
    return false;
  }
  const std::uint32_t number = index_.number(person);
  if (number == events_.size()) {
    events_.push_back(0);
    spellings_.number(without_spelling(person));
  }
  ++outlook_.events;
  if (++events_[number] > outlook_.of_busiest) {
    outlook_.of_busiest = events_[number];
    outlook_.busiest = person;
  }
  return true;
}

PeopleOutlook PeopleCounts::outlook(std::optional<std::uint64_t> max_events) const {
  std::vector<std::uint64_t> sorted = events_;
  std::sort(sorted.begin(), sorted.end());
  const auto place = static_cast<std::size_t>(sorted.size() * bound_quantile_percent / 100);
  const std::uint64_t usual = sorted.empty() ? 1 : sorted[std::min(place, sorted.size() - 1)];
  PeopleOutlook outlook = outlook_;
  outlook.people = events_.size();
  outlook.respelled = index_.size() - spellings_.size();
  outlook.max_events = max_events.value_or(std::min(usual, largest_chosen_bound));
  const auto all = std::numeric_limits<std::uint64_t>::max();
  const RemovedByBound removed = removed_by_bound(events_, outlook.max_events, all);
  outlook.with_more = removed.people;
  outlook.not_counted = removed.events;
  return outlook;
}

// Days, or hours, that nobody asked for are counted where synthetic rows are drawn from them, and their noise is paid
// for by the counts that are published.
void add_synthetic_note(const ReleaseConfig& config, std::vector<std::string>& notes) {
  const PublishConfig& publish = config.publish;
  const Period base = base_period(publish);
  if (config.privacy.model != PrivacyModel::central || !publish.synthetic) return;
  if (publish.has(base) || publish.has(Period::week)) return;
  notes.push_back(fmt::format(
      "the {0}s are counted for the synthetic rows alone, which takes a part of epsilon from the counts that "
      "are published: synthetic = false in [publish] leaves it to them",
      period_name(base)));
}

// The sentence of the first bad row; empty when the source cannot be read again.
std::string first_bad_row(const ReleaseConfig& config, const std::string& source, const StopToken& stop) {
  if (!can_be_read_again(source.empty() ? config.events.source : source)) return {};
  ReleaseConfig stopping = lenient_config(config);
  stopping.events.rows.on_bad_row = OnBadRow::stop;
  try {
    const auto reader = open_events(stopping, source);
    Event event;
    while (reader->next(event)) stop.check();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    return error.what();
  }
  return {};
}

// Regions that the page will list as off the map: a name that the map spells otherwise is seen here first.
void add_map_note(const Release& release, std::vector<std::string>& notes) {
  const std::string& path = release.config.places.map;
  if (path.empty()) return;
  std::vector<std::string> missing;
  const std::vector<RegionOutline>& map = release.map;
  for (const std::string& region : release.regions.labels()) {
    const auto is_region = [&](const RegionOutline& outline) { return outline.region == region; };
    if (std::none_of(map.begin(), map.end(), is_region)) missing.push_back(fmt::format("'{}'", shown(region)));
  }
  if (missing.empty()) return;
  constexpr std::size_t most_named = 10;
  const std::size_t others = missing.size() - std::min(missing.size(), most_named);
  missing.resize(missing.size() - others);
  notes.push_back(fmt::format("the map '{}' has no polygon of {}{}", path, fmt::join(missing, ", "),
                              others == 0 ? "" : fmt::format(" and {}", counted(others, "other region"))));
}

void check_bad_rows(const ReleaseConfig& config, const std::string& source, const StopToken& stop,
                    ReleaseCheck& check) {
  const std::uint64_t bad = check.rows.skipped;
  if (bad == 0) return;
  const std::string first = first_bad_row(config, source, stop);
  if (!config.events.skips_bad_rows()) {
    check.problems.push_back(
        fmt::format("{} cannot be read{}{}. Correct such rows, or set on_bad_row = \"skip\" in [events]",
                    counted(bad, "row"), first.empty() ? "" : "; the first: ", first));
  } else if (!first.empty()) {
    check.notes.push_back(fmt::format("the first row that is left out as bad: {}", first));
  }
}

void check_places(const ReleaseConfig& config, const EventReader& reader, ReleaseCheck& check) {
  check.unknown_places = reader.unknown_places(PlaceIndex::max_spellings);
  check.unlisted_rows = check.unknown_rows = reader.unlisted_unknown();
  for (const auto& [place, rows] : check.unknown_places) check.unknown_rows += rows;
  if (check.unknown_rows > 0 && config.places.other == "stop") {
    check.problems.push_back(
        fmt::format("{} with a place that belongs to no region. Add the places to the table, or set other = \"own "
                    "region\" or \"drop\" in [places]",
                    check.unknown_rows == 1 ? "1 row comes" : fmt::format("{} rows come", check.unknown_rows)));
  }
  const auto is_foreign = [](const auto& place) { return !is_utf8(place.first); };
  const auto foreign = std::count_if(check.unknown_places.begin(), check.unknown_places.end(), is_foreign);
  if (foreign > 0) {
    check.notes.push_back(
        fmt::format("{} of the unknown places {} not UTF-8 text: convert the events, for example "
                    "by iconv -f WINDOWS-1252 -t UTF-8",
                    foreign, foreign == 1 ? "is" : "are"));
  }
}

void check_people(const ReleaseConfig& config, const PeopleCounts& counts, ReleaseCheck& check) {
  constexpr std::uint64_t bounds_of_many = 20, percent_of_many = 5;
  const auto& [column, max_events] = *config.privacy.person;
  const PeopleOutlook& people = check.people.emplace(counts.outlook(max_events));
  if (people.people > 0) {
    check.notes.push_back(fmt::format(
        "of {} {} more than {} events{}; {} of their events would not be counted (for your eyes, not part of the "
        "release)",
        people.people == 1 ? "1 person" : fmt::format("{} people", people.people),
        people.with_more == 1 ? "1 has" : fmt::format("{} have", people.with_more), people.max_events,
        max_events ? "" : ", about what max_events = \"auto\" would choose", people.not_counted));
  }
  // Names that may not be those of one person each.
  if (people.respelled > 0) {
    check.notes.push_back(fmt::format(
        "{} of {} names in column '{}' {} another but for spaces around it or the case of letters: a person whom the "
        "events call by two names is protected less; write names alike (for your eyes, not part of the release)",
        people.respelled, people.people, column, people.respelled == 1 ? "is" : "are"));
  }
  if (people.of_busiest > bounds_of_many * people.max_events &&
      people.of_busiest * 100 > percent_of_many * people.events) {
    check.notes.push_back(fmt::format(
        "'{}' in column '{}' has {} of {} events: if it stands for people who are not known, all of them are counted "
        "as one person; leave such events out, or give each a name of its own (for your eyes, not part of the release)",
        shown(people.busiest), column, people.of_busiest, people.events));
  }
  if (people.nameless == 0) return;
  const std::string nameless = fmt::format("{} event{} no person: the column '{}' is empty", people.nameless,
                                           people.nameless == 1 ? " names" : "s name", column);
  if (config.events.skips_bad_rows()) {
    check.rows.skipped += people.nameless;
    check.notes.push_back(nameless);
  } else {
    check.problems.push_back(nameless + ". Complete such rows, or set on_bad_row = \"skip\" in [events]");
  }
}

// What to expect of the periods; a problem instead where the times are too far apart for a release.
void check_periods(const ReleaseConfig& config, const PeriodCounts& counts, const Oracle* oracle, ReleaseCheck& check) {
  const Timeline days = counts.timeline(Period::day);
  check.first = days.label(0);
  check.last = days.label(days.size() - 1);
  try {
    counts.require_times_fit();
  } catch (const Error& error) {
    check.problems.push_back(fmt::format("{}. {}", error.what(), error.hint()));
    return;
  }
  add_coverage_notes(config, counts, check.notes);
  const HalfWidth half_width =
      expected_half_width(config, oracle, check.regions, check.people ? check.people->max_events : 1);
  for (const Period period : config.publish.periods) {
    check.periods.push_back(period_outlook(period, counts, check.regions, half_width));
  }
}

// What would be promised, as far as it is known.
Statement expected_statement(const Release& release, const Guarantee& guarantee) {
  StatementFacts facts{.config = release.config, .regions = release.regions.size(), .guarantee = guarantee};
  if (release.oracle == nullptr) facts.central.emplace();
  return counts_promise(facts).english;
}

void read_all(EventReader& reader, const ReleaseConfig& config, const StopToken& stop, PeriodCounts& counts,
              PeopleCounts& people) {
  std::vector<std::size_t> columns;
  if (config.privacy.person) columns.push_back(person_column(reader, config));
  reader.read_all(columns, [&](const EventBatch& batch) {
    stop.check();
    for (std::size_t i = 0; i < batch.events().size(); ++i) {
      const Event& event = batch.events()[i];
      if (!columns.empty() && is_asked_for(config.events, event.time) && !people.add(batch.text(i, 0))) continue;
      counts.add(event);
    }
  });
}

}  // namespace

ReleaseConfig lenient_config(const ReleaseConfig& config) {
  ReleaseConfig lenient = config;
  lenient.events.rows.on_bad_row = OnBadRow::skip;
  if (lenient.places.other == "stop") lenient.places.other = "drop";
  return lenient;
}

ReleaseCheck check_release(const ReleaseConfig& config, PreparedRelease prepared, const std::string& source,
                           const StopToken& stop) {
  const Release& release = prepared.release;
  EventReader& reader = *prepared.reader;
  ReleaseCheck check;
  add_map_note(release, check.notes);
  check.regions = release.regions.size();
  check.method = release.mechanism();
  check.guarantee = prepared.asked;
  check.statement = expected_statement(release, check.guarantee);
  check.confidence = config.publish.confidence;

  PeriodCounts counts(config);
  PeopleCounts people;
  read_all(reader, config, stop, counts, people);
  check.rows = reader.counts();
  check.events = counts.events();
  check.outside = counts.outside();
  check.missing = counts.missing();
  if (config.privacy.person) check_people(config, people, check);
  add_synthetic_note(config, check.notes);
  if (check.events > 0) check_periods(config, counts, release.oracle.get(), check);
  check_bad_rows(config, source, stop, check);
  check_places(config, reader, check);
  if (check.events > 0) return check;
  if (release.oracle == nullptr) {
    check.counts_nothing = nothing_counted(config, check.rows.read);
  } else {
    check.problems.emplace_back("there are no events to publish");
  }
  return check;
}

}  // namespace sourdine
