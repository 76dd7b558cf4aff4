#include "sourdine/blur/stations.h"

#include <fmt/format.h>

#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/events/coordinates.h"
#include "sourdine/events/row_source.h"

namespace sourdine {

std::vector<Station> read_stations(const std::string& path, const Projection& projection) {
  const auto rows = open_table(path);
  const std::size_t name = find_column(*rows, "name");
  const std::size_t latitude = find_column(*rows, "latitude"), longitude = find_column(*rows, "longitude");
  std::vector<Station> stations;
  while (rows->next()) {
    if (stations.size() == max_stations)
      fail_input(fmt::format("{} has more than {} stations", rows->name(), max_stations));
    const auto row = rows->row();
    const Coordinates where = parse_coordinates(row[latitude], row[longitude], rows->where());
    const MapPoint place{.longitude = where.longitude, .latitude = where.latitude};
    stations.push_back({.name = std::string(row[name]), .place = place, .point = projection.forward(place)});
  }
  if (stations.empty()) fail_input(fmt::format("{} has no stations", rows->name()));
  return stations;
}

const Station& nearest_station(std::span<const Station> stations, PlanePoint point) {
  const Station* nearest = &stations.front();
  double least = std::numeric_limits<double>::infinity();
  for (const Station& station : stations) {
    const double x = station.point.x - point.x, y = station.point.y - point.y;
    if (const double distance = x * x + y * y; distance < least) {
      least = distance;
      nearest = &station;
    }
  }
  return *nearest;
}

}  // namespace sourdine
