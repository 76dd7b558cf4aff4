// EventParser: what makes an event of a row. Internal to events/, except for the types of events themselves.
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/events/place_index.h"
#include "sourdine/events/places.h"
#include "sourdine/events/row_source.h"
#include "sourdine/events/time_column.h"
#include "sourdine/events/time_format.h"

namespace sourdine {

struct Event {
  std::chrono::local_seconds time;
  Value region = 0;
  friend bool operator==(const Event&, const Event&) = default;
};

struct EventOptions {
  std::string time_column;
  std::string place_column;
  std::string clock_column = {};     // with the time of day, when the time column has only the date; empty: none
  std::string time_format = "auto";  // or a format of TimeFormat
  std::string time_zone = {};        // whose local times zoned ones become, like "Europe/Paris"; empty: none
  OnBadRow on_bad_row = OnBadRow::stop;
};

// Where a row has what makes it an event.
struct EventColumns {
  std::size_t time = 0;
  std::size_t place = 0;
  std::size_t clock = no_column;
};

// read = used + dropped + skipped, once all is read.
struct EventCounts {
  std::uint64_t read = 0;
  std::uint64_t used = 0;
  std::uint64_t dropped = 0;  // by their place
  std::uint64_t skipped = 0;  // bad rows
  friend bool operator==(const EventCounts&, const EventCounts&) = default;
};

// Some events in a row, with the texts of the columns that were asked for.
class EventBatch {
 public:
  std::span<const Event> events() const { return events_; }
  // The text that event `i` has in the column asked for as number `column`.
  std::string_view text(std::size_t i, std::size_t column) const;

  void clear();
  void add(const Event& event, std::span<const std::string_view> row, std::span<const std::size_t> columns);

 private:
  std::vector<Event> events_;
  std::string texts_;  // one behind the other, event by event
  std::vector<std::size_t> ends_;
  std::size_t columns_ = 0;
};

// What makes an event of a row, and counts. One per thread.
class EventParser {
 public:
  EventParser(EventOptions options, EventColumns columns, TimeFormat time_format, std::shared_ptr<const Places> places);

  // The next event of the source; false at its end.
  bool next(RowSource& source, Event& event);
  // Adds the counts of another parser, which then begins anew.
  void take_counts(EventParser& from);

  const TimeFormat& time_format() const { return time_format_; }
  const EventCounts& counts() const { return counts_; }
  const PlaceIndex& index() const { return index_; }

 private:
  bool take(const RowSource& source, Event& event);
  [[noreturn]] void fail(const RowSource& source, std::size_t column, const std::string& why,
                         const std::string& hint) const;

  EventOptions options_;
  EventColumns columns_;
  std::string joined_;  // the text of a time in two columns
  TimeFormat time_format_;
  std::shared_ptr<const Places> places_;
  PlaceIndex index_;
  EventCounts counts_;
};

}  // namespace sourdine
