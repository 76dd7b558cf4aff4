#include "sourdine/events/coordinates.h"

#include <fmt/format.h>

#include <charconv>
#include <cmath>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

std::optional<double> parse_degrees(std::string_view text, double largest) {
  std::string number(trimmed(text));
  if (const std::size_t comma = number.find(','); comma != std::string::npos) number[comma] = '.';
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  const bool is_number = error == std::errc() && end == number.data() + number.size();
  return is_number && std::abs(value) <= largest ? std::optional(value) : std::nullopt;
}

}  // namespace

Coordinates parse_coordinates(std::string_view latitude, std::string_view longitude, const std::string& where) {
  const auto north = parse_degrees(latitude, 90);
  const auto east = parse_degrees(longitude, 180);
  if (!north || !east) {
    fail_input(fmt::format("{}: '{}', '{}' are no latitude and longitude in degrees", where, shown(latitude),
                           shown(longitude)),
               "A latitude is a number from -90 to 90, a longitude one from -180 to 180.");
  }
  return {*north, *east};
}

}  // namespace sourdine
