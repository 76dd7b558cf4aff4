#include "sourdine/release/check_people.h"

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <numeric>

#include "sourdine/base/text.h"
#include "sourdine/central/counts.h"

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

}  // namespace

bool PeopleCounts::add(std::string_view person) {
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

PeopleOutlook PeopleCounts::outlook(std::optional<std::uint64_t> max_events) const {
  std::vector<std::uint64_t> sorted = events_;
  std::sort(sorted.begin(), sorted.end());
  const auto place = static_cast<std::size_t>(sorted.size() * bound_quantile_percent / 100);
  const std::uint64_t usual = sorted.empty() ? 1 : sorted[std::min(place, sorted.size() - 1)];
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

std::vector<std::string> people_notes(const ReleaseConfig& config, const PeopleOutlook& people) {
  const bool is_chosen = !config.privacy.person->max_events.has_value();
  std::vector<std::string> notes;
  if (people.people > 0) {
    notes.push_back(fmt::format(
        "of {} {} more than {} events{}; {} of their events would not be counted (for your eyes, not part of the "
        "release)",
        people.people == 1 ? "1 person" : fmt::format("{} people", people.people),
        people.with_more == 1 ? "1 has" : fmt::format("{} have", people.with_more), people.max_events,
        is_chosen ? ", about what max_events = \"auto\" would choose" : "", people.not_counted));
  }
  add_name_notes(config, people, notes);
  return notes;
}

std::string nameless_text(const ReleaseConfig& config, const PeopleOutlook& people) {
  return fmt::format("{} event{} no person: the column '{}' is empty", people.nameless,
                     people.nameless == 1 ? " names" : "s name", config.privacy.person->column);
}

}  // namespace sourdine
