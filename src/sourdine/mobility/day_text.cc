#include "sourdine/mobility/day_text.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <chrono>

namespace sourdine {
namespace {

// Digits alone, at most nine of them.
std::optional<int> digits_number(std::string_view text) {
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  if (text.empty() || text.size() > 9 || !std::all_of(text.begin(), text.end(), is_digit)) return std::nullopt;
  int number = 0;
  std::from_chars(text.data(), text.data() + text.size(), number);
  return number;
}

std::optional<NamedDay> parse_date(std::string_view text) {
  if (text.size() != 10 || text[4] != '-' || text[7] != '-') return std::nullopt;
  const auto year = digits_number(text.substr(0, 4)), month = digits_number(text.substr(5, 2)),
             day = digits_number(text.substr(8, 2));
  if (!year || !month || !day) return std::nullopt;
  const std::chrono::year_month_day date{std::chrono::year(*year), std::chrono::month(static_cast<unsigned>(*month)),
                                         std::chrono::day(static_cast<unsigned>(*day))};
  if (!date.ok()) return std::nullopt;
  return NamedDay{std::chrono::sys_days(date).time_since_epoch().count(), true};
}

}  // namespace

std::optional<NamedDay> parse_day(std::string_view text) {
  if (const auto number = digits_number(text)) return NamedDay{*number, false};
  return parse_date(text);
}

std::string day_text(NamedDay day) {
  if (!day.is_date) return std::to_string(day.number);
  const std::chrono::year_month_day date{
      std::chrono::sys_days(std::chrono::days(static_cast<std::chrono::days::rep>(day.number)))};
  return fmt::format("{:04}-{:02}-{:02}", static_cast<int>(date.year()), static_cast<unsigned>(date.month()),
                     static_cast<unsigned>(date.day()));
}

std::optional<double> parse_people(std::string_view text) {
  double people = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data(), end, people);
  if (text.empty() || error != std::errc() || stop != end || !(people >= 0 && people <= 0x1p50)) return std::nullopt;
  return people;
}

}  // namespace sourdine
