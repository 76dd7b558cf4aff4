// Configurations of blurred places, and areas: any bytes are read without harm. What comes out of a configuration keeps
// no column that tells a place; polygons that are read hold the nearest point to any other.
#include <algorithm>
#include <cmath>

#include "check.h"
#include "sourdine/base/error.h"
#include "sourdine/blur/config.h"
#include "sourdine/geo/geojson.h"
#include "sourdine/geo/polygon.h"

namespace {

using namespace sourdine;
using fuzz::check;

void fuzz_config(const std::string& text) {
  const BlurConfig config = parse_blur_config(text, "fuzz.toml");
  for (const std::string& column : config.events.keep) {
    check(column != config.events.latitude && column != config.events.longitude, "no place is kept");
    check(
        std::find(config.events.locating.begin(), config.events.locating.end(), column) == config.events.locating.end(),
        "no column that locates is kept");
  }
  check(config.privacy.has_memo || config.privacy.repeats, "repeated reports are declared");
  check(config.privacy.level >= 0 && std::isfinite(config.privacy.level), "a level is none or positive");
}

void read_area(const std::string& text) {
  std::vector<PlaneShape> shapes;
  for (const MapRegion& region : map_regions(parse_map_features(text, "fuzz"), "", "fuzz")) {
    PlaneShape& shape = shapes.emplace_back();
    for (const MapRing& ring : region.rings) {
      PlaneRing& flat = shape.rings.emplace_back();
      for (const MapPoint& point : ring) flat.push_back({point.longitude, point.latitude});
    }
  }
  const Shapes area(std::move(shapes));
  check(area.area(0) > 0, "an area has one");
  check(area.box().holds(area.nearest({200, 100})), "the nearest point is in the box");
  check(area.area_within(0, area.box()) <= area.area(0) * (1 + 1e-9), "a part is no larger than the whole");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string text(reinterpret_cast<const char*>(data), size);
  try {
    fuzz_config(text);
  } catch (const Error&) {
  }
  try {
    read_area(text);
  } catch (const Error&) {
  }
  return 0;
}
