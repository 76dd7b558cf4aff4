// PeopleCounts: how many events each person has, and what a bound would leave out. Raw data: for the eyes of whoever
// holds the events. Internal to release/.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/counts/config.h"
#include "sourdine/counts/contribution.h"

namespace sourdine {

// What bounding would do.
struct PeopleOutlook {
  std::uint64_t people = 0;
  std::uint64_t max_events = 0;   // the configuration's; where that is "auto": about what would be chosen
  std::uint64_t with_more = 0;    // people
  std::uint64_t not_counted = 0;  // of their events
  std::uint64_t nameless = 0;     // events that name no person
  std::uint64_t respelled = 0;    // people whose name is another's but for spaces around it and the case of letters
  std::uint64_t events = 0;       // of all people
  std::string busiest;            // the name with most events
  std::uint64_t of_busiest = 0;   // its events
};

class PeopleCounts {
 public:
  // False when the event names no person.
  bool add(std::string_view person);
  // Without a bound: the one that "auto" looks for.
  PeopleOutlook outlook(std::optional<std::uint64_t> max_events) const;

 private:
  PersonIndex index_, spellings_;
  std::vector<std::uint64_t> events_;
  std::string busiest_;
  std::uint64_t of_busiest_ = 0;
  std::uint64_t nameless_ = 0;
};

// A sentence each; the configuration has persons.
std::vector<std::string> people_notes(const ReleaseConfig& config, const PeopleOutlook& people);
// "2 events name no person: the column 'who' is empty"; there are such.
std::string nameless_text(const ReleaseConfig& config, const PeopleOutlook& people);

}  // namespace sourdine
