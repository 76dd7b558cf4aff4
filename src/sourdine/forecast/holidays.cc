#include "sourdine/forecast/holidays.h"

#include <algorithm>
#include <array>

namespace sourdine {
namespace {

using std::chrono::days;
using std::chrono::local_days;

constexpr std::array fixed_holidays = {std::chrono::January / 1,   std::chrono::May / 1,      std::chrono::May / 8,
                                       std::chrono::July / 14,     std::chrono::August / 15,  std::chrono::November / 1,
                                       std::chrono::November / 11, std::chrono::December / 25};
constexpr std::array days_after_easter = {days(1), days(39), days(50)};

}  // namespace

// The ecclesiastical full moon on or after 21 March is the 14th day of a lunar month; Easter is the Sunday after it.
local_days easter_sunday(std::chrono::year year) {
  const int y = static_cast<int>(year);
  const int golden = y % 19;  // the year's place in the 19-year cycle of moons
  const int century = y / 100;
  const int dropped_leap_days = century - century / 4;                        // since the Julian calendar
  const int moon_correction = (8 * century + 13) / 25;                        // the cycle is not exactly 19 years
  int epact = (19 * golden + dropped_leap_days - moon_correction + 15) % 30;  // days from 21 March to the full moon
  if (epact == 29 || (epact == 28 && golden > 10)) --epact;                   // no lunar month may have its 14th twice
  const local_days full_moon = local_days(year / std::chrono::March / 21) + days(epact);
  const std::chrono::weekday weekday(full_moon);
  return full_moon + (weekday == std::chrono::Sunday ? days(7) : std::chrono::Sunday - weekday);
}

bool is_french_holiday(local_days day) {
  const std::chrono::year_month_day date(day);
  const std::chrono::month_day in_year = date.month() / date.day();
  if (std::find(fixed_holidays.begin(), fixed_holidays.end(), in_year) != fixed_holidays.end()) return true;
  const days since_easter = day - easter_sunday(date.year());
  return std::find(days_after_easter.begin(), days_after_easter.end(), since_easter) != days_after_easter.end();
}

}  // namespace sourdine
