// Events with the persons they are about, read into memory: who may be counted how often is known only when all events
// are. Internal to counts/.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/counts/config.h"
#include "sourdine/counts/contribution.h"
#include "sourdine/counts/synthetic.h"
#include "sourdine/events/event_reader.h"

namespace sourdine {

struct PersonEvents {
  std::vector<Event> events;           // of the days asked for, in their order
  std::vector<std::uint32_t> persons;  // of each; empty without a column of persons
  std::size_t people = 0;
  PassthroughTexts passthrough;  // the columns asked for, of each event
  std::uint64_t outside = 0;     // before 'from' or after 'to'
  std::uint64_t missing = 0;     // on days declared missing
  std::uint64_t nameless = 0;    // left out since they name no person; bad rows, where those are skipped

  // Only the events that are counted; nothing is left of the persons.
  void keep(const std::vector<bool>& counted);
};

// The column of the persons. Throws Error(bad_input) when the events have none of that name or two, or when it is the
// time, the place or the clock.
std::size_t person_column(const EventReader& reader, const ReleaseConfig& config);

// All events of the reader. Throws Error(bad_input) for an event that names no person, unless bad rows are skipped.
PersonEvents read_person_events(EventReader& reader, const ReleaseConfig& config, std::vector<std::size_t> keep,
                                const StopToken& stop = {});

}  // namespace sourdine
