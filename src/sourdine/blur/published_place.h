// What is published of a place: everything here is a function of the moved point and of what is public.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

#include "sourdine/blur/blur.h"

namespace sourdine {

// The nearest point of a grid of `step` metres that the area holds: where a point outside is moved to. (Beside a border
// that no grid point lies near within 64 steps, the border itself.)
PlanePoint nearest_admissible(const Shapes& area, PlanePoint point, double step);

// Remapped where there is a prior, on the published grid, and in the area where that is asked for.
PlanePoint published_point(const PreparedBlur& blur, GridPoint moved);
// The same of many, on several threads (0: as many as the machine offers).
std::vector<PlanePoint> published_points(const PreparedBlur& blur, std::span<const GridPoint> moved,
                                         std::size_t threads, const StopToken& stop = {});

struct PublishedPlace {
  double north = 0, east = 0;               // degrees to seven decimals, or metres to two
  std::optional<std::size_t> region = {};   // that holds the point
  std::optional<std::size_t> station = {};  // the nearest
  double distance = 0;                      // to it, in whole metres on the ground
};
PublishedPlace published_place(const PreparedBlur& blur, PlanePoint point);

}  // namespace sourdine
