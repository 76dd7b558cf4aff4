#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/base/fold_name.h"
#include "sourdine/base/text.h"
#include "sourdine/events/places.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

// The same meridian, from -180 to 180 degrees.
double on_globe(double longitude) {
  if (longitude > 180) return longitude - 360;
  return longitude < -180 ? longitude + 360 : longitude;
}

}  // namespace

// Reads tables one after the other, remembering where each thing was said first.
class PlaceTableReader {
 public:
  void read(const PlaceTable& table) {
    const auto rows = open_table(table.path, {.separator = table.separator});
    const std::size_t place = find_column(*rows, table.place_column);
    const std::size_t region = find_column(*rows, table.region_column);
    if (table.latitude_column.empty() != table.longitude_column.empty()) {
      fail_input(
          fmt::format("the places of '{}' need both columns, latitude and longitude, or none", escaped(table.path)));
    }
    const bool has_coordinates = !table.latitude_column.empty();
    const std::size_t latitude = has_coordinates ? find_column(*rows, table.latitude_column) : 0;
    const std::size_t longitude = has_coordinates ? find_column(*rows, table.longitude_column) : 0;
    while (rows->next()) {
      const auto row = rows->row();
      const Value number = add_region(trimmed(row[region]), rows->where());
      add_place(trimmed(row[place]), number, rows->where());
      if (has_coordinates) add_coordinates(number, row[latitude], row[longitude], rows->where());
    }
  }

  Places places(PlaceOptions options) const {
    std::vector<std::string> labels;
    for (const Region& region : regions_) labels.push_back(region.label);
    Places places(std::move(labels), std::move(options), true);
    for (const auto* place : in_order_) places.add(place->second.name, place->second.region);
    places.add_dropped();
    for (std::size_t i = 0; i < regions_.size(); ++i) {
      const Region& region = regions_[i];
      if (region.located == 0) continue;
      places.coordinates_[i] = {region.latitudes / region.located,
                                on_globe(region.first_longitude + region.eastward / region.located)};
    }
    return places;
  }

 private:
  struct Region {
    std::string label;
    std::string where;
    double located = 0;  // the number of rows in the sums
    double latitudes = 0;
    double first_longitude = 0;
    double eastward = 0;  // from the first one, the short way round: rows may lie on both sides of the date line
  };
  struct Place {
    std::string name;
    Value region;
    std::string where;
  };
  using PlaceMap = std::unordered_map<std::string, Place>;

  Value add_region(std::string_view label, const std::string& where) {
    if (label.empty()) {
      fail_input(fmt::format("{}: there is no region", where),
                 "Every place of the table needs its region; a place to leave out is dropped by name instead.");
    }
    const auto [at, is_new] = region_numbers_.emplace(fold_name(label), static_cast<Value>(regions_.size()));
    if (is_new) regions_.push_back({.label = std::string(label), .where = where});
    const Region& region = regions_[at->second];
    if (region.label != label) {
      fail_input(fmt::format("{}: region '{}' is also written '{}' ({})", where, shown(label), shown(region.label),
                             region.where),
                 "Write a region's name the same way everywhere.");
    }
    return at->second;
  }

  void add_place(std::string_view name, Value region, const std::string& where) {
    if (name.empty()) fail_input(fmt::format("{}: there is no place", where));
    const std::string key = fold_name(name);
    if (key.empty()) {  // events without a place would be taken for it
      fail_input(fmt::format("{}: place '{}' has no letter or digit", where, shown(name)));
    }
    const auto [at, is_new] = places_.emplace(key, Place{std::string(name), region, where});
    if (is_new) in_order_.push_back(&*at);
    const Place& known = at->second;
    if (known.region != region) {
      fail_input(
          fmt::format("{}: place '{}' is in region '{}', but '{}' is in region '{}' ({})", where, shown(name),
                      shown(regions_[region].label), shown(known.name), shown(regions_[known.region].label),
                      known.where),
          "A place has one region. Two places of one name are told apart by a code, in the table and the events.");
    }
  }

  void add_coordinates(Value number, std::string_view latitude, std::string_view longitude, const std::string& where) {
    if (trimmed(latitude).empty() && trimmed(longitude).empty()) return;
    const Coordinates place = parse_coordinates(latitude, longitude, where);
    Region& region = regions_[number];
    if (region.located == 0) region.first_longitude = place.longitude;
    region.latitudes += place.latitude;
    region.eastward += on_globe(place.longitude - region.first_longitude);
    ++region.located;
  }

  std::vector<Region> regions_;
  std::unordered_map<std::string, Value> region_numbers_;  // by folded label
  PlaceMap places_;                                        // by folded name
  std::vector<const PlaceMap::value_type*> in_order_;
};

Places Places::from_tables(std::span<const PlaceTable> tables, PlaceOptions options) {
  PlaceTableReader reader;
  for (const PlaceTable& table : tables) reader.read(table);
  return reader.places(std::move(options));
}

}  // namespace sourdine
