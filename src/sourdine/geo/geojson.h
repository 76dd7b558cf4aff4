// Polygons of a map from GeoJSON: a feature collection, one feature, or a geometry alone. Points and lines are left
// out; what cannot be read is refused with one sentence that names the file.
#pragma once

#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/geo/map_point.h"

namespace sourdine {

struct MapFeature {
  std::map<std::string, std::string> properties;  // as a table would have them: texts without quotes
  std::vector<MapRing> rings;  // of all its polygons, outer ones and holes, as they are written; none: points or lines
};

// Throws Error(bad_input): more than 256 MB, no JSON, no GeoJSON, coordinates that are no degrees.
std::vector<MapFeature> read_map_features(const std::string& path);
// The same from text; `path` is for messages.
std::vector<MapFeature> parse_map_features(std::string_view text, const std::string& path);

// Throws Error(bad_input) that begins with "the map 'PATH'".
[[noreturn]] void fail_map(const std::string& path, const std::string& why, const std::string& hint = {});

// A region of a map: what all features of one name hold. Rings are without their last point, which is the first.
struct MapRegion {
  std::string name;
  std::vector<MapRing> rings;
};

// The regions that `property` names, in the order of their first features; with an empty property all polygons are one
// region without a name. Throws Error(bad_input): no polygons, no feature that has the property, a polygon that crosses
// itself (saying where).
std::vector<MapRegion> map_regions(const std::vector<MapFeature>& features, const std::string& property,
                                   const std::string& path);

// The box around all of them.
MapBox box_of(const std::vector<MapRegion>& regions);

}  // namespace sourdine
