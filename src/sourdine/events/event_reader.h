// EventReader: rows → events. An event is a time and a region; what else its row holds stays in row().
#pragma once

#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/events/place_index.h"
#include "sourdine/events/places.h"
#include "sourdine/events/row_source.h"
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
  std::string time_format = "auto";  // or a format of TimeFormat
  OnBadRow on_bad_row = OnBadRow::stop;
};

// read = used + dropped + skipped, once all is read.
struct EventCounts {
  std::uint64_t read = 0;
  std::uint64_t used = 0;
  std::uint64_t dropped = 0;  // by their place
  std::uint64_t skipped = 0;  // bad rows
  friend bool operator==(const EventCounts&, const EventCounts&) = default;
};

class EventReader {
 public:
  // Throws Error(bad_input) when a column is not there, or when the time format is "auto" and cannot be found from the
  // first rows (which are read as any others afterwards).
  EventReader(std::unique_ptr<RowSource> source, EventOptions options, Places places);

  // The next event; false at the end. A row without a time is bad; a row whose place is unknown is what the places'
  // options say. Throws Error(bad_input) naming line and column when that is to stop.
  bool next(Event& event);
  // Throws Error(bad_input) when no event came. For the end.
  void require_some() const;

  const std::vector<std::string>& columns() const { return source_->columns(); }
  // The row of the last event; valid until next().
  std::span<const std::string_view> row() const { return source_->row(); }
  std::size_t time_column() const { return time_column_; }
  std::size_t place_column() const { return place_column_; }

  const Places& places() const { return index_.places(); }
  const TimeFormat& time_format() const { return *time_format_; }
  EventCounts counts() const;
  // Places that were not known, most frequent first, with the number of their rows. Raw data: for the eyes of whoever
  // holds the events, not for a release.
  std::vector<std::pair<std::string, std::uint64_t>> unknown_places(std::size_t most = 20) const {
    return index_.unknown(most);
  }
  // The earliest and the latest time of the events; nothing without events.
  std::optional<std::chrono::local_seconds> first() const;
  std::optional<std::chrono::local_seconds> last() const;

 private:
  void find_time_format();
  bool take(Event& event);
  [[noreturn]] void fail(std::size_t column, const std::string& why, const std::string& hint) const;

  std::unique_ptr<RowSource> source_;
  EventOptions options_;
  std::size_t time_column_;
  std::size_t place_column_;
  std::optional<TimeFormat> time_format_;
  PlaceIndex index_;
  EventCounts counts_;
  std::chrono::local_seconds first_ = std::chrono::local_seconds::max();
  std::chrono::local_seconds last_ = std::chrono::local_seconds::min();
};

}  // namespace sourdine
