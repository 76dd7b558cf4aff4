// Places that everybody knows: stations, and the prior, which says where places are likely to be, and under which
// blurred points are remapped (geo/remap.h). Stations come from a CSV table with columns name, latitude and longitude;
// the prior from one with latitude, longitude and a weight, from polygons with a weight each (GeoJSON), or it is the
// same everywhere in the area.
//
// The prior must be public. Were it computed from the events, the points would be moved towards where events were, and
// no promise would hold. Nobody can see that in a file, but for the plainest cases, which are refused.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "sourdine/blur/config.h"
#include "sourdine/geo/metric.h"
#include "sourdine/geo/polygon.h"
#include "sourdine/geo/projection.h"
#include "sourdine/geo/remap.h"

namespace sourdine {

struct MapRegion;

// The regions on the plane.
Shapes projected(const std::vector<MapRegion>& regions, const Projection& projection);

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

inline constexpr std::size_t max_prior_places = 10'000;

// [publish] prior. A weight of polygons is spread evenly over a lattice of the plane, a quarter of 1/ε wide, or as fine
// as max_prior_places allows. Throws Error(bad_input) naming line and column, or the map.
std::vector<PriorPlace> read_prior(const BlurConfig& config, const Projection& projection, const Shapes& area,
                                   const MetricPromise& promise);

// Throws Error(bad_input) when the prior is the table of events: the same file as their source, or the same cells with
// weights in the same ratio as the events in them (of two cells or more).
void refuse_private_prior(const BlurConfig& config, const std::string& source, std::span<const PriorPlace> prior,
                          std::span<const GridPoint> cells);

}  // namespace sourdine
