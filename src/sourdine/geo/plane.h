// Points, boxes and polygons of a projected plane, in metres (projection.h leads there from degrees).
#pragma once

#include <algorithm>
#include <compare>
#include <limits>
#include <string>
#include <vector>

namespace sourdine {

struct PlanePoint {
  double x = 0;
  double y = 0;
  friend auto operator<=>(const PlanePoint&, const PlanePoint&) = default;
};

struct PlaneBox {
  PlanePoint low = {std::numeric_limits<double>::infinity(), std::numeric_limits<double>::infinity()};
  PlanePoint high = {-std::numeric_limits<double>::infinity(), -std::numeric_limits<double>::infinity()};

  void add(PlanePoint point) {
    low = {std::min(low.x, point.x), std::min(low.y, point.y)};
    high = {std::max(high.x, point.x), std::max(high.y, point.y)};
  }
  bool is_empty() const { return low.x > high.x; }
  bool holds(PlanePoint point) const {
    return point.x >= low.x && point.x <= high.x && point.y >= low.y && point.y <= high.y;
  }
  double width() const { return is_empty() ? 0 : high.x - low.x; }
  double height() const { return is_empty() ? 0 : high.y - low.y; }
};

// The first point is not repeated at the end.
using PlaneRing = std::vector<PlanePoint>;

// What an odd number of its rings hold: outer rings and holes, in any order and direction. So a region of several
// polygons with holes is one list of rings.
struct PlaneShape {
  std::string name;
  std::vector<PlaneRing> rings;
};

}  // namespace sourdine
