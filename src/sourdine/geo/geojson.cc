#include "sourdine/geo/geojson.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/geo/polygon.h"

namespace sourdine {
namespace {

using MapJson = nlohmann::json;

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

MapJson parse_map_json(std::string_view text, const std::string& path) {
  constexpr int max_depth = 16;  // the points of a multipolygon are at 8; properties may nest a little
  try {
    return parse_bounded_json<MapJson>(text, max_depth);
  } catch (const Error& error) {
    fail_map(path, fmt::format("cannot be read: {}", error.what()));
  } catch (const MapJson::exception&) {
    fail_map(path, "is no JSON", "Give polygons as GeoJSON, for example made by 'ogr2ogr regions.geojson FILE'.");
  }
}

MapPoint read_point(const MapJson& position, const std::string& path) {
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
    for (const MapJson& position : ring) points.push_back(read_point(position, path));
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

MapFeature read_feature(const MapJson& feature, const std::string& path) {
  MapFeature read;
  if (!feature.is_object()) return read;
  if (feature.contains("properties") && feature["properties"].is_object()) {
    for (const auto& [name, value] : feature["properties"].items()) {
      read.properties[name] = value.is_string() ? value.get<std::string>() : value.dump();
    }
  }
  if (feature.contains("geometry")) add_geometry(feature["geometry"], path, read.rings);
  return read;
}

MapRing opened_ring(const MapRing& ring) {
  MapRing open;
  for (const MapPoint& point : ring) {
    if (open.empty() || open.back() != point) open.push_back(point);
  }
  while (open.size() > 1 && open.back() == open.front()) open.pop_back();
  return open;
}

void refuse_crossing(const MapRegion& region, const std::string& path) {
  std::vector<PlaneRing> rings;
  for (const MapRing& ring : region.rings) {
    PlaneRing& flat = rings.emplace_back();
    for (const MapPoint& point : ring) flat.push_back({point.longitude, point.latitude});
  }
  const auto crossing = find_crossing(rings);
  if (!crossing) return;
  const std::string whose = region.name.empty() ? "" : fmt::format(" of '{}'", shown(region.name));
  fail_map(path,
           fmt::format("has a polygon{} that crosses itself at longitude {:.6f}, latitude {:.6f}", whose, crossing->x,
                       crossing->y),
           "What lies inside is not clear then: mend it, for example with 'ogr2ogr -makevalid MENDED.geojson FILE'.");
}

}  // namespace

void fail_map(const std::string& path, const std::string& why, const std::string& hint) {
  fail_input(fmt::format("the map '{}' {}", path, why), hint);
}

std::vector<MapFeature> read_map_features(const std::string& path) {
  return parse_map_features(read_map_text(path), path);
}

std::vector<MapFeature> parse_map_features(std::string_view text, const std::string& path) {
  const MapJson file = parse_map_json(text, path);
  std::vector<MapFeature> features;
  if (file.is_object() && file.contains("features") && file["features"].is_array()) {
    for (const MapJson& feature : file["features"]) features.push_back(read_feature(feature, path));
  } else if (file.is_object() && file.contains("geometry")) {
    features.push_back(read_feature(file, path));
  } else if (file.is_object() && (file.contains("coordinates") || file.contains("geometries"))) {
    add_geometry(file, path, features.emplace_back().rings);
  } else {
    fail_map(path, "is no GeoJSON feature collection");
  }
  return features;
}

std::vector<MapRegion> map_regions(const std::vector<MapFeature>& features, const std::string& property,
                                   const std::string& path) {
  std::vector<MapRegion> regions;
  std::map<std::string, std::size_t> places;
  bool has_property = property.empty();
  for (const MapFeature& feature : features) {
    std::string name;
    if (!property.empty()) {
      const auto named = feature.properties.find(property);
      if (named == feature.properties.end()) continue;
      has_property = true;
      name = named->second;
    }
    if (feature.rings.empty()) continue;
    const auto [place, is_new] = places.try_emplace(name, regions.size());
    if (is_new) regions.push_back({.name = name, .rings = {}});
    for (const MapRing& ring : feature.rings) {
      if (MapRing open = opened_ring(ring); open.size() >= 3) regions[place->second].rings.push_back(std::move(open));
    }
  }
  if (!has_property) {
    std::string known;
    if (!features.empty()) {
      for (const auto& [name, value] : features.front().properties) known += (known.empty() ? "" : ", ") + shown(name);
    }
    fail_map(path, fmt::format("has no feature with the property '{}'", shown(property)),
             known.empty() ? "Its features have no properties." : fmt::format("Its properties are {}.", known));
  }
  std::erase_if(regions, [](const MapRegion& region) { return region.rings.empty(); });
  if (regions.empty()) fail_map(path, "has no polygons");
  for (const MapRegion& region : regions) refuse_crossing(region, path);
  return regions;
}

MapBox box_of(const std::vector<MapRegion>& regions) {
  MapBox box{.west = 180, .south = 90, .east = -180, .north = -90};
  for (const MapRegion& region : regions) {
    for (const MapRing& ring : region.rings) {
      for (const MapPoint& point : ring) {
        box.west = std::min(box.west, point.longitude);
        box.east = std::max(box.east, point.longitude);
        box.south = std::min(box.south, point.latitude);
        box.north = std::max(box.north, point.latitude);
      }
    }
  }
  return box;
}

}  // namespace sourdine
