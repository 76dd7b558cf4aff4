// Rings of a plane: their edges, their area and what they hold.
#pragma once

#include <cstddef>

#include "sourdine/geo/plane.h"

namespace sourdine {

// visit(a, b), from each point to the next one, round.
template <class Visit>
void for_each_edge(const PlaneRing& ring, const Visit& visit) {
  for (std::size_t i = 0; i < ring.size(); ++i) visit(ring[i], ring[i + 1 == ring.size() ? 0 : i + 1]);
}

// Twice the area, positive counter-clockwise, around a point near the ring so that large coordinates do not cancel.
inline double doubled_ring_area(const PlaneRing& ring) {
  if (ring.empty()) return 0;
  const PlanePoint origin = ring.front();
  double area = 0;
  for_each_edge(ring, [&](PlanePoint a, PlanePoint b) {
    area += (a.x - origin.x) * (b.y - origin.y) - (b.x - origin.x) * (a.y - origin.y);
  });
  return area;
}

inline bool ring_holds_point(const PlaneRing& ring, PlanePoint point) {
  bool is_inside = false;
  for_each_edge(ring, [&](PlanePoint a, PlanePoint b) {
    if ((a.y > point.y) == (b.y > point.y)) return;
    if (point.x < a.x + (b.x - a.x) * (point.y - a.y) / (b.y - a.y)) is_inside = !is_inside;
  });
  return is_inside;
}

}  // namespace sourdine
