#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/message_text.h"
#include "sourdine/events/time_format.h"

namespace sourdine {
namespace {

// Those a column may have; a format before another one wins when both read all values.
std::vector<TimeFormat> known_formats(const std::shared_ptr<const TimeZone>& zone) {
  std::vector<TimeFormat> formats;
  for (const char* format : {"%F[ %H:%M[:%S]]", "%FT%H:%M[:%S]", "%Y/%m/%d[ %H:%M[:%S]]"}) formats.emplace_back(format);
  for (const char* date :
       {"%d/%m/%Y", "%m/%d/%Y", "%d.%m.%Y", "%m.%d.%Y", "%d-%m-%Y", "%m-%d-%Y", "%d %b %Y", "%d-%b-%Y", "%b %d, %Y"}) {
    for (const char* time : {"[ %H:%M[:%S]]", " %I:%M %p", " %I:%M:%S %p"}) {
      formats.emplace_back(fmt::format("{}{}", date, time));
    }
  }
  if (!zone) return formats;
  for (const char* date : {"%F ", "%FT", "%Y/%m/%d "}) {
    for (const char* time : {"%H:%M%z", "%T%z"}) formats.emplace_back(fmt::format("{}{}", date, time), zone);
  }
  return formats;
}

bool begins_with(const std::vector<TimeFormat>& formats, std::string_view field) {
  return std::any_of(formats.begin(), formats.end(),
                     [field](const TimeFormat& format) { return format.format().starts_with(field); });
}

}  // namespace

TimeFormatGuess::TimeFormatGuess(const std::shared_ptr<const TimeZone>& zone) : left_(known_formats(zone)) {}

bool TimeFormatGuess::see(std::string_view text) {
  if (first_text_.empty()) first_text_ = text;
  const auto reads = [text](const TimeFormat& format) { return format.parse(text).has_value(); };
  if (std::none_of(left_.begin(), left_.end(), reads)) return false;
  has_seen_time_ = true;
  std::erase_if(left_, [reads](const TimeFormat& format) { return !reads(format); });
  return true;
}

bool TimeFormatGuess::is_decided() const {
  return has_seen_time_ && !(begins_with(left_, "%d") && begins_with(left_, "%m"));
}

TimeFormat TimeFormatGuess::format() const {
  if (is_decided()) return left_.front();
  if (!has_seen_time_) {
    for (const TimeFormat& format : left_) {
      if (format.has_zone(first_text_)) fail_input(format.why_not(first_text_), format.hint(first_text_));
    }
    fail_input(fmt::format("time '{}' is of no format that is known without being told", shown(first_text_)),
               give_time_format);
  }
  fail_input(fmt::format("in times such as '{}' the day or the month may come first", shown(first_text_)),
             give_time_format);
}

}  // namespace sourdine
