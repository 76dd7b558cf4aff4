#include "sourdine/events/time_column.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/peeked_rows.h"

namespace sourdine {

TimeFormat guess_time_format(std::unique_ptr<RowSource>& source, std::size_t column) {
  auto peeked = std::make_unique<PeekedRows>(std::move(source));
  TimeFormatGuess guess;
  bool has_rows = false;
  peeked->peek([&](std::span<const std::string_view> row) {
    has_rows = true;
    guess.see(row[column]);
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
