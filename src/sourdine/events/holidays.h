// Public holidays by country, computed from rules: no table ends, and no country is taken for another.
//
// None unless a country is named: a forecast that marks days nobody has off learns from chance. Only days that the
// whole country has off by law, on their own dates (not the Monday or Friday on which some are observed); the rules
// hold from 1980. A new country is a list of rules in holidays.cc and one row of the table below it; docs/forecast.md
// says how.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

namespace sourdine {

struct HolidayCountry;

class Holidays {
 public:
  Holidays() = default;  // none

  bool empty() const { return country_ == nullptr; }
  std::string_view country() const;  // "FR", or "none"
  bool contains(std::chrono::local_days day) const;

 private:
  friend Holidays find_holidays(std::string_view country);
  explicit Holidays(const HolidayCountry& country) : country_(&country) {}

  const HolidayCountry* country_ = nullptr;  // a row of the table; none: no holidays
};

// Of a country by its code of ISO 3166 in capitals, or "none". Throws Error(bad_input) that lists the known ones.
Holidays find_holidays(std::string_view country);
// "none, DE, FR, PT, US".
std::string known_holidays();

// Easter Sunday of the Gregorian calendar (the computus; years from 1583).
std::chrono::local_days easter_sunday(std::chrono::year year);

}  // namespace sourdine
