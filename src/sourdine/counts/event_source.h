// The events of a configuration: opened, read with the persons they are about, and counted by whoever holds them.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "sourdine/counts/release.h"
#include "sourdine/events/event_reader.h"

namespace sourdine {

// `source` is what the command line gave; empty: the configuration's.
std::unique_ptr<EventReader> open_events(const ReleaseConfig& config, const std::string& source);

// The regions and what belongs to them, from the table or the list.
Places read_places(const PlacesConfig& config);

// What the synthetic rows hold of the events' columns. Throws Error(bad_input) when the configuration names columns
// that are not there, or one for two purposes.
SyntheticColumns synthetic_columns(const EventReader& reader, const EventsConfig& events);

// The column of the persons. Throws Error(bad_input) when the events have none of that name or two, or when it is the
// time, the place or the clock.
std::size_t person_column(const EventReader& reader, const ReleaseConfig& config);

// Seats and map: where the regions lie, from the file of seats or else the table of places, and their outlines, where
// the configuration has a map.
void place_regions(Release& release, const Places& places);

struct EventsLeftOut {
  std::uint64_t outside = 0;   // before 'from' or after 'to'
  std::uint64_t missing = 0;   // on days declared missing
  std::uint64_t nameless = 0;  // they name no person; bad rows, where those are skipped
};

// Visits all events of the reader that are of the days asked for: event `i` of a batch, which has the texts of
// `columns`.
EventsLeftOut read_asked_events(EventReader& reader, const EventsConfig& events, std::span<const std::size_t> columns,
                                const std::function<void(const EventBatch& batch, std::size_t i)>& use,
                                const StopToken& stop = {});

// Events in memory: who may be counted how often is known only when all events are.
struct PersonEvents {
  std::vector<Event> events;           // of the days asked for, in their order
  std::vector<std::uint32_t> persons;  // of each; empty without a column of persons
  std::size_t people = 0;
  PassthroughTexts passthrough;  // the columns asked for, of each event
  EventsLeftOut left_out;

  // Only the events that are counted; nothing is left of the persons.
  void keep(const std::vector<bool>& counted);
};

// All events of the reader. Throws Error(bad_input) for an event that names no person, unless bad rows are skipped.
PersonEvents read_person_events(EventReader& reader, const ReleaseConfig& config, std::vector<std::size_t> keep,
                                const StopToken& stop = {});

// What a release says of its rows, once all are read.
void note_rows(const EventReader& reader, const EventsLeftOut& left_out, Release& release);

// Counts without noise, by region and day or another period: for comparisons by whoever holds the events.
struct TrueCounts {
  Timeline timeline;
  std::vector<std::string> regions;
  std::vector<double> counts;  // T×k
};
TrueCounts count_events(const ReleaseConfig& config, const std::string& source, Period period);

}  // namespace sourdine
