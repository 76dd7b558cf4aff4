#include "sourdine/events/time_column.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
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
  std::string first_where;  // of the time that messages show
  std::string joined;
  bool has_text = false;
  peeked->peek([&](std::span<const std::string_view> row, const std::string& where) {
    const std::string_view text = time_text(row, column, clock, joined);
    if (first_where.empty() || (!has_text && !text.empty())) first_where = where;
    has_text = has_text || !text.empty();
    guess.see(text);
    return guess.is_decided();
  });
  source = std::move(peeked);
  if (first_where.empty()) return TimeFormat("%F");  // there are no rows: nothing will be read by it
  try {
    return guess.format();
  } catch (const Error& error) {
    fail_input(fmt::format("{}, column '{}': {}", first_where, shown(source->columns()[column]), error.what()),
               error.hint());
  }
}

}  // namespace sourdine
