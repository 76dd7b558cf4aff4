// Where a place lies on a map.
#pragma once

#include <string>
#include <string_view>

namespace sourdine {

struct Coordinates {
  double latitude = 0;   // degrees north
  double longitude = 0;  // degrees east
  friend bool operator==(const Coordinates&, const Coordinates&) = default;
};

// From two texts in degrees, with decimal points or commas. Throws Error(bad_input) that begins with `where` ("'x.csv',
// line 12") when one is no number, or lies beyond the poles (±90) or the date line (±180).
Coordinates parse_coordinates(std::string_view latitude, std::string_view longitude, const std::string& where);

}  // namespace sourdine
