#include "sourdine/mobility/union_stores.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

std::vector<DayRun> stores_of_sighting(std::size_t days, std::optional<std::size_t> last_seen, std::size_t today) {
  if (today >= days) fail_input(fmt::format("there is no day {}: days are 1 to {}", today + 1, days));
  if (last_seen && *last_seen > today) {
    fail_input(
        fmt::format("a person seen on day {} is said to be seen on day {} afterwards", *last_seen + 1, today + 1),
        "Give sightings in the order of days: which stores they go to depends on it.");
  }
  std::vector<DayRun> stores;
  for (std::size_t first = last_seen ? *last_seen + 1 : 0; first <= today; ++first) {
    for (std::size_t last = today; last < days; ++last) stores.push_back({first, last});
  }
  return stores;
}

}  // namespace sourdine
