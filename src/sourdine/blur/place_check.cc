#include "sourdine/blur/place_check.h"

#include <fmt/format.h>

#include <cmath>
#include <unordered_map>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/cell_number.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

constexpr const char* degrees_hint =
    "A latitude is a number of degrees from -90 to 90, a longitude one from -180 to 180.";

struct HashCell {
  std::size_t operator()(const GridPoint& cell) const {
    return static_cast<std::size_t>(static_cast<std::uint64_t>(cell.x) * 0x9E3779B97F4A7C15U ^
                                    static_cast<std::uint64_t>(cell.y) * 0xC2B2AE3D27D4EB4FU);
  }
};

}  // namespace

GridPoint snapped(PlanePoint point, double step) {
  return {.x = std::llround(point.x / step), .y = std::llround(point.y / step)};
}

std::optional<GridPoint> PlaceCheck::cell(double north, double east, const Where& where) const {
  const BlurConfig& config = blur_.config;
  if (!std::isfinite(north)) refuse_text("", config.north_column(), where);
  if (!std::isfinite(east)) refuse_text("", config.east_column(), where);
  const auto point = config.has_plane_columns() ? from_metres({.x = east, .y = north}, where)
                                                : from_degrees({.longitude = east, .latitude = north}, where);
  if (!point) return std::nullopt;
  return snapped(*point, config.privacy.step);
}

void PlaceCheck::refuse_text(const std::string& text, const std::string& column, const Where& where) const {
  fail_input(text.empty() ? fmt::format("{}: there is no number", where(column))
                          : fmt::format("{}: '{}' is no number", where(column), shown(text)),
             blur_.config.has_plane_columns() ? "Rows without a place must be left out before." : degrees_hint);
}

std::optional<PlanePoint> PlaceCheck::from_degrees(MapPoint place, const Where& where) const {
  const MapBox& area = blur_.projection.area();
  const auto hint = [&](const std::string& otherwise) {
    const bool seems_swapped = area.holds({.longitude = place.latitude, .latitude = place.longitude});
    if (!seems_swapped) return otherwise;
    return fmt::format("The columns seem to have changed places: is '{}' the latitude?",
                       shown(blur_.config.east_column()));
  };
  const auto require = [&](const std::string& column, const char* what, double value, double most) {
    if (std::abs(value) <= most) return;
    fail_input(fmt::format("{}: {} {} is not between -{} and {}", where(column), what, value, most, most),
               hint(degrees_hint));
  };
  require(blur_.config.north_column(), "latitude", place.latitude, 90);
  require(blur_.config.east_column(), "longitude", place.longitude, 180);
  if (area.holds(place)) return blur_.projection.forward(place);
  if (blur_.config.area.drops_outside) return std::nullopt;
  fail_input(
      fmt::format("{}: latitude {}, longitude {} is outside of the declared area", where(blur_.config.north_column()),
                  place.latitude, place.longitude),
      hint(fmt::format("The area is from latitude {:g} to {:g} and longitude {:g} to {:g}, where the promise holds: "
                       "declare a larger one, or [area] outside = \"drop\".",
                       area.south, area.north, area.west, area.east)));
}

std::optional<PlanePoint> PlaceCheck::from_metres(PlanePoint point, const Where& where) const {
  if (is_in_area(point)) return point;
  if (blur_.config.area.drops_outside) return std::nullopt;
  const PlaneBox& box = blur_.area.box();
  fail_input(fmt::format("{}: x {}, y {} is outside of the declared area", where(blur_.config.north_column()), point.x,
                         point.y),
             is_in_area({.x = point.y, .y = point.x})
                 ? fmt::format("The columns seem to have changed places: is '{}' the northing?",
                               shown(blur_.config.east_column()))
                 : fmt::format("On the plane it is about from x {:.0f} to {:.0f} and y {:.0f} to {:.0f}: declare a "
                               "larger one, or [area] outside = \"drop\".",
                               box.low.x, box.high.x, box.low.y, box.high.y));
}

// The promise is about a box in degrees, whatever the columns count in.
bool PlaceCheck::is_in_area(PlanePoint point) const {
  try {
    return blur_.projection.area().holds(blur_.projection.inverse(point));
  } catch (const Error&) {
    return false;  // nowhere on the earth
  }
}

ReadPlaces read_places(const PreparedBlur& blur, const std::string& given, const StopToken& stop) {
  const BlurConfig& config = blur.config;
  const std::string& source = chosen_source(given, config.events, config.head, "events");
  const auto rows = open_rows(source, config.events.query, config.events.rows);
  const std::string &north_name = config.north_column(), &east_name = config.east_column();
  const std::size_t north = find_column(*rows, north_name), east = find_column(*rows, east_name);
  if (north == east) fail_input(fmt::format("'{}' is named for both coordinates", shown(north_name)));
  std::vector<std::size_t> kept;
  for (const std::string& column : config.events.keep) kept.push_back(find_column(*rows, column));
  for (const std::string& column : config.events.locating) {
    find_column(*rows, column);  // a name misspelt protects nothing
  }
  const PlaceCheck check(blur);
  const PlaceCheck::Where where = [&](const std::string& column) {
    return fmt::format("{}, column '{}'", rows->where(), shown(column));
  };
  const auto number = [&](std::size_t index, const std::string& column) {
    const std::string text(trimmed(rows->row()[index]));
    const auto value = cell_number_or_comma(text);
    if (!value) check.refuse_text(text, column, where);
    return *value;
  };
  ReadPlaces read;
  std::unordered_map<GridPoint, std::uint64_t, HashCell> reports;
  while (rows->next()) {
    if (read.rows++ % 4096 == 0) stop.check();
    const double row_north = number(north, north_name), row_east = number(east, east_name);
    const auto cell = check.cell(row_north, row_east, where);
    if (!cell) {
      ++read.outside;
      continue;
    }
    read.cells.push_back(*cell);
    if (config.privacy.repeats && ++reports[*cell] > *config.privacy.repeats) {
      fail_input(fmt::format("{}: a place is reported more often than 'repeats' allows, {} times", rows->where(),
                             *config.privacy.repeats),
                 "Every further report of a place tells more about it: raise 'repeats', which costs as much, or use "
                 "the memo.");
    }
    for (const std::size_t column : kept) read.kept.add(rows->row()[column]);
  }
  if (read.cells.empty()) {
    fail_input(read.rows == 0
                   ? fmt::format("{} has no rows", rows->name())
                   : fmt::format("none of the {} rows of {} is in the declared area", read.rows, rows->name()));
  }
  if (blur.remap) refuse_private_prior(config, source, blur.prior, read.cells);
  return read;
}

}  // namespace sourdine
