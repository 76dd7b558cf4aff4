#include <fmt/format.h>

#include <charconv>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/events/fold_name.h"
#include "sourdine/events/message_text.h"
#include "sourdine/events/places.h"
#include "sourdine/events/row_source.h"

namespace sourdine {
namespace {

// An angle in degrees; a decimal comma will do.
std::optional<double> degrees(std::string_view text, double most) {
  std::string number(trimmed(text));
  if (const std::size_t comma = number.find(','); comma != std::string::npos) number[comma] = '.';
  double value = 0;
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), value);
  const bool is_number = error == std::errc() && end == number.data() + number.size();
  return is_number && std::abs(value) <= most ? std::optional(value) : std::nullopt;
}

}  // namespace

// Reads tables one after the other, remembering where each thing was said first.
class PlaceTableReader {
 public:
  void read(const PlaceTable& table) {
    const auto rows = csv_rows(std::make_unique<InputFile>(table.path), {.separator = table.separator});
    const std::size_t place = find_column(*rows, table.place_column);
    const std::size_t region = find_column(*rows, table.region_column);
    if (table.latitude_column.empty() != table.longitude_column.empty()) {
      fail_input(fmt::format("the places of '{}' need both columns, latitude and longitude, or none", table.path));
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
      places.coordinates_[i] = {region.latitudes / region.located, region.longitudes / region.located};
    }
    return places;
  }

 private:
  struct Region {
    std::string label;
    std::string where;
    double latitudes = 0, longitudes = 0, located = 0;  // sums, and the number of rows in them
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
    if (is_new) regions_.push_back({std::string(label), where});
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
    const auto [at, is_new] = places_.emplace(fold_name(name), Place{std::string(name), region, where});
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
    const auto north = degrees(latitude, 90);
    const auto east = degrees(longitude, 180);
    if (!north || !east) {
      fail_input(fmt::format("{}: '{}', '{}' are no latitude and longitude in degrees", where, shown(latitude),
                             shown(longitude)));
    }
    regions_[number].latitudes += *north;
    regions_[number].longitudes += *east;
    ++regions_[number].located;
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
