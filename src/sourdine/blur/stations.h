// Stations: named public places, from a CSV table with columns name, latitude and longitude.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sourdine/geo/projection.h"

namespace sourdine {

struct Station {
  std::string name;
  MapPoint place;
  PlanePoint point;  // on the plane
};

inline constexpr std::size_t max_stations = 10'000;

// Throws Error(bad_input) naming line and column.
std::vector<Station> read_stations(const std::string& path, const Projection& projection);

// The nearest on the plane; the first of equals. There must be one.
const Station& nearest_station(std::span<const Station> stations, PlanePoint point);

}  // namespace sourdine
