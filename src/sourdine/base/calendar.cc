#include "sourdine/base/calendar.h"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <array>
#include <ctime>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

using namespace std::chrono;

constexpr std::array periods{Period::hour, Period::day, Period::week, Period::month, Period::year};
constexpr std::array<std::string_view, periods.size()> names{"hour", "day", "week", "month", "year"};

constexpr days first_monday{-3};  // 1969-12-29, the Monday before the epoch; week 0 begins there

// The ISO year and week of the week that begins on `monday`: those of its Thursday.
std::string week_label(local_days monday) {
  const local_days thursday = monday + days{3};
  const year iso_year = year_month_day{thursday}.year();
  const auto week = (thursday - local_days{iso_year / January / 1}) / days{7} + 1;
  return fmt::format("{:04}-W{:02}", static_cast<int>(iso_year), week);
}

// The decimal digits from `begin`, `count` of them; -1 when they are none.
int number_at(std::string_view text, std::size_t begin, std::size_t count) {
  int number = 0;
  for (const char c : text.substr(begin, count)) {
    if (c < '0' || c > '9') return -1;
    number = 10 * number + (c - '0');
  }
  return number;
}

// The period that a label of that length names.
std::optional<Period> period_by_length(std::string_view label) {
  switch (label.size()) {
    case 4:
      return Period::year;
    case 7:
      return Period::month;
    case 8:
      return Period::week;
    case 10:
      return Period::day;
    case 13:
      return Period::hour;
    default:
      return std::nullopt;
  }
}

}  // namespace

std::span<const Period> all_periods() { return periods; }

std::string_view period_name(Period period) { return names[static_cast<std::size_t>(period)]; }

Period find_period(std::string_view name) {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) {
    fail_input(fmt::format("unknown period '{}'; known: {}", shown(name), fmt::join(names, ", ")));
  }
  return periods[static_cast<std::size_t>(found - names.begin())];
}

std::int64_t period_number(Period period, local_seconds time) {
  const local_days day = floor<days>(time);
  switch (period) {
    case Period::hour:
      return floor<hours>(time).time_since_epoch().count();
    case Period::day:
      return day.time_since_epoch().count();
    case Period::week:
      return floor<weeks>(day.time_since_epoch() - first_monday).count();
    case Period::month: {
      const year_month_day date{day};
      return std::int64_t{12} * static_cast<int>(date.year()) + static_cast<unsigned>(date.month()) - 1;
    }
    case Period::year:
      break;
  }
  return static_cast<int>(year_month_day{day}.year());
}

local_seconds period_start(Period period, std::int64_t number) {
  switch (period) {
    case Period::hour:
      return local_seconds{hours{number}};
    case Period::day:
      return local_days{days{number}};
    case Period::week:
      return local_days{weeks{number} + first_monday};
    case Period::month:
      return local_days{year{0} / January / 1 + months{number}};
    case Period::year:
      break;
  }
  return local_days{year{static_cast<int>(number)} / January / 1};
}

std::string period_label(Period period, local_seconds time) {
  const local_seconds start = period_start(period, period_number(period, time));
  const local_days day = floor<days>(start);
  const year_month_day date{day};
  const int of_year = static_cast<int>(date.year());
  const auto of_month = static_cast<unsigned>(date.month());
  const auto of_day = static_cast<unsigned>(date.day());
  switch (period) {
    case Period::hour:
      return fmt::format("{:04}-{:02}-{:02}T{:02}", of_year, of_month, of_day,
                         duration_cast<hours>(start - day).count());
    case Period::day:
      return fmt::format("{:04}-{:02}-{:02}", of_year, of_month, of_day);
    case Period::week:
      return week_label(day);
    case Period::month:
      return fmt::format("{:04}-{:02}", of_year, of_month);
    case Period::year:
      break;
  }
  return fmt::format("{:04}", of_year);
}

std::optional<std::pair<Period, local_seconds>> parse_label(std::string_view label) {
  const auto period = period_by_length(label);
  if (!period) return std::nullopt;
  if (label.size() > 4 && label[4] != '-') return std::nullopt;
  const int of_year = number_at(label, 0, 4);
  if (of_year < 1) return std::nullopt;
  if (*period == Period::week) {
    const int week = number_at(label, 6, 2);
    if (label[5] != 'W' || week < 1) return std::nullopt;
    // The 4th of January lies in the first week; the Thursday of a week lies in its year.
    const local_days fourth = local_days{year{of_year} / January / 4};
    const auto start = period_start(Period::week, period_number(Period::week, fourth) + week - 1);
    if (year_month_day{floor<days>(start) + days{3}}.year() != year{of_year}) return std::nullopt;
    return std::pair{*period, start};
  }
  const int of_month = label.size() >= 7 ? number_at(label, 5, 2) : 1;
  const int of_day = label.size() >= 10 ? number_at(label, 8, 2) : 1;
  const int hour = label.size() == 13 ? number_at(label, 11, 2) : 0;
  if (of_month < 0 || of_day < 0 || hour < 0 || hour > 23) return std::nullopt;
  if ((label.size() > 7 && label[7] != '-') || (label.size() > 10 && label[10] != 'T')) return std::nullopt;
  const year_month_day date{year{of_year}, month{static_cast<unsigned>(of_month)}, day{static_cast<unsigned>(of_day)}};
  if (!date.ok()) return std::nullopt;
  return std::pair{*period, local_days{date} + hours{hour}};
}

std::string today() { return fmt::format("{:%Y-%m-%d}", fmt::localtime(std::time(nullptr))); }

Timeline::Timeline(Period period, local_seconds first, local_seconds last)
    : period_(period), first_(period_number(period, first)) {
  const std::int64_t count = period_number(period, last) - first_ + 1;
  const auto described = [&] {
    return fmt::format("from {} to {}", period_label(Period::day, first), period_label(Period::day, last));
  };
  if (last < first) fail_input(fmt::format("a timeline {} ends before it begins", described()));
  if (count > static_cast<std::int64_t>(max_size)) {
    fail_input(fmt::format("{} there are {} periods of one {}, more than {}", described(), count, period_name(period),
                           max_size),
               "Is the year of a date mistyped?");
  }
  size_ = static_cast<std::size_t>(count);
}

std::size_t Timeline::index(local_seconds time) const {
  const std::uint64_t result = offset(time);
  if (result >= size_) {
    fail_input(fmt::format("{} is outside of the periods {} … {}", period_label(Period::hour, time), label(0),
                           label(size_ - 1)));
  }
  return static_cast<std::size_t>(result);
}

local_seconds Timeline::start(std::size_t index) const {
  return period_start(period_, first_ + static_cast<std::int64_t>(index));
}

}  // namespace sourdine
