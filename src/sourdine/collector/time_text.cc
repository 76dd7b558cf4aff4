#include "sourdine/collector/time_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

using std::chrono::milliseconds;

constexpr UnixTime first_time{std::chrono::sys_days{std::chrono::year{0} / 1 / 1}};
constexpr UnixTime last_time{std::chrono::sys_days{std::chrono::year{9999} / 12 / 31} + milliseconds(86'399'999)};

// All of the text must be digits.
std::optional<unsigned> digits_of(std::string_view text) {
  unsigned number = 0;
  for (const char letter : text) {
    if (letter < '0' || letter > '9') return {};
    number = number * 10 + static_cast<unsigned>(letter - '0');
  }
  return number;
}

}  // namespace

std::string time_text(UnixTime time) {
  time = std::clamp(time, first_time, last_time);
  const auto day = std::chrono::floor<std::chrono::days>(time);
  const std::chrono::year_month_day date{day};
  const std::chrono::hh_mm_ss clock{time - day};
  return fmt::format("{:04}-{:02}-{:02}T{:02}:{:02}:{:02}.{:03}Z", static_cast<int>(date.year()),
                     static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()), clock.hours().count(),
                     clock.minutes().count(), clock.seconds().count(), clock.subseconds().count());
}

std::optional<UnixTime> parse_time_text(std::string_view text) {
  if (text.size() < 20 || text.size() > 30 || text[4] != '-' || text[7] != '-' || text[10] != 'T' || text[13] != ':' ||
      text[16] != ':' || text.back() != 'Z') {
    return {};
  }
  const auto year = digits_of(text.substr(0, 4)), month = digits_of(text.substr(5, 2)),
             day = digits_of(text.substr(8, 2));
  const auto hour = digits_of(text.substr(11, 2)), minute = digits_of(text.substr(14, 2)),
             second = digits_of(text.substr(17, 2));
  if (!year || !month || !day || !hour || !minute || !second || *hour > 23 || *minute > 59 || *second > 59) return {};
  const std::chrono::year_month_day date{std::chrono::year(static_cast<int>(*year)), std::chrono::month(*month),
                                         std::chrono::day(*day)};
  if (!date.ok()) return {};
  std::string fraction(text.substr(19, text.size() - 20));
  if (!fraction.empty() && (fraction[0] != '.' || fraction.size() == 1)) return {};
  fraction.resize(4, '0');  // milliseconds: what is finer is dropped
  const auto thousandths = digits_of(std::string_view(fraction).substr(1));
  if (!thousandths || (text.size() > 20 && !digits_of(text.substr(20, text.size() - 21)))) return {};
  return UnixTime(std::chrono::sys_days(date)) + std::chrono::hours(*hour) + std::chrono::minutes(*minute) +
         std::chrono::seconds(*second) + milliseconds(*thousandths);
}

std::chrono::local_seconds period_clock(UnixTime time) {
  return std::chrono::local_seconds(std::chrono::floor<std::chrono::seconds>(time).time_since_epoch());
}

UnixTime period_begin(Period period, std::int64_t number) {
  return UnixTime(period_start(period, number).time_since_epoch());
}

std::string duration_words(std::chrono::seconds time) {
  const auto seconds = static_cast<std::uint64_t>(std::max<std::int64_t>(time.count(), 0));
  constexpr std::uint64_t day = 86'400, hour = 3600;
  if (seconds >= day && seconds % day == 0) return counted(seconds / day, "day");
  if (seconds >= hour && seconds % hour == 0) return counted(seconds / hour, "hour");
  return counted(seconds, "second");
}

}  // namespace sourdine
