// Maps: any bytes are read without harm; what comes out are areas inside the world, small enough for a page.
#include <cmath>

#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/counts/region_map.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  using sourdine::fuzz::check;
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    const auto features = sourdine::parse_map_features(text, "fuzz");
    for (const auto& outline : sourdine::outline_map(features, "fuzz", "", {"north", "south", "7"}, 50)) {
      check(!outline.polygons.empty(), "a region on the map has an area");
      for (const auto& polygon : outline.polygons) {
        check(!polygon.empty(), "a polygon has an outer ring");
        for (const auto& ring : polygon) {
          check(ring.size() >= 3, "a ring has an area");
          for (const auto& point : ring) {
            check(std::abs(point.longitude) <= 180 && std::abs(point.latitude) <= 90, "points are on the earth");
          }
        }
      }
    }
  } catch (const sourdine::Error&) {
  }
  return 0;
}
