// Outlines of regions made small enough for a page: the polygons of each region are joined, and lines are simplified by
// Douglas and Peucker's method, each border once, so that neighbours still fit together.
//
// Joined: an edge that two polygons of one region share, point for point, lies inside the region and goes.
// Borders: a point where lines meet stays, and what lies between two such points is simplified from one end to the
//   other, in the same direction for both neighbours. A line around an island begins at its least point.
// Weight of a point: how far it lies from the line that the points kept before it make (in a plane where longitudes are
//   shrunk by the cosine of the middle latitude), never more than the weight of what was kept before it. Keeping the
//   points above a weight is Douglas–Peucker's result for that tolerance; so the tolerance is found by sorting.
// Size: at most max_points points are kept, but for the points where lines meet and four of every ring. Rings too small
//   to be seen are left out, never a region's largest. Points are rounded to 1e-5 degrees, about a metre.
// Cost: O(n log n) for n points and ordinary lines, O(n²) at worst.
//
// Reference: Douglas, Peucker, Cartographica 1973.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/geo/map_point.h"

namespace sourdine {

inline constexpr std::size_t max_map_points = 8000;

// For every region its rings (outer ones and holes, in any order and direction, closed or not) become its polygons,
// largest first. A region whose rings have no area has none.
std::vector<std::vector<MapPolygon>> outline_regions(const std::vector<std::vector<MapRing>>& regions,
                                                     std::size_t max_points = max_map_points);

}  // namespace sourdine
