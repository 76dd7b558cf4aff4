// Which days the events of a release cover. A day without events is a day on which nothing happened, and published as
// 0, unless the configuration says that its records are missing: then it is a gap, and no number.
#pragma once

#include <chrono>
#include <cstdint>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/config.h"

namespace sourdine {

// How much of a period the covered days are.
enum class CoveredPart : std::uint8_t { whole, part, none };

class CoveredDays {
 public:
  // From the first day of the base periods (days or hours) to their last one, but for those declared missing, and for
  // those without events where the configuration has no_rows = "unknown". `events` are those of each base period.
  CoveredDays(const EventsConfig& config, const Timeline& base, const std::vector<std::uint64_t>& events);

  bool holds(std::chrono::local_days day) const;
  // By period of the timeline.
  std::vector<CoveredPart> of(const Timeline& timeline) const;

 private:
  std::chrono::local_days first_;
  std::vector<bool> is_covered_;  // by day
};

// Not before 'from' or after 'to'.
bool is_between_days(const EventsConfig& config, std::chrono::local_seconds time);
// Whether an event of this time is published: not before 'from' or after 'to', nor on a day declared missing.
bool is_asked_for(const EventsConfig& config, std::chrono::local_seconds time);

}  // namespace sourdine
