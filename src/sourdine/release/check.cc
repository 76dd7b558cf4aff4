#include "sourdine/release/check.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/events/named_rows.h"
#include "sourdine/privacy/ledger/stated_total.h"
#include "sourdine/release/bound_choice.h"
#include "sourdine/release/central_outlook.h"
#include "sourdine/release/central_release.h"
#include "sourdine/release/contribution.h"
#include "sourdine/release/covered_days.h"
#include "sourdine/release/event_source.h"
#include "sourdine/release/person_events.h"
#include "sourdine/release/plan_release.h"
#include "sourdine/release/region_map.h"
#include "sourdine/release/release_spending.h"
#include "sourdine/release/statement.h"

namespace sourdine {
namespace {

// Events by base period, as they come.
class PeriodCounts {
 public:
  explicit PeriodCounts(const ReleaseConfig& config) : config_(config), base_(base_period(config.publish)) {}

  void add(const Event& event) {
    if (!is_asked_for(config_.events, event.time)) {
      ++(is_between_days(config_.events, event.time) ? missing_ : outside_);
      return;
    }
    if (events_++ == 0) first_read_ = earliest_ = latest_ = event.time;
    earliest_ = std::min(earliest_, event.time);
    latest_ = std::max(latest_, event.time);
    const std::int64_t number = period_number(base_, event.time);
    if (number != last_number_) {
      last_number_ = number;
      last_count_ = &counts_[number];  // stays where it is when others are added
    }
    ++*last_count_;
  }

  std::uint64_t events() const { return events_; }
  std::uint64_t outside() const { return outside_; }
  std::uint64_t missing() const { return missing_; }

  // Throws Error(bad_input) where a release would, which keeps the times for its synthetic rows. There must be events.
  void require_times_fit() const {
    if (!config_.publish.synthetic || config_.privacy.model == PrivacyModel::central) return;
    const TimeOffsets offsets(first_read_);
    offsets.offset(earliest_);
    offsets.since(timeline(base_).start(0), offsets.offset(latest_));
  }

  // The periods a release would have. There must be events.
  Timeline timeline(Period period) const {
    const auto earlier = [](const auto& a, const auto& b) { return a.first < b.first; };
    const auto [first, last] = std::minmax_element(counts_.begin(), counts_.end(), earlier);
    const auto from =
        config_.events.from ? std::chrono::local_seconds(*config_.events.from) : period_start(base_, first->first);
    const auto to = config_.events.to ? std::chrono::local_seconds(*config_.events.to) + std::chrono::days(1) -
                                            std::chrono::seconds(1)
                                      : period_start(base_, last->first);
    return {period, from, to};
  }
  std::vector<std::uint64_t> totals(const Timeline& timeline) const {
    std::vector<std::uint64_t> totals(timeline.size());
    for (const auto& [number, count] : counts_) totals[timeline.index(period_start(base_, number))] += count;
    return totals;
  }

 private:
  const ReleaseConfig& config_;
  Period base_;
  std::unordered_map<std::int64_t, std::uint64_t> counts_;
  std::int64_t last_number_ = std::numeric_limits<std::int64_t>::min();
  std::uint64_t* last_count_ = nullptr;
  std::uint64_t events_ = 0;
  std::uint64_t outside_ = 0;
  std::uint64_t missing_ = 0;
  std::chrono::local_seconds first_read_, earliest_, latest_;
};

// How many events each person has.
class PeopleCounts {
 public:
  // False when the event names no person.
  bool add(std::string_view person) {
    if (names_nobody(person)) {
      ++nameless_;
      return false;
    }
    const std::uint32_t number = index_.number(person);
    if (number == events_.size()) {
      events_.push_back(0);
      spellings_.number(without_spelling(person));
    }
    if (++events_[number] > of_busiest_) {
      of_busiest_ = events_[number];
      busiest_ = person;
    }
    return true;
  }

  // Without a bound: the one that "auto" looks for.
  PeopleOutlook outlook(std::optional<std::uint64_t> max_events) {
    std::sort(events_.begin(), events_.end());
    const auto place = static_cast<std::size_t>(events_.size() * bound_quantile_percent / 100);
    const std::uint64_t usual = events_.empty() ? 1 : events_[std::min(place, events_.size() - 1)];
    PeopleOutlook outlook{.people = events_.size(),
                          .max_events = max_events.value_or(std::min(usual, largest_chosen_bound)),
                          .nameless = nameless_,
                          .respelled = index_.size() - spellings_.size(),
                          .events = std::accumulate(events_.begin(), events_.end(), std::uint64_t{0}),
                          .busiest = busiest_,
                          .of_busiest = of_busiest_};
    const RemovedByBound removed =
        removed_by_bound(events_, outlook.max_events, std::numeric_limits<std::uint64_t>::max());
    outlook.with_more = removed.people;
    outlook.not_counted = removed.events;
    return outlook;
  }

 private:
  // " Ann" and "ANN" may be one person.
  static std::string without_spelling(std::string_view person) {
    constexpr std::string_view spaces = " \t\r\n\f\v";
    const std::size_t first = person.find_first_not_of(spaces), last = person.find_last_not_of(spaces);
    std::string folded(person.substr(first, last + 1 - first));
    for (char& c : folded) {
      if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
    }
    return folded;
  }

  PersonIndex index_, spellings_;
  std::vector<std::uint64_t> events_;
  std::string busiest_;
  std::uint64_t of_busiest_ = 0;
  std::uint64_t nameless_ = 0;
};

// Names that may not be those of one person each.
void add_name_notes(const ReleaseConfig& config, const PeopleOutlook& people, std::vector<std::string>& notes) {
  constexpr std::uint64_t bounds_of_many = 20, percent_of_many = 5;
  const std::string& column = config.privacy.person->column;
  if (people.respelled > 0) {
    notes.push_back(fmt::format(
        "{} of {} names in column '{}' {} another but for spaces around it or the case of letters: a person whom the "
        "events call by two names is protected less; write names alike (for your eyes, not part of the release)",
        people.respelled, people.people, column, people.respelled == 1 ? "is" : "are"));
  }
  const bool is_many = people.of_busiest > bounds_of_many * people.max_events &&
                       people.of_busiest * 100 > percent_of_many * people.events;
  if (!is_many) return;
  notes.push_back(
      fmt::format("'{}' in column '{}' has {} of {} events: if it stands for people who are not known, all of them are "
                  "counted as one person; leave such events out, or give each a name of its own (for your eyes, not "
                  "part of the release)",
                  shown(people.busiest), column, people.of_busiest, people.events));
}

void add_people_notes(const ReleaseConfig& config, const PeopleOutlook& people, ReleaseCheck& check) {
  const bool is_chosen = !config.privacy.person->max_events.has_value();
  if (people.people > 0) {
    check.notes.push_back(fmt::format(
        "of {} {} more than {} events{}; {} of their events would not be counted (for your eyes, not part of the "
        "release)",
        people.people == 1 ? "1 person" : fmt::format("{} people", people.people),
        people.with_more == 1 ? "1 has" : fmt::format("{} have", people.with_more), people.max_events,
        is_chosen ? ", about what max_events = \"auto\" would choose" : "", people.not_counted));
  }
  add_name_notes(config, people, check.notes);
  if (people.nameless == 0) return;
  const std::string rows = fmt::format("{} event{} no person: the column '{}' is empty", people.nameless,
                                       people.nameless == 1 ? " names" : "s name", config.privacy.person->column);
  if (config.events.skip_bad_rows) {
    check.rows.skipped += people.nameless;
    check.notes.push_back(rows);
  } else {
    check.problems.push_back(rows + ". Complete such rows, or set on_bad_row = \"skip\" in [events]");
  }
}

// Of sorted totals. An empty period has no error to speak of: where most are empty, those with events are looked at.
double typical_events(const std::vector<std::uint64_t>& totals) {
  const std::uint64_t median = totals[totals.size() / 2];
  if (median > 0) return static_cast<double>(median);
  const auto filled = std::upper_bound(totals.begin(), totals.end(), std::uint64_t{0});
  const std::uint64_t sum = std::accumulate(filled, totals.end(), std::uint64_t{0});
  return sum == 0 ? 0 : static_cast<double>(sum) / static_cast<double>(totals.end() - filled);
}

// Of the periods that are no gap.
PeriodOutlook outlook(Period period, const PeriodCounts& counts, const CoveredDays& covered,
                      const std::optional<CentralOutlook>& central, const ReleaseCheck& check) {
  const Timeline timeline = counts.timeline(period);
  const std::vector<CoveredPart> parts = covered.of(timeline);
  const std::vector<std::uint64_t> all = counts.totals(timeline);
  std::vector<std::uint64_t> totals;
  for (std::size_t t = 0; t < all.size(); ++t) {
    if (parts[t] != CoveredPart::none) totals.push_back(all[t]);
  }
  std::sort(totals.begin(), totals.end());
  PeriodOutlook result{.period = period,
                       .periods = totals.size(),
                       .fewest = totals.front(),
                       .median = totals[totals.size() / 2],
                       .most = totals.back()};
  result.typical = typical_events(totals);
  const double even_share = result.typical / static_cast<double>(check.regions.size());
  result.half_width =
      central ? central->half_width(period) : count_half_width(*check.oracle, result.typical, check.confidence);
  result.is_below_error = result.half_width > even_share;
  return result;
}

// Days without events are published as such; whether they are missing, only whoever holds the events can tell.
void add_gap_note(const ReleaseConfig& config, const Timeline& days, const std::vector<std::uint64_t>& totals,
                  const CoveredDays& covered, std::vector<std::string>& notes) {
  std::size_t gaps = 0, empty = 0, run = 0, longest = 0, longest_end = 0;
  for (std::size_t day = 0; day < totals.size(); ++day) {
    const bool is_covered = covered.holds(std::chrono::floor<std::chrono::days>(days.start(day)));
    gaps += is_covered ? 0U : 1U;
    const bool is_empty = is_covered && totals[day] == 0;
    run = is_empty ? run + 1 : 0;
    empty += is_empty ? 1U : 0U;
    if (run <= longest) continue;
    longest = run;
    longest_end = day;
  }
  if (gaps > 0) {
    notes.push_back(fmt::format("{} of {} days {} missing, {}, and {} published as {}", gaps, totals.size(),
                                gaps == 1 ? "is" : "are",
                                config.events.no_rows_unknown ? "declared so or without rows" : "as declared",
                                gaps == 1 ? "is" : "are", gaps == 1 ? "a gap" : "gaps"));
  }
  if (empty == 0 || config.privacy.model == PrivacyModel::central) return;  // a central release has no exact zeros
  const std::string last = days.label(longest_end), first = days.label(longest_end + 1 - longest);
  const bool is_one = longest == 1;
  notes.push_back(
      fmt::format("{} of {} days {} no event, and {} published with a total of 0{}. Where records are missing, set "
                  "missing = [{}] in [events], or no_rows = \"unknown\"",
                  empty, totals.size(), empty == 1 ? "has" : "have", empty == 1 ? "is" : "are",
                  is_one ? "" : fmt::format("; the longest time without is {} to {}", first, last),
                  is_one ? first : fmt::format("\"{} to {}\"", first, last)));
}

// The first and the last month, say, may be covered in part only; so is their total.
void add_partial_note(const PeriodCounts& counts, const ReleaseConfig& config, const Timeline& days,
                      const CoveredDays& covered, std::vector<std::string>& notes) {
  constexpr std::size_t most = 6;
  std::vector<std::string> partial;
  std::size_t others = 0;
  for (const Period period : config.publish.periods) {
    if (period == Period::hour || period == Period::day) continue;
    const Timeline timeline = counts.timeline(period);
    const std::vector<CoveredPart> coverage = covered.of(timeline);
    for (std::size_t t = 0; t < coverage.size(); ++t) {
      if (coverage[t] != CoveredPart::part) continue;
      if (partial.size() < most) {
        partial.push_back(timeline.label(t));
      } else {
        ++others;
      }
    }
  }
  if (partial.empty()) return;
  notes.push_back(fmt::format("covered in part only, since the days are those from {} to {}{}: {}{}", days.label(0),
                              days.label(days.size() - 1),
                              config.events.missing.empty() ? "" : " without the missing ones",
                              fmt::join(partial, ", "), others == 0 ? "" : fmt::format(" and {} more", others)));
}

// What to expect of the periods; a problem instead where the times are too far apart for a release.
void add_outlook(const ReleaseConfig& config, const PeriodCounts& counts, const Timeline& days, ReleaseCheck& check) {
  try {
    counts.require_times_fit();
  } catch (const Error& error) {
    check.problems.push_back(fmt::format("{}. {}", error.what(), error.hint()));
    return;
  }
  std::optional<CentralOutlook> central;
  if (config.privacy.model == PrivacyModel::central) {
    central.emplace(config, check.regions.size(), check.people ? check.people->max_events : 1);
  }
  const std::vector<std::uint64_t> totals = counts.totals(days);
  const CoveredDays covered(config.events, days, totals);
  add_gap_note(config, days, totals, covered, check.notes);
  add_partial_note(counts, config, days, covered, check.notes);
  for (const Period period : config.publish.periods) {
    check.periods.push_back(outlook(period, counts, covered, central, check));
  }
}

// Days, or hours, that nobody asked for are counted where synthetic rows are drawn from them, and their noise is paid
// for by the counts that are published.
void add_synthetic_note(const ReleaseConfig& config, std::vector<std::string>& notes) {
  const PublishConfig& publish = config.publish;
  const auto is_published = [&](Period period) {
    return std::find(publish.periods.begin(), publish.periods.end(), period) != publish.periods.end();
  };
  const Period base = base_period(publish);
  if (config.privacy.model != PrivacyModel::central || !publish.synthetic) return;
  if (is_published(base) || is_published(Period::week)) return;
  notes.push_back(fmt::format(
      "the {0}s are counted for the synthetic rows alone, which takes a part of epsilon from the counts that "
      "are published: synthetic = false in [publish] leaves it to them",
      period_name(base)));
}

// The sentence of the first bad row; empty when the source cannot be read again.
std::string first_bad_row(const ReleaseConfig& config, const BuildOptions& options) {
  const std::string& source = options.source.empty() ? config.events.source : options.source;
  if (!can_be_read_again(source)) return {};
  ReleaseConfig stopping = config;
  stopping.events.skip_bad_rows = false;
  try {
    const auto reader = open_events(stopping, options.source);
    Event event;
    while (reader->next(event)) options.stop.check();
  } catch (const Error& error) {
    if (error.code() != ErrorCode::bad_input) throw;
    return error.what();
  }
  return {};
}

void add_problems(const ReleaseConfig& config, const ReleaseConfig& lenient, const BuildOptions& options,
                  ReleaseCheck& check) {
  if (check.rows.skipped > 0 && !config.events.skip_bad_rows) {
    const std::string first = first_bad_row(lenient, options);
    check.problems.push_back(fmt::format("{} row{} cannot be read{}{}", check.rows.skipped,
                                         check.rows.skipped == 1 ? "" : "s",
                                         first.empty() ? "" : "; the first: ", first) +
                             ". Correct such rows, or set on_bad_row = \"skip\" in [events]");
  }
  if (check.rows.skipped > 0 && config.events.skip_bad_rows) {
    if (const std::string first = first_bad_row(lenient, options); !first.empty()) {
      check.notes.push_back(fmt::format("the first row that is left out as bad: {}", first));
    }
  }
  if (check.unknown_rows > 0 && config.places.other == "stop") {
    check.problems.push_back(fmt::format("{} row{} with a place that belongs to no region", check.unknown_rows,
                                         check.unknown_rows == 1 ? " comes" : "s come") +
                             ". Add the places to the table, or set other = \"own region\" or \"drop\" in [places]");
  }
  const auto is_foreign = [](const auto& place) { return !is_utf8(place.first); };
  const auto foreign = std::count_if(check.unknown_places.begin(), check.unknown_places.end(), is_foreign);
  if (foreign > 0) {
    check.notes.push_back(
        fmt::format("{} of the unknown places {} not UTF-8 text: convert the events, for example "
                    "by iconv -f WINDOWS-1252 -t UTF-8",
                    foreign, foreign == 1 ? "is" : "are"));
  }
  if (check.events > 0) return;
  check.counts_nothing = config.privacy.model == PrivacyModel::central;
  check.problems.push_back(check.counts_nothing ? nothing_counted(config, check.rows.read)
                                                : "there are no events to publish");
}

// Before, for this release alone and after, of one target and at one δ.
void add_totals_at_delta(const LedgerContents& contents, const LedgerEntry& entry,
                         std::span<const BudgetPolicy> policies, ReleaseCheck& check) {
  if (entry.loss.has_epsilon() && check.spent.other_losses == 0) return;
  std::vector<const LedgerEntry*> entries = counted_entries(contents, entry.dataset);
  const std::vector<const LedgerEntry*> before = entries;
  entries.push_back(&entry);
  check.total_after = total_at_delta(entries, entry, policies);
  if (!check.total_after) return;
  const auto at_same = [&](std::span<const LedgerEntry* const> some) {
    std::optional<TotalAtDelta> total = check.total_after;
    const std::optional<Spent> spent = spent_at(some, total->target, total->delta);
    if (!spent) return std::optional<TotalAtDelta>();
    total->spent = *spent;
    return total;
  };
  check.total_before = at_same(before);
  check.total_cost = at_same({&entries.back(), 1});
}

// Regions that the page will list as off the map: a name that the map spells otherwise is seen here first.
void add_map_note(const PlacesConfig& places, const std::vector<std::string>& regions,
                  std::vector<std::string>& notes) {
  if (places.map.empty()) return;
  std::vector<std::string> missing;
  const std::vector<RegionOutline> map = read_region_map(places.map, places.map_region, regions);
  for (const std::string& region : regions) {
    const auto is_region = [&](const RegionOutline& outline) { return outline.region == region; };
    if (std::none_of(map.begin(), map.end(), is_region)) missing.push_back(fmt::format("'{}'", shown(region)));
  }
  if (missing.empty()) return;
  constexpr std::size_t most_named = 10;
  const std::size_t others = missing.size() - std::min(missing.size(), most_named);
  missing.resize(missing.size() - others);
  notes.push_back(fmt::format("the map '{}' has no polygon of {}{}", places.map, fmt::join(missing, ", "),
                              others == 0 ? "" : fmt::format(" and {}", counted(others, "other region"))));
}

}  // namespace

ReleaseCheck check_release(const ReleaseConfig& config, const BuildOptions& options) {
  ReleaseConfig lenient = config;
  lenient.events.skip_bad_rows = true;
  if (lenient.places.other == "stop") lenient.places.other = "drop";
  options.progress("reading the events");
  const auto reader = open_events(lenient, options.source);
  synthetic_columns(*reader, config.events);  // throws when they are wrong
  read_seats(config.places, reader->places());
  ReleaseCheck check;
  add_map_note(config.places, reader->places().regions().labels(), check.notes);
  check.regions = reader->places().regions();
  if (config.privacy.model == PrivacyModel::central) {
    check.method = fmt::format("discrete-{}", noise_name(config.privacy.noise));
    check.guarantee = central_guarantee_asked(config, check.regions.size());
  } else {
    check.oracle = make_release_oracle(config, check.regions);
    check.method = check.oracle->name();
    check.guarantee = release_guarantee(*check.oracle, config);
  }
  StatementFacts facts;
  facts.guarantee = check.guarantee;
  facts.filter = config.publish.filter;
  facts.has_public_places = config.places.is_public;
  if (config.privacy.model == PrivacyModel::central) facts.central.emplace();
  check.not_private_because = counts_promise(facts).english.not_private_because;
  options.before_noise(check.guarantee);
  check.confidence = config.publish.confidence;

  PeriodCounts counts(config);
  PeopleCounts people;
  std::vector<std::size_t> columns;
  if (config.privacy.person) columns.push_back(person_column(*reader, config));
  reader->read_all(columns, [&](const EventBatch& batch) {
    options.stop.check();
    for (std::size_t i = 0; i < batch.events().size(); ++i) {
      const Event& event = batch.events()[i];
      if (!columns.empty() && is_asked_for(config.events, event.time) && !people.add(batch.text(i, 0))) continue;
      counts.add(event);
    }
  });
  if (config.privacy.person) check.people = people.outlook(config.privacy.person->max_events);
  check.rows = reader->counts();
  if (check.people) add_people_notes(config, *check.people, check);
  add_synthetic_note(config, check.notes);
  check.events = counts.events();
  check.outside = counts.outside();
  check.missing = counts.missing();
  check.unknown_places = reader->unknown_places(PlaceIndex::max_spellings);
  check.unlisted_rows = check.unknown_rows = reader->unlisted_unknown();
  for (const auto& [place, rows] : check.unknown_places) check.unknown_rows += rows;
  if (check.events > 0) {
    const Timeline days = counts.timeline(Period::day);
    check.first = days.label(0);
    check.last = days.label(days.size() - 1);
    add_outlook(config, counts, days, check);
  }

  check.ledger = shown_ledger(config.head.ledger());
  const Spending spending = release_spending(config, check.guarantee);
  const Ledger ledger = open_ledger(spending.ledger, spending.budget_file);
  const LedgerContents contents = ledger.read(options.stop);
  check.spent = total_of(contents, config.head.dataset);
  check.cost = ExactEpsilon::charged(check.guarantee.epsilon);
  check.after = check.spent.epsilon + check.cost;
  check.budget = config.head.budget ? std::optional(ExactEpsilon::charged(*config.head.budget)) : check.spent.budget;
  const LedgerEntry entry = entry_of(spending);
  try {
    require_within(ledger.policies(), contents, {&entry, 1}, ledger.name());
  } catch (const Error& error) {
    if (error.code() != ErrorCode::budget_refused) throw;
    check.is_within_budget = false;
    check.refusal = error.what();
    check.refusal_hint = error.hint();
  }
  for (const BudgetPolicy& policy : ledger.policies()) {
    for (const BudgetStand& stand : budget_stands(policy, contents, entry.dataset, entry.time)) {
      const std::string counted = counted_text(entry, stand);
      if (!counted.empty()) check.counts_as.push_back(fmt::format("budget ({}): {}", stand.name, counted));
    }
  }
  add_totals_at_delta(contents, entry, ledger.policies(), check);
  for (std::string& note : other_budget_notes(ledger, config.head.dataset)) check.notes.push_back(std::move(note));
  add_problems(config, lenient, options, check);
  return check;
}

}  // namespace sourdine
