// Points and rings of a map, in degrees of WGS 84.
#pragma once

#include <vector>

namespace sourdine {

struct MapPoint {
  double longitude = 0, latitude = 0;  // degrees
  friend bool operator==(const MapPoint&, const MapPoint&) = default;
};

// The first point is not repeated at the end.
using MapRing = std::vector<MapPoint>;
// The outer ring, counter-clockwise, then its holes, clockwise.
using MapPolygon = std::vector<MapRing>;

// From west to east and from south to north. Where west is above east, the box crosses the date line.
struct MapBox {
  double west = 0, south = 0, east = 0, north = 0;

  double width() const { return east >= west ? east - west : east - west + 360; }
  double height() const { return north - south; }
  bool holds(const MapPoint& point) const {
    const bool is_between = west <= east ? point.longitude >= west && point.longitude <= east
                                         : point.longitude >= west || point.longitude <= east;
    return is_between && point.latitude >= south && point.latitude <= north;
  }
  friend bool operator==(const MapBox&, const MapBox&) = default;
};

}  // namespace sourdine
