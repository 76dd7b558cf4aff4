// The events of a configuration, opened: source, columns and places. Internal to counts/.
#pragma once

#include <memory>
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

// Where the regions lie on a map: from the file of seats, else from the table of places.
std::vector<Seat> read_seats(const PlacesConfig& config, const Places& places);

}  // namespace sourdine
