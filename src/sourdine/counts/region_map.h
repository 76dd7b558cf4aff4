// The user's map of the regions: GeoJSON polygons, read once before the events and made small enough for a page
// (geo/map_outline.h). A map is public: it says nothing about events.
#pragma once

#include <string>
#include <vector>

#include "sourdine/geo/geojson.h"
#include "sourdine/geo/map_outline.h"

namespace sourdine {

struct RegionOutline {
  std::string region;
  std::vector<MapPolygon> polygons;
};

// The outlines of the regions that are on the map, in the regions' order. `property` names a feature's region; empty:
// the property that names most regions. Names are compared as people write them (base/fold_name.h). Several features
// may make up a region. Features of other regions are left out, and so are points and lines. Throws Error(bad_input)
// naming the file, `path`: no property or none that names a region, no polygon of a region.
std::vector<RegionOutline> outline_map(const std::vector<MapFeature>& features, const std::string& path,
                                       const std::string& property, const std::vector<std::string>& regions,
                                       std::size_t max_points = max_map_points);

}  // namespace sourdine
