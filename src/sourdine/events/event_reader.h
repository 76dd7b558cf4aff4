// EventReader: rows → events. An event is a time and a region; what else its row holds stays in row().
// One by one by next(), or all at once, on all cores, by read_all().
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sourdine/events/event_parser.h"

namespace sourdine {

class EventReader {
 public:
  // Throws Error(bad_input) when a column is not there, or when the time format is "auto" and cannot be found from the
  // first rows (which are read as any others afterwards).
  EventReader(std::unique_ptr<RowSource> source, EventOptions options, Places places);

  // The next event; false at the end. A row without a time is bad; a row whose place is unknown is what the places'
  // options say. Throws Error(bad_input) naming line and column when that is to stop.
  bool next(Event& event);
  // All events that are left, in their order, some at a time: use() is called for one batch after the other, with the
  // texts of `columns`. Events, counts and the error that stops, if one does, are those of next(), whatever the number
  // of threads (0: all there are); where a batch ends is not, and the events of the batch with the error are not passed
  // on.
  void read_all(std::span<const std::size_t> columns, const std::function<void(const EventBatch&)>& use,
                std::size_t threads = 0);
  // Throws Error(bad_input) when no event came. For the end.
  void require_some() const;

  const std::vector<std::string>& columns() const { return source_->columns(); }
  // For messages: "'x.csv'".
  const std::string& source_name() const { return source_->name(); }
  // The row of the last event; valid until next().
  std::span<const std::string_view> row() const { return source_->row(); }
  std::size_t time_column() const { return columns_.time; }
  std::size_t place_column() const { return columns_.place; }
  std::size_t clock_column() const { return columns_.clock; }  // no_column when there is none

  const Places& places() const { return *places_; }
  const TimeFormat& time_format() const { return parser_->time_format(); }
  EventCounts counts() const;
  // Places that were not known, most frequent first, with the number of their rows. Raw data: for the eyes of whoever
  // holds the events, not for a release.
  std::vector<std::pair<std::string, std::uint64_t>> unknown_places(std::size_t max_places = 20) const {
    return parser_->index().unknown(max_places);
  }
  // Rows with unknown places beyond those that can be listed.
  std::uint64_t unlisted_unknown() const { return parser_->index().unlisted(); }

 private:
  std::unique_ptr<RowSource> source_;
  EventOptions options_;
  EventColumns columns_;
  std::shared_ptr<const Places> places_;
  std::optional<EventParser> parser_;
  std::uint64_t skipped_ = 0;  // by the readers of blocks
};

}  // namespace sourdine
