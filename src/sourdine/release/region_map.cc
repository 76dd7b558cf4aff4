#include "sourdine/release/region_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/events/fold_name.h"

namespace sourdine {
namespace {

using MapJson = nlohmann::json;

[[noreturn]] void fail_map(const std::string& path, const std::string& why, const std::string& hint = {}) {
  fail_input(fmt::format("the map '{}' {}", path, why), hint);
}

// Larger maps are for an atlas, and would not be read in reasonable time.
std::string read_map_text(const std::string& path) {
  constexpr std::size_t largest = std::size_t{256} << 20;
  InputFile file(path);
  std::string text;
  std::vector<std::uint8_t> buffer(std::size_t{1} << 20);
  while (const std::size_t got = file.read(buffer)) {
    text.append(reinterpret_cast<const char*>(buffer.data()), got);
    if (text.size() > largest) {
      fail_map(path, "has more than 256 MB", "Simplify it first, for example with 'ogr2ogr -simplify 0.001'.");
    }
  }
  return text;
}

MapJson parse_map(const std::string& text, const std::string& path) {
  constexpr int max_depth = 16;  // the points of a multipolygon are at 8; properties may nest a little
  MapJson file;
  try {
    file = parse_bounded_json<MapJson>(text, max_depth);
  } catch (const Error& error) {
    fail_map(path, fmt::format("cannot be read: {}", error.what()));
  } catch (const MapJson::exception&) {
    fail_map(path, "is no JSON", "Give polygons as GeoJSON, for example made by 'ogr2ogr regions.geojson FILE'.");
  }
  if (!file.is_object() || !file.contains("features") || !file["features"].is_array()) {
    fail_map(path, "is no GeoJSON feature collection");
  }
  return file;
}

// A property as text, as a table would have it.
std::string property_text(const MapJson& value) { return value.is_string() ? value.get<std::string>() : value.dump(); }

const MapJson& properties_of(const MapJson& feature) {
  static const MapJson none = MapJson::object();
  const bool has_some = feature.is_object() && feature.contains("properties") && feature["properties"].is_object();
  return has_some ? feature["properties"] : none;
}

// Regions by their names, and where nothing has exactly that name, as people write it: who drew the map is seldom who
// wrote the table.
class NamedRegions {
 public:
  explicit NamedRegions(const std::vector<std::string>& regions) : exact_(regions.begin(), regions.end()) {
    for (const std::string& region : exact_) {
      const auto [known, is_new] = folded_.try_emplace(fold_name(region), region);
      if (!is_new) known->second.clear();  // two regions are written alike: only their exact names tell them apart
    }
  }

  // Empty when no region is called so.
  std::string find(const std::string& name) const {
    if (exact_.contains(name)) return name;
    const auto found = folded_.find(fold_name(name));
    return found == folded_.end() ? std::string() : found->second;
  }
  const std::string& first() const { return *exact_.begin(); }

 private:
  std::set<std::string> exact_;
  std::map<std::string, std::string> folded_;
};

// The property whose values name the most regions; the first by name of equals.
std::string find_region_property(const MapJson& features, const NamedRegions& regions, const std::string& path) {
  std::map<std::string, std::set<std::string>> named;  // property → the regions that it names
  for (const MapJson& feature : features) {
    for (const auto& [name, value] : properties_of(feature).items()) {
      std::set<std::string>& found = named[name];
      if (const std::string region = regions.find(property_text(value)); !region.empty()) found.insert(region);
    }
  }
  const auto most = std::max_element(named.begin(), named.end(),
                                     [](const auto& a, const auto& b) { return a.second.size() < b.second.size(); });
  if (most != named.end() && !most->second.empty()) return most->first;
  std::vector<std::string> names;
  for (const auto& [name, found] : named) names.push_back(name);
  fail_map(path, fmt::format("has no property that names a region, such as '{}'", shown(regions.first())),
           fmt::format("Its properties are {}. The map's names and those of the regions must be the same.",
                       names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
}

MapPoint map_point(const MapJson& position, const std::string& path) {
  const bool is_point =
      position.is_array() && position.size() >= 2 && position[0].is_number() && position[1].is_number();
  if (!is_point) fail_map(path, "has a point that is not [longitude, latitude]");
  const MapPoint point{position[0].get<double>(), position[1].get<double>()};
  if (!(std::abs(point.longitude) <= 180 && std::abs(point.latitude) <= 90)) {
    fail_map(path,
             fmt::format("has a point ({}, {}) that is no longitude and latitude", point.longitude, point.latitude),
             "Convert it to degrees first: ogr2ogr -t_srs EPSG:4326 regions.geojson FILE");
  }
  return point;
}

void add_rings(const MapJson& polygon, const std::string& path, std::vector<MapRing>& rings) {
  if (!polygon.is_array()) fail_map(path, "has a polygon that is no list of rings");
  for (const MapJson& ring : polygon) {
    if (!ring.is_array()) fail_map(path, "has a ring that is no list of points");
    MapRing& points = rings.emplace_back();
    for (const MapJson& position : ring) points.push_back(map_point(position, path));
  }
}

void add_geometry(const MapJson& geometry, const std::string& path, std::vector<MapRing>& rings) {
  if (!geometry.is_object() || !geometry.contains("type")) return;
  const MapJson& type = geometry["type"];
  if (type == "GeometryCollection" && geometry.contains("geometries") && geometry["geometries"].is_array()) {
    for (const MapJson& part : geometry["geometries"]) add_geometry(part, path, rings);
  }
  if ((type != "Polygon" && type != "MultiPolygon") || !geometry.contains("coordinates")) return;
  const MapJson& coordinates = geometry["coordinates"];
  if (type == "Polygon") return add_rings(coordinates, path, rings);
  if (!coordinates.is_array()) fail_map(path, "has a multipolygon that is no list of polygons");
  for (const MapJson& polygon : coordinates) add_rings(polygon, path, rings);
}

}  // namespace

std::vector<RegionOutline> read_region_map(const std::string& path, const std::string& property,
                                           const std::vector<std::string>& regions, std::size_t max_points) {
  return parse_region_map(read_map_text(path), path, property, regions, max_points);
}

std::vector<RegionOutline> parse_region_map(const std::string& text, const std::string& path,
                                            const std::string& property, const std::vector<std::string>& regions,
                                            std::size_t max_points) {
  const MapJson file = parse_map(text, path);
  const MapJson& features = file["features"];
  const NamedRegions names(regions);
  const std::string naming = property.empty() ? find_region_property(features, names, path) : property;
  std::map<std::string, std::vector<MapRing>> rings;
  bool has_property = false;
  for (const MapJson& feature : features) {
    const MapJson& properties = properties_of(feature);
    if (!properties.contains(naming)) continue;
    has_property = true;
    const std::string region = names.find(property_text(properties[naming]));
    if (!region.empty() && feature.contains("geometry")) add_geometry(feature["geometry"], path, rings[region]);
  }
  if (!has_property) {
    fail_map(path, fmt::format("has no feature with the property '{}'", shown(naming)),
             "map_region in [places] names the property that holds the region; leave it out to have it found.");
  }
  std::vector<std::vector<MapRing>> given;
  for (const std::string& region : regions) given.push_back(rings[region]);
  std::vector<std::vector<MapPolygon>> outlines = outline_regions(given, max_points);
  std::vector<RegionOutline> map;
  for (std::size_t i = 0; i < regions.size(); ++i) {
    if (!outlines[i].empty()) map.push_back({regions[i], std::move(outlines[i])});
  }
  if (map.empty()) {
    fail_map(path, fmt::format("has no polygon of a region, such as '{}'", shown(regions.front())),
             "The map's names and those of the regions must be the same.");
  }
  return map;
}

}  // namespace sourdine
