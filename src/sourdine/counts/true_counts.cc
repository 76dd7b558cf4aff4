#include "sourdine/counts/true_counts.h"

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/counts/covered_days.h"
#include "sourdine/counts/event_source.h"

namespace sourdine {

TrueCounts count_events(const ReleaseConfig& config, const std::string& source, Period period) {
  const auto reader = open_events(config, source);
  std::vector<Event> events;
  Event event;
  while (reader->next(event)) {
    if (!is_asked_for(config.events, event.time)) continue;
    events.push_back(event);
  }
  reader->require_some();
  if (events.empty()) fail_input("there are no events between 'from' and 'to'");
  const auto [first, last] =
      std::minmax_element(events.begin(), events.end(), [](const Event& a, const Event& b) { return a.time < b.time; });
  const Domain& regions = reader->places().regions();
  TrueCounts truth{Timeline(period, config.events.from ? std::chrono::local_seconds(*config.events.from) : first->time,
                            config.events.to ? std::chrono::local_seconds(*config.events.to) : last->time),
                   regions.labels(),
                   {}};
  truth.counts.resize(truth.timeline.size() * regions.size());
  for (const Event& found : events) ++truth.counts[truth.timeline.index(found.time) * regions.size() + found.region];
  return truth;
}

}  // namespace sourdine
