// Stores: one for every run of consecutive days. Whoever is seen on a day of a run is in its store, once, whatever the
// number of days on which they are seen. A sighting goes to the stores in which the person is not yet: those that hold
// today and begin after the day on which the person was last seen.
#pragma once

#include <cstddef>
#include <optional>
#include <vector>

#include "sourdine/mobility/union_statistics.h"

namespace sourdine {

// The runs [i, j] with last_seen < i ≤ today ≤ j; none when the person has been seen today. Throws Error(bad_input) for
// a day that is not there, or one before the last: sightings come in the order of days.
std::vector<DayRun> stores_of_sighting(std::size_t days, std::optional<std::size_t> last_seen, std::size_t today);

}  // namespace sourdine
