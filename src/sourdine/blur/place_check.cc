#include "sourdine/blur/place_check.h"

#include <fmt/format.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr std::string_view degrees_hint =
    "A latitude is a number of degrees from -90 to 90, a longitude one from -180 to 180.";

}  // namespace

GridPoint snapped(PlanePoint point, double step) {
  return {.x = std::llround(point.x / step), .y = std::llround(point.y / step)};
}

PlaceCheck::PlaceCheck(const PreparedBlur& blur)
    : blur_(blur),
      is_plane_(blur.config.has_plane_columns()),
      north_name_(blur.config.north_column()),
      east_name_(blur.config.east_column()) {}

std::optional<GridPoint> PlaceCheck::cell(double north, double east, const Where& where) const {
  if (!std::isfinite(north)) refuse_text("", north_name_, where);
  if (!std::isfinite(east)) refuse_text("", east_name_, where);
  const auto point = is_plane_ ? from_metres({.x = east, .y = north}, where)
                               : from_degrees({.longitude = east, .latitude = north}, where);
  if (!point) return std::nullopt;
  return snapped(*point, blur_.config.privacy.step);
}

void PlaceCheck::refuse_text(const std::string& text, const std::string& column, const Where& where) const {
  fail_input(text.empty() ? fmt::format("{}: there is no number", where(column))
                          : fmt::format("{}: '{}' is no number", where(column), shown(text)),
             is_plane_ ? "Rows without a place must be left out before." : std::string(degrees_hint));
}

std::optional<PlanePoint> PlaceCheck::from_degrees(MapPoint place, const Where& where) const {
  const auto refuse = [&](const std::string& column, std::string_view what, double value, double most,
                          bool is_swapped) {
    fail_input(fmt::format("{}: {} {} is not between -{} and {}", where(column), what, value, most, most),
               is_swapped ? swapped_hint() : std::string(degrees_hint));
  };
  if (!(std::abs(place.latitude) <= 90)) refuse(north_name_, "latitude", place.latitude, 90, seems_swapped(place));
  if (!(std::abs(place.longitude) <= 180)) refuse(east_name_, "longitude", place.longitude, 180, false);
  const MapBox& area = blur_.projection.area();
  if (area.holds(place)) return blur_.projection.forward(place);
  if (blur_.config.area.drops_outside) return std::nullopt;
  fail_input(fmt::format("{}: latitude {}, longitude {} is outside of the declared area", where(north_name_),
                         place.latitude, place.longitude),
             seems_swapped(place)
                 ? swapped_hint()
                 : fmt::format("The area is from latitude {:g} to {:g} and longitude {:g} to {:g}, where the promise "
                               "holds: declare a larger one, or [area] outside = \"drop\".",
                               area.south, area.north, area.west, area.east));
}

std::optional<PlanePoint> PlaceCheck::from_metres(PlanePoint point, const Where& where) const {
  if (is_in_area(point)) return point;
  if (blur_.config.area.drops_outside) return std::nullopt;
  const PlaneBox& box = blur_.area.box();
  fail_input(fmt::format("{}: x {}, y {} is outside of the declared area", where(north_name_), point.x, point.y),
             is_in_area({.x = point.y, .y = point.x})
                 ? fmt::format("The columns seem to have changed places: is '{}' the northing?", shown(east_name_))
                 : fmt::format("On the plane it is about from x {:.0f} to {:.0f} and y {:.0f} to {:.0f}: declare a "
                               "larger one, or [area] outside = \"drop\".",
                               box.low.x, box.high.x, box.low.y, box.high.y));
}

// Whether the place would be in the area with its coordinates the other way round.
bool PlaceCheck::seems_swapped(MapPoint place) const {
  return blur_.projection.area().holds({.longitude = place.latitude, .latitude = place.longitude});
}

std::string PlaceCheck::swapped_hint() const {
  return fmt::format("The columns seem to have changed places: is '{}' the latitude?", shown(east_name_));
}

// The promise is about a box in degrees, whatever the columns count in.
bool PlaceCheck::is_in_area(PlanePoint point) const {
  try {
    return blur_.projection.area().holds(blur_.projection.inverse(point));
  } catch (const Error&) {
    return false;  // nowhere on the earth
  }
}

}  // namespace sourdine
