#include "sourdine/events/arrow_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cstring>

#include "sourdine/base/wide.h"

namespace sourdine {
namespace {

constexpr std::int64_t seconds_of_day = 86'400;

struct Floored {
  std::int64_t quotient, rest;  // 0 ≤ rest < divisor
};
Floored floor_divide(std::int64_t number, std::int64_t divisor) {
  Floored result{number / divisor, number % divisor};
  if (result.rest < 0) result = {result.quotient - 1, result.rest + divisor};
  return result;
}

char* write_two_digits(char* to, std::int64_t number) {
  *to++ = static_cast<char>('0' + number / 10);
  *to++ = static_cast<char>('0' + number % 10);
  return to;
}

}  // namespace

std::string_view ArrowText::decimal128(const std::uint8_t* bytes, int scale) {
  std::uint64_t low = 0, high = 0;
  std::memcpy(&low, bytes, sizeof low);
  std::memcpy(&high, bytes + sizeof low, sizeof high);
  const bool is_negative = (high >> 63) != 0;
  Wide number = (static_cast<Wide>(high) << 64) | low;
  if (is_negative) number = ~number + 1;
  char* at = text_.data() + text_.size();
  const char* const end = at;
  for (int digits = 0; number != 0 || digits <= scale; ++digits) {
    if (digits == scale && scale > 0) *--at = '.';
    *--at = static_cast<char>('0' + static_cast<int>(number % 10));
    number /= 10;
  }
  if (is_negative) *--at = '-';
  return {at, static_cast<std::size_t>(end - at)};
}

char* ArrowText::write_date(char* to, std::int64_t day) {
  if (day != last_day_) {
    // Years that the calendar here does not have are written with a sign, which no format of times reads.
    constexpr std::int64_t first = -719'528, last = 2'932'896;  // 0000-01-01 and 9999-12-31
    char* at = last_date_.data();
    if (day < first || day > last) {
      at = fmt::format_to(at, "{:+} days", day);
    } else {
      const std::chrono::year_month_day date{std::chrono::sys_days(std::chrono::days(day))};
      const int year = static_cast<int>(date.year());
      at = write_two_digits(write_two_digits(at, year / 100), year % 100);
      *at++ = '-';
      at = write_two_digits(at, static_cast<unsigned>(date.month()));
      *at++ = '-';
      at = write_two_digits(at, static_cast<unsigned>(date.day()));
    }
    last_day_ = day;
    last_size_ = static_cast<std::size_t>(at - last_date_.data());
  }
  return std::copy_n(last_date_.data(), last_size_, to);
}

char* ArrowText::write_clock(char* to, std::int64_t second, std::int64_t fraction, std::int64_t per_second) {
  to = write_two_digits(to, second / 3600);
  *to++ = ':';
  to = write_two_digits(to, second / 60 % 60);
  *to++ = ':';
  to = write_two_digits(to, second % 60);
  if (fraction == 0) return to;
  *to++ = '.';
  for (std::int64_t unit = per_second / 10; unit > 0; unit /= 10) *to++ = static_cast<char>('0' + fraction / unit % 10);
  return to;
}

std::string_view ArrowText::date(std::int64_t day) { return up_to(write_date(text_.data(), day)); }

std::string_view ArrowText::date_of(std::int64_t ticks, std::int64_t per_second) {
  return date(floor_divide(ticks, per_second * seconds_of_day).quotient);
}

std::string_view ArrowText::time_of_day(std::int64_t ticks, std::int64_t per_second) {
  const auto [second, fraction] = floor_divide(ticks, per_second);
  if (second < 0 || second >= seconds_of_day) return whole(ticks);  // which no format of times reads
  return up_to(write_clock(text_.data(), second, fraction, per_second));
}

std::string_view ArrowText::timestamp(std::int64_t ticks, std::int64_t per_second, bool is_utc) {
  const Floored seconds = floor_divide(ticks, per_second);
  const Floored days = floor_divide(seconds.quotient, seconds_of_day);
  char* to = write_date(text_.data(), days.quotient);
  *to++ = ' ';
  to = write_clock(to, days.rest, seconds.rest, per_second);
  if (is_utc) *to++ = 'Z';
  return up_to(to);
}

}  // namespace sourdine
