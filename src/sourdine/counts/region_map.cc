#include "sourdine/counts/region_map.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <map>
#include <set>

#include "sourdine/base/fold_name.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

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
std::string find_region_property(const std::vector<MapFeature>& features, const NamedRegions& regions,
                                 const std::string& path) {
  std::map<std::string, std::set<std::string>> named;  // property → the regions that it names
  for (const MapFeature& feature : features) {
    for (const auto& [name, value] : feature.properties) {
      std::set<std::string>& found = named[name];
      if (const std::string region = regions.find(value); !region.empty()) found.insert(region);
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

}  // namespace

std::vector<RegionOutline> outline_map(const std::vector<MapFeature>& features, const std::string& path,
                                       const std::string& property, const std::vector<std::string>& regions,
                                       std::size_t max_points) {
  const NamedRegions names(regions);
  const std::string naming = property.empty() ? find_region_property(features, names, path) : property;
  std::map<std::string, std::vector<MapRing>> rings;
  bool has_property = false;
  for (const MapFeature& feature : features) {
    const auto named = feature.properties.find(naming);
    if (named == feature.properties.end()) continue;
    has_property = true;
    const std::string region = names.find(named->second);
    if (region.empty()) continue;
    std::vector<MapRing>& known = rings[region];
    known.insert(known.end(), feature.rings.begin(), feature.rings.end());
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
