#include "sourdine/events/event_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/events/peeked_rows.h"

namespace sourdine {

EventReader::EventReader(std::unique_ptr<RowSource> source, EventOptions options, Places places)
    : source_(std::move(source)),
      options_(std::move(options)),
      time_column_(find_column(*source_, options_.time_column)),
      place_column_(find_column(*source_, options_.place_column)),
      index_(std::move(places)) {
  if (options_.time_format == "auto") {
    find_time_format();
  } else {
    time_format_.emplace(options_.time_format);
  }
}

void EventReader::find_time_format() {
  auto peeked = std::make_unique<PeekedRows>(std::move(source_));
  TimeFormatGuess guess;
  bool has_rows = false;
  peeked->peek([&](std::span<const std::string_view> row) {
    has_rows = true;
    guess.see(row[time_column_]);
    return guess.is_decided();
  });
  source_ = std::move(peeked);
  if (!has_rows) {  // nothing will be read by it
    time_format_.emplace("%F");
    return;
  }
  try {
    time_format_.emplace(guess.format());
  } catch (const Error& error) {
    fail_input(fmt::format("{}, column '{}': {}", source_->name(), options_.time_column, error.what()), error.hint());
  }
}

bool EventReader::next(Event& event) {
  while (source_->next()) {
    ++counts_.read;
    if (!take(event)) continue;
    ++counts_.used;
    first_ = std::min(first_, event.time);
    last_ = std::max(last_, event.time);
    return true;
  }
  return false;
}

// The row as an event; false when it is left out.
bool EventReader::take(Event& event) {
  const auto row = source_->row();
  const std::string_view text = row[time_column_];
  const auto time = time_format_->parse(text);
  if (!time) {
    if (options_.on_bad_row == OnBadRow::stop)
      fail(time_column_, time_format_->why_not(text), time_format_->hint(text));
    ++counts_.skipped;
    return false;
  }
  const std::string_view place = row[place_column_];
  const Places::Found found = index_.find(place);
  event = {*time, found.region};
  if (found.kind == Places::Found::Kind::region) return true;
  const OtherPlaces other = places().options().other;
  if (found.kind == Places::Found::Kind::unknown && other == OtherPlaces::own_region) {
    event.region = *places().other_region();
    return true;
  }
  if (found.kind == Places::Found::Kind::unknown && other == OtherPlaces::stop) {
    fail(place_column_, places().why_not(place), places().hint(place));
  }
  ++counts_.dropped;
  return false;
}

void EventReader::require_some() const {
  const EventCounts all = counts();
  if (all.used > 0) return;
  if (all.read == 0) fail_input(fmt::format("there are no rows in {}", source_->name()));
  fail_input(fmt::format("none of the {} rows of {} is an event: {} were dropped for their place, {} skipped as bad",
                         all.read, source_->name(), all.dropped, all.skipped));
}

EventCounts EventReader::counts() const {
  EventCounts result = counts_;
  result.read += source_->skipped();
  result.skipped += source_->skipped();
  return result;
}

std::optional<std::chrono::local_seconds> EventReader::first() const {
  return counts_.used > 0 ? std::optional(first_) : std::nullopt;
}

std::optional<std::chrono::local_seconds> EventReader::last() const {
  return counts_.used > 0 ? std::optional(last_) : std::nullopt;
}

void EventReader::fail(std::size_t column, const std::string& why, const std::string& hint) const {
  fail_input(fmt::format("{}, column '{}': {}", source_->where(), columns()[column], why), hint);
}

}  // namespace sourdine
