#include "sourdine/events/event_parser.h"

#include <fmt/format.h>

#include <utility>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {

std::string_view EventBatch::text(std::size_t i, std::size_t column) const {
  const std::size_t place = i * columns_ + column;
  const std::size_t begin = place == 0 ? 0 : ends_[place - 1];
  return std::string_view(texts_).substr(begin, ends_[place] - begin);
}

void EventBatch::clear() {
  events_.clear();
  texts_.clear();
  ends_.clear();
}

void EventBatch::add(const Event& event, std::span<const std::string_view> row, std::span<const std::size_t> columns) {
  events_.push_back(event);
  columns_ = columns.size();
  for (const std::size_t column : columns) {
    texts_ += row[column];
    ends_.push_back(texts_.size());
  }
}

EventParser::EventParser(EventOptions options, EventColumns columns, TimeFormat time_format,
                         std::shared_ptr<const Places> places)
    : options_(std::move(options)),
      columns_(columns),
      time_format_(std::move(time_format)),
      places_(std::move(places)),
      index_(places_) {}

bool EventParser::next(RowSource& source, Event& event) {
  while (source.next()) {
    ++counts_.read;
    if (!take(source, event)) continue;
    ++counts_.used;
    return true;
  }
  return false;
}

// The row as an event; false when it is left out.
bool EventParser::take(const RowSource& source, Event& event) {
  const auto row = source.row();
  const std::string_view text = time_text(row, columns_.time, columns_.clock, joined_);
  const auto time = time_format_.parse(text);
  if (!time) {
    if (options_.on_bad_row == OnBadRow::stop) {
      fail(source, columns_.time, time_format_.why_not(text), time_format_.hint(text));
    }
    ++counts_.skipped;
    return false;
  }
  const std::string_view place = row[columns_.place];
  const Places::Found found = index_.find(place);
  event = {*time, found.region};
  if (found.kind == Places::Found::Kind::region) return true;
  const OtherPlaces other = places_->options().other;
  if (found.kind == Places::Found::Kind::unknown && other == OtherPlaces::own_region) {
    event.region = *places_->other_region();
    return true;
  }
  if (found.kind == Places::Found::Kind::unknown && other == OtherPlaces::stop) {
    fail(source, columns_.place, places_->why_not(place), places_->hint(place));
  }
  ++counts_.dropped;
  return false;
}

void EventParser::take_counts(EventParser& from) {
  const EventCounts taken = std::exchange(from.counts_, {});
  counts_.read += taken.read;
  counts_.used += taken.used;
  counts_.dropped += taken.dropped;
  counts_.skipped += taken.skipped;
  index_.take_unknown(from.index_);
}

void EventParser::fail(const RowSource& source, std::size_t column, const std::string& why,
                       const std::string& hint) const {
  fail_input(fmt::format("{}, column '{}': {}", source.where(), shown(source.columns()[column]), why), hint);
}

}  // namespace sourdine
