#include "sourdine/counts/event_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/events/foreign_input.h"

namespace sourdine {
namespace {

// Text in another encoding is told where it is met first: in the names of the columns.
void require_utf8_columns(const EventReader& reader) {
  for (const std::string& name : reader.columns()) {
    if (is_utf8(name)) continue;
    fail_input(fmt::format("{} is not UTF-8 text: its column '{}' is not", reader.source_name(), shown(name)),
               convert_hint(reader.source_name()));
  }
}

}  // namespace

Places read_places(const PlacesConfig& config) {
  const PlaceOptions options{find_other_places(config.other), config.other_name, config.drop};
  if (config.tables.empty()) return Places::of_regions(config.regions, options);
  std::vector<PlaceTable> tables;
  for (const std::string& path : config.tables) {
    tables.push_back({.path = path,
                      .place_column = config.place,
                      .region_column = config.region,
                      .latitude_column = config.latitude,
                      .longitude_column = config.longitude});
  }
  return Places::from_tables(tables, options);
}

std::vector<Seat> read_seats(const PlacesConfig& config, const Places& places) {
  const Domain& regions = places.regions();
  std::vector<Seat> seats;
  for (Value region = 0; region < regions.size(); ++region) seats.push_back({"", places.coordinates(region)});
  if (config.seats.empty()) return seats;
  const auto rows = open_table(config.seats);
  const std::size_t region = find_column(*rows, "region");
  const std::size_t north = find_column(*rows, "latitude"), east = find_column(*rows, "longitude");
  const auto town = std::find(rows->columns().begin(), rows->columns().end(), "seat") - rows->columns().begin();
  while (rows->next()) {
    const auto row = rows->row();
    const auto& labels = regions.labels();
    const auto found = std::find(labels.begin(), labels.end(), row[region]);
    if (found == labels.end()) {
      fail_input(fmt::format("{}: '{}' is not among the regions", rows->where(), shown(row[region])));
    }
    Seat& seat = seats[static_cast<std::size_t>(found - labels.begin())];
    seat.place = parse_coordinates(row[north], row[east], rows->where());
    if (static_cast<std::size_t>(town) < row.size()) seat.town = row[static_cast<std::size_t>(town)];
  }
  return seats;
}

std::unique_ptr<EventReader> open_events(const ReleaseConfig& config, const std::string& source) {
  const EventsConfig& events = config.events;
  const std::string from = source.empty() ? events.source : source;
  if (from.empty()) {
    fail_input(fmt::format("'{}': [events] has no 'source' and none was given", config.head.path),
               "Name the events on the command line, or set source in [events].");
  }
  return std::make_unique<EventReader>(open_rows(from, events.query, events.rows),
                                       EventOptions{.time_column = events.time,
                                                    .place_column = events.place,
                                                    .clock_column = events.clock,
                                                    .time_format = events.time_format,
                                                    .time_zone = events.time_zone,
                                                    .on_bad_row = events.rows.on_bad_row},
                                       read_places(config.places));
}

SyntheticColumns synthetic_columns(const EventReader& reader, const EventsConfig& events) {
  require_utf8_columns(reader);
  SyntheticColumns columns{.names = reader.columns(),
                           .time = reader.time_column(),
                           .clock = reader.clock_column(),
                           .place = reader.place_column(),
                           .id = SIZE_MAX,
                           .keep = {}};
  const auto place = [&](const std::string& name) {
    const auto found = std::find(columns.names.begin(), columns.names.end(), name);
    if (found == columns.names.end()) {
      fail_input(
          fmt::format("there is no column '{}' among the events' columns {}", name, fmt::join(columns.names, ", ")),
          "'id' and 'keep' in [events] name columns of the events.");
    }
    return static_cast<std::size_t>(found - columns.names.begin());
  };
  if (!events.id.empty()) columns.id = place(events.id);
  const auto is_used = [&](std::size_t column) {
    return column == columns.time || column == columns.place || (column == columns.clock && column != no_column);
  };
  if (is_used(columns.id)) {
    fail_input(fmt::format("column '{}' cannot be the id: it is the time or the place", events.id));
  }
  for (const std::string& name : events.keep) {
    const std::size_t column = place(name);
    const bool is_repeated = std::find(columns.keep.begin(), columns.keep.end(), column) != columns.keep.end();
    if (is_used(column) || column == columns.id || is_repeated) {
      fail_input(fmt::format("column '{}' cannot be kept: it is the time, the place, the id or kept already", name));
    }
    columns.keep.push_back(column);
  }
  return columns;
}

}  // namespace sourdine
