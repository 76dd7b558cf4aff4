#include "sourdine/events/holidays.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <span>
#include <variant>

#include "sourdine/base/error.h"

namespace sourdine {

// One holiday and the years that have it.
struct HolidayRule {
  using AfterEaster = std::chrono::days;  // so many days after Easter Sunday
  std::variant<std::chrono::month_day, std::chrono::month_weekday, std::chrono::month_weekday_last, AfterEaster> when;
  int from = 0;
  int to = 9999;
};

struct HolidayCountry {
  std::string_view code;
  std::span<const HolidayRule> rules;
};

namespace {
namespace holiday_rules {

using namespace std::chrono;  // the names of months and weekdays, for this list alone

constexpr days good_friday(-2), easter_monday(1), ascension_day(39), whit_monday(50), corpus_christi(60);

constexpr HolidayRule france[] = {
    {January / 1},   {easter_monday}, {May / 1},   {May / 8, 1982},  // Victory in Europe, again since 1982
    {ascension_day}, {whit_monday},   {July / 14}, {August / 15},   {November / 1}, {November / 11}, {December / 25},
};

// What all states have.
constexpr HolidayRule germany[] = {
    {January / 1},        {good_friday},
    {easter_monday},      {May / 1},
    {ascension_day},      {whit_monday},
    {June / 17, 0, 1990},                              // German Unity until there was another day for it
    {October / 3, 1990},  {October / 31, 2017, 2017},  // 500 years of the Reformation
    {December / 25},      {December / 26},
};

// Four holidays were suspended from 2013 to 2015. Carnival and the municipal holidays are not the whole country's.
constexpr HolidayRule portugal[] = {
    {January / 1},
    {good_friday},
    {April / 25},
    {May / 1},
    {June / 10},
    {August / 15},
    {December / 8},
    {December / 25},
    {corpus_christi, 0, 2012},
    {corpus_christi, 2016},
    {October / 5, 0, 2012},
    {October / 5, 2016},
    {November / 1, 0, 2012},
    {November / 1, 2016},
    {December / 1, 0, 2012},
    {December / 1, 2016},
};

// Federal holidays.
constexpr HolidayRule united_states[] = {
    {January / 1},           {January / Monday[3], 1986},  // Martin Luther King
    {February / Monday[3]},                                // Washington
    {May / Monday[last]},                                  // Memorial Day
    {June / 19, 2021},       {July / 4},
    {September / Monday[1]},                            // Labor Day
    {October / Monday[2]},                              // Columbus
    {November / 11},         {November / Thursday[4]},  // Thanksgiving
    {December / 25},
};

}  // namespace holiday_rules

using std::chrono::days;
using std::chrono::local_days;

constexpr std::string_view no_country = "none";
constexpr std::array<HolidayCountry, 4> countries = {{{"DE", holiday_rules::germany},
                                                      {"FR", holiday_rules::france},
                                                      {"PT", holiday_rules::portugal},
                                                      {"US", holiday_rules::united_states}}};

struct DayOf {
  std::chrono::year in;
  local_days operator()(const std::chrono::month_day& when) const { return local_days(in / when.month() / when.day()); }
  local_days operator()(const std::chrono::month_weekday& when) const {
    return local_days(in / when.month() / when.weekday_indexed());
  }
  local_days operator()(const std::chrono::month_weekday_last& when) const {
    return local_days(in / when.month() / when.weekday_last());
  }
  local_days operator()(days after_easter) const { return easter_sunday(in) + after_easter; }
};

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

std::string_view Holidays::country() const { return empty() ? no_country : country_->code; }

bool Holidays::contains(local_days day) const {
  if (empty()) return false;
  const std::chrono::year in = std::chrono::year_month_day(day).year();
  const int y = static_cast<int>(in);
  return std::any_of(country_->rules.begin(), country_->rules.end(), [&](const HolidayRule& rule) {
    return rule.from <= y && y <= rule.to && std::visit(DayOf{in}, rule.when) == day;
  });
}

Holidays find_holidays(std::string_view country) {
  if (country == no_country) return {};
  for (const HolidayCountry& known : countries) {
    if (known.code == country) return Holidays(known);
  }
  fail_input(fmt::format("there are no holidays of '{}'; known: {}", country, known_holidays()),
             "Countries are named by two capitals. Without holidays they are days like others.");
}

std::string known_holidays() {
  std::string names(no_country);
  for (const HolidayCountry& known : countries) names.append(", ").append(known.code);
  return names;
}

}  // namespace sourdine
