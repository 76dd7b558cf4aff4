#include "sourdine/counts/contribution.h"

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {

bool names_nobody(std::string_view person) { return person.find_first_not_of(" \t\r\n\f\v") == std::string_view::npos; }

std::uint32_t PersonIndex::number(std::string_view text) {
  const auto found = numbers_.find(text);
  if (found != numbers_.end()) return found->second;
  const auto number = static_cast<std::uint32_t>(numbers_.size());
  numbers_.emplace(text, number);
  return number;
}

std::vector<std::uint64_t> events_of_people(std::span<const std::uint32_t> persons, std::size_t people) {
  std::vector<std::uint64_t> events(people);
  for (const std::uint32_t person : persons) ++events[person];
  return events;
}

std::vector<bool> bounded_events(std::span<const std::uint32_t> persons, std::size_t people, std::uint64_t max_events,
                                 Random& random) {
  if (max_events == 0) throw Error(ErrorCode::internal, "a bound of 0 events");
  const std::vector<std::uint64_t> events = events_of_people(persons, people);
  std::vector<bool> kept(persons.size(), true);
  // Of those with too many: which of their events, by its place among the person's own, is counted.
  std::unordered_map<std::uint32_t, std::vector<bool>> chosen;
  for (std::uint32_t person = 0; person < people; ++person) {
    if (events[person] <= max_events) continue;
    std::vector<bool>& places = chosen[person];
    places.resize(events[person]);
    for (const std::uint32_t place : choose_uniformly(static_cast<std::uint32_t>(events[person]), max_events, random)) {
      places[place] = true;
    }
  }
  if (chosen.empty()) return kept;
  std::vector<std::uint32_t> seen(people);
  for (std::size_t i = 0; i < persons.size(); ++i) {
    const std::uint32_t person = persons[i];
    if (events[person] > max_events) kept[i] = chosen.at(person)[seen[person]];
    ++seen[person];
  }
  return kept;
}

RemovedByBound removed_by_bound(std::span<const std::uint64_t> events_of_people, std::uint64_t max_events,
                                std::uint64_t cap) {
  RemovedByBound removed;
  for (const std::uint64_t events : events_of_people) {
    if (events <= max_events) continue;
    ++removed.people;
    removed.events += std::min(events - max_events, cap);
  }
  return removed;
}

}  // namespace sourdine
