#include "sourdine/events/time_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cstring>

#include "sourdine/base/text.h"
#include "sourdine/events/message_text.h"

namespace sourdine {
namespace {

using namespace std::chrono;

bool is_digit(char c) { return c >= '0' && c <= '9'; }

// Takes one or two digits.
bool take_number(const char*& at, const char* end, unsigned& number) {
  if (at == end || !is_digit(*at)) return false;
  number = static_cast<unsigned>(*at++ - '0');
  if (at != end && is_digit(*at)) number = 10 * number + static_cast<unsigned>(*at++ - '0');
  return true;
}

bool take_four_digits(const char*& at, const char* end, unsigned& number) {
  if (end - at < 4) return false;
  number = 0;
  for (const char* const stop = at + 4; at != stop; ++at) {
    if (!is_digit(*at)) return false;
    number = 10 * number + static_cast<unsigned>(*at - '0');
  }
  return true;
}

// Takes AM or PM, in any case.
bool take_half_day(const char*& at, const char* end, unsigned& is_afternoon) {
  if (end - at < 2 || (at[1] | 0x20) != 'm') return false;
  const int first = at[0] | 0x20;
  is_afternoon = first == 'p' ? 1 : 0;
  at += 2;
  return first == 'a' || first == 'p';
}

// Takes the name of a month or its first three letters, in any case.
bool take_month_name(const char*& at, const char* end, unsigned& number) {
  constexpr std::array<std::string_view, 12> month_names{"january",   "february", "march",    "april",
                                                         "may",       "june",     "july",     "august",
                                                         "september", "october",  "november", "december"};
  const auto begins = [&](std::string_view name) {
    return static_cast<std::size_t>(end - at) >= name.size() &&
           std::equal(name.begin(), name.end(), at, [](char a, char b) { return a == (b | 0x20); });
  };
  for (unsigned month = 0; month < month_names.size(); ++month) {
    constexpr std::size_t short_name = 3;
    if (!begins(month_names[month].substr(0, short_name))) continue;
    at += begins(month_names[month]) ? month_names[month].size() : short_name;
    number = month + 1;
    return true;
  }
  return false;
}

// Takes Z, UTC, GMT, +01, +0100 or +01:00, with a space before it or none.
bool take_offset(const char*& at, const char* end, int& offset) {
  if (at != end && *at == ' ') ++at;
  const std::string_view rest(at, static_cast<std::size_t>(end - at));
  for (const std::string_view name : {"Z", "z", "UTC", "GMT"}) {
    if (!rest.starts_with(name)) continue;
    at += name.size();
    return true;
  }
  if (rest.empty() || (rest[0] != '+' && rest[0] != '-')) return false;
  ++at;
  unsigned of_hours = 0, of_minutes = 0;
  const char* const digits = at;
  if (!take_number(at, end, of_hours) || at - digits != 2) return false;
  if (at != end && (*at == ':' || is_digit(*at))) {
    if (*at == ':') ++at;
    const char* const after = at;
    if (!take_number(at, end, of_minutes) || at - after != 2) return false;
  }
  constexpr unsigned most_hours = 26;
  if (of_hours > most_hours || of_minutes > 59) return false;
  offset = static_cast<int>(3600 * of_hours + 60 * of_minutes) * (rest[0] == '-' ? -1 : 1);
  return true;
}

// Takes a whole number of seconds; more digits than the years up to 9999 need are none.
bool take_moment(const char*& at, const char* end, std::int64_t& moment) {
  const auto [behind, error] = std::from_chars(at, end, moment);
  constexpr std::int64_t first = -62'135'596'800, last = 253'402'300'799;
  if (error != std::errc() || moment < first || moment > last) return false;
  at = behind;
  return true;
}

void skip_fraction(const char*& at, const char* end, char behind) {
  if (end - at < 2 || (*at != '.' && *at != ',') || *at == behind || !is_digit(at[1])) return;
  for (++at; at != end && is_digit(*at); ++at) {
  }
}

std::uint64_t load_word(const void* bytes) {
  std::uint64_t word;
  std::memcpy(&word, bytes, sizeof word);
  return word;
}

// The text before a time zone at its end (Z, +01, +0100, +01:00, UTC, GMT); the text itself when there is none.
std::string_view without_zone(std::string_view text) {
  const auto cut = [&](std::size_t count) { return trimmed(text.substr(0, text.size() - count)); };
  if (text.ends_with('Z') || text.ends_with('z')) return cut(1);
  if (text.ends_with("UTC") || text.ends_with("GMT")) return cut(3);
  const std::size_t sign = text.find_last_of("+-");
  if (sign == std::string_view::npos) return text;
  const std::string_view offset = text.substr(sign + 1);
  const bool is_offset = !offset.empty() && offset.size() <= 5 &&
                         std::all_of(offset.begin(), offset.end(), [](char c) { return is_digit(c) || c == ':'; });
  return is_offset ? cut(offset.size() + 1) : text;
}

}  // namespace

struct TimeFormat::Match {
  enum class Problem : std::uint8_t { none, form, range, day } problem = Problem::none;
  local_seconds time{};
};

TimeFormat::Match TimeFormat::match(std::string_view text) const {
  text = trimmed(text);
  Fields fields;
  if (take_full(text, fields)) return assemble(fields);
  fields = {};
  return take_any(text, fields) ? assemble(fields) : Match{Match::Problem::form, {}};
}

// Eight bytes at once; false when the text is not of the usual shape.
bool TimeFormat::take_full(std::string_view text, Fields& fields) const {
  const std::size_t size = text.size();
  if (size < 8 || size > Shape::longest || (shape_.sizes >> size & 1U) == 0) return false;
  std::array<std::uint8_t, Shape::longest> digits;  // only the text's bytes are set, and read
  std::uint64_t excess = 0;
  for (std::size_t from = 0; from < size; from += 8) {
    const std::size_t at = std::min(from, size - 8);  // the last word overlaps the one before
    const std::uint64_t word = load_word(text.data() + at) ^ load_word(shape_.pattern.data() + at);
    excess |= word | (word + load_word(shape_.slack.data() + at));
    std::memcpy(digits.data() + at, &word, sizeof word);
  }
  if ((excess & 0x8080808080808080U) != 0) return false;
  const auto pair = [&](std::size_t at) { return 10U * digits[at] + digits[at + 1]; };
  for (const Number& number : shape_.numbers) {
    if (number.offset >= size) break;
    fields.number(number.kind) =
        number.kind == Kind::year ? 100 * pair(number.offset) + pair(number.offset + 2) : pair(number.offset);
  }
  return true;
}

// Step by step.
bool TimeFormat::take_any(std::string_view text, Fields& fields) const {
  const char* at = text.data();
  const char* const end = at + text.size();
  for (const Step& step : steps_) {
    if (step.kind == Kind::stop && at == end) break;
    if (!take(step, at, end, fields)) return false;
  }
  return at == end;
}

bool TimeFormat::take(Step step, const char*& at, const char* end, Fields& fields) {
  unsigned& field = fields.number(step.kind);
  switch (step.kind) {
    case Kind::stop:
      return true;
    case Kind::literal:
      return at != end && *at++ == step.literal;
    case Kind::year:
      return take_four_digits(at, end, field);
    case Kind::half_day:
      return take_half_day(at, end, field);
    case Kind::month_name:
      return take_month_name(at, end, fields.number(Kind::month));
    case Kind::offset:
      return take_offset(at, end, fields.offset);
    case Kind::moment:
      if (!take_moment(at, end, fields.moment)) return false;
      skip_fraction(at, end, step.literal);
      return true;
    case Kind::second:
      if (!take_number(at, end, field)) return false;
      skip_fraction(at, end, step.literal);
      return true;
    default:
      return take_number(at, end, field);
  }
}

TimeFormat::Match TimeFormat::assemble(const Fields& fields) const {
  if (has_moment_) return {Match::Problem::none, zone_->to_local(sys_seconds(seconds(fields.moment)))};
  const Match date = assemble_date(fields);
  if (!has_offset_ || date.problem != Match::Problem::none) return date;
  return {Match::Problem::none, zone_->to_local(sys_seconds(date.time.time_since_epoch() - seconds(fields.offset)))};
}

TimeFormat::Match TimeFormat::assemble_date(const Fields& fields) const {
  const unsigned short_year = fields.number(Kind::short_year);
  const unsigned of_year =
      short_year == absent ? fields.number(Kind::year) : short_year + (short_year < 69 ? 2000 : 1900);
  const unsigned hour_12 = fields.number(Kind::hour_12);
  const unsigned hour =
      hour_12 == absent ? fields.number(Kind::hour) : hour_12 % 12 + 12 * fields.number(Kind::half_day);
  const unsigned minute = fields.number(Kind::minute), second = fields.number(Kind::second);
  const unsigned of_month = fields.number(Kind::month), of_day = fields.number(Kind::day);
  const bool is_in_range = of_year >= 1 && of_month >= 1 && of_month <= 12 && of_day >= 1 && of_day <= 31 &&
                           hour <= 23 && minute <= 59 && second <= 59 &&
                           (hour_12 == absent || (hour_12 >= 1 && hour_12 <= 12));
  if (!is_in_range) return {Match::Problem::range, {}};
  const year_month_day date{year{static_cast<int>(of_year)}, month{of_month}, day{of_day}};
  if (of_day > 28 && !date.ok()) return {Match::Problem::day, {}};
  return {Match::Problem::none, local_days{date} + hours{hour} + minutes{minute} + seconds{second}};
}

std::optional<local_seconds> TimeFormat::parse(std::string_view text) const {
  const Match found = match(text);
  return found.problem == Match::Problem::none ? std::optional(found.time) : std::nullopt;
}

bool TimeFormat::has_zone(std::string_view text) const {
  text = trimmed(text);
  const std::string_view rest = without_zone(text);
  return rest.size() < text.size() && !parse(text) && parse(rest);
}

std::string TimeFormat::why_not(std::string_view text) const {
  if (trimmed(text).empty()) return "there is no time";
  if (has_zone(text)) return fmt::format("time '{}' has a time zone", shown(text));
  switch (match(text).problem) {
    case Match::Problem::range:
      return fmt::format("time '{}' has a number out of range", shown(text));
    case Match::Problem::day:
      return fmt::format("time '{}' is a day that does not exist", shown(text));
    default:
      return fmt::format("time '{}' is not of the format '{}'", shown(text), shown(format_));
  }
}

std::string TimeFormat::hint(std::string_view text) const {
  if (has_zone(text)) {
    return "Say whose days are counted: time_zone = \"Europe/Paris\" in [events] of a configuration; or write local "
           "times "
           "without a zone.";
  }
  if (!trimmed(text).empty() && match(text).problem == Match::Problem::form) {
    return fmt::format("{}\n{}", give_time_format, correct_or_skip);
  }
  return correct_or_skip;
}

}  // namespace sourdine
