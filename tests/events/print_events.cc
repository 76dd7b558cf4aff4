// print_events SOURCE QUERY TIME_COLUMN PLACE_COLUMN PLACES.csv: the events of a source, one per line, by hour and
// region. PLACES.csv has the columns town and region. For tests of whole sources.
#include <cstdio>

#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/events/event_reader.h"

int main(int argc, char** argv) {
  using namespace sourdine;
  if (argc != 6) {
    std::fprintf(stderr, "usage: print_events SOURCE QUERY TIME_COLUMN PLACE_COLUMN PLACES.csv\n");
    return 2;
  }
  try {
    const PlaceTable table{.path = argv[5], .place_column = "town", .region_column = "region"};
    EventReader events(open_rows(argv[1], argv[2]), {.time_column = argv[3], .place_column = argv[4]},
                       Places::from_tables({&table, 1}, {.other = OtherPlaces::drop}));
    for (Event event{}; events.next(event);) {
      std::printf("%s %s\n", period_label(Period::hour, event.time).c_str(),
                  events.places().regions().label(event.region).c_str());
    }
    events.require_some();
    const EventCounts counts = events.counts();
    std::printf("%llu read, %llu used, %llu dropped\n", static_cast<unsigned long long>(counts.read),
                static_cast<unsigned long long>(counts.used), static_cast<unsigned long long>(counts.dropped));
  } catch (const Error& error) {
    std::fprintf(stderr, "%s\n%s\n", error.what(), error.hint().c_str());
    return 2;
  }
  return 0;
}
