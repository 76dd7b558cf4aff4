#include "sourdine/events/time_column.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/message_text.h"
#include "sourdine/events/peeked_rows.h"

namespace sourdine {

std::string_view time_text(std::span<const std::string_view> row, std::size_t time, std::size_t clock,
                           std::string& joined) {
  if (clock == no_column) return row[time];
  joined.assign(trimmed(row[time]));
  joined += ' ';
  joined += trimmed(row[clock]);
  return trimmed(joined);
}

TimeFormat guess_time_format(std::unique_ptr<RowSource>& source, std::size_t column, std::size_t clock,
                             const std::shared_ptr<const TimeZone>& zone) {
  auto peeked = std::make_unique<PeekedRows>(std::move(source));
  TimeFormatGuess guess(zone);
  bool has_rows = false;
  std::string joined;
  peeked->peek([&](std::span<const std::string_view> row) {
    has_rows = true;
    guess.see(time_text(row, column, clock, joined));
    return guess.is_decided();
  });
  source = std::move(peeked);
  if (!has_rows) return TimeFormat("%F");  // nothing will be read by it
  try {
    return guess.format();
  } catch (const Error& error) {
    fail_input(fmt::format("{}, column '{}': {}", source->name(), shown(source->columns()[column]), error.what()),
               error.hint());
  }
}

}  // namespace sourdine
