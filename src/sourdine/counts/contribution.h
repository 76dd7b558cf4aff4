// How often one person is counted: at most max_events events, over the whole release and chosen uniformly by secret
// randomness, before anything is counted. So one person more or less changes every list of counts by max_events at most
// in sum (L1, and so L2 too: all of them may lie in one cell), whoever the others are.
//
// Bounded after counting, or by the day, nothing would follow about a person who comes every day.
#pragma once

#include <cstdint>
#include <numeric>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "sourdine/random/random.h"

namespace sourdine {

// True for what names no person: nothing, or spaces alone.
bool names_nobody(std::string_view person);

// Numbers for persons, in the order in which they turn up. Equal texts are one person; nothing is folded or trimmed.
class PersonIndex {
 public:
  std::uint32_t number(std::string_view text);
  std::size_t size() const { return numbers_.size(); }

 private:
  struct TextHash {
    using is_transparent = void;
    std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
  };
  std::unordered_map<std::string, std::uint32_t, TextHash, std::equal_to<>> numbers_;
};

// `max_events` of 0 … events−1, each set as likely as any other: the first steps of a shuffle. All where there are no
// more.
template <Chance C>
std::vector<std::uint32_t> choose_uniformly(std::uint32_t events, std::uint64_t max_events, C& chance) {
  std::vector<std::uint32_t> order(events);
  std::iota(order.begin(), order.end(), 0U);
  if (events <= max_events) return order;
  for (std::uint32_t i = 0; i < max_events; ++i) std::swap(order[i], order[i + chance.below(events - i)]);
  order.resize(max_events);
  return order;
}

// Which events are counted, one truth value per event. `persons` holds the number of each event's person, below
// `people`; max_events ≥ 1.
std::vector<bool> bounded_events(std::span<const std::uint32_t> persons, std::size_t people, std::uint64_t max_events,
                                 Random& random);

// Leaves the items of those events.
template <class Item>
void keep_counted(std::vector<Item>& items, const std::vector<bool>& counted) {
  std::size_t next = 0;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (counted[i]) items[next++] = items[i];
  }
  items.resize(next);
}

// How many events each person has.
std::vector<std::uint64_t> events_of_people(std::span<const std::uint32_t> persons, std::size_t people);

// What a bound removes. One person changes the first by 1 at most and the second by `cap`.
struct RemovedByBound {
  std::uint64_t people = 0;  // with more than max_events events
  std::uint64_t events = 0;  // beyond max_events, of each person `cap` at most
};
RemovedByBound removed_by_bound(std::span<const std::uint64_t> events_of_people, std::uint64_t max_events,
                                std::uint64_t cap);

}  // namespace sourdine
