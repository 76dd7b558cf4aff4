#include "sourdine/counts/event_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"
#include "sourdine/counts/contribution.h"
#include "sourdine/counts/covered_days.h"
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

// From the file of seats, else from the table of places.
std::vector<Seat> read_seats(const PlacesConfig& config, const Places& places) {
  const Domain& regions = places.regions();
  std::vector<Seat> seats;
  for (Value region = 0; region < regions.size(); ++region) seats.push_back({"", places.coordinates(region)});
  if (config.seats.empty()) return seats;
  const auto rows = open_table(config.seats);
  const std::size_t region = find_column(*rows, "region");
  const std::size_t north = find_column(*rows, "latitude"), east = find_column(*rows, "longitude");
  const auto town = static_cast<std::size_t>(std::ranges::find(rows->columns(), "seat") - rows->columns().begin());
  while (rows->next()) {
    const auto row = rows->row();
    const auto found = std::ranges::find(regions.labels(), row[region]);
    if (found == regions.labels().end()) {
      fail_input(fmt::format("{}: '{}' is not among the regions", rows->where(), shown(row[region])));
    }
    Seat& seat = seats[static_cast<std::size_t>(found - regions.labels().begin())];
    seat.place = parse_coordinates(row[north], row[east], rows->where());
    if (town < row.size()) seat.town = row[town];
  }
  return seats;
}

bool is_time_or_place(const EventReader& reader, std::size_t column) {
  return column != no_column &&
         (column == reader.time_column() || column == reader.place_column() || column == reader.clock_column());
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

std::unique_ptr<EventReader> open_events(const ReleaseConfig& config, const std::string& source) {
  const EventsConfig& events = config.events;
  const std::string& from = source.empty() ? events.source : source;
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
                           .place = reader.place_column()};
  const auto place = [&](const std::string& name) {
    const auto found = std::ranges::find(columns.names, name);
    if (found == columns.names.end()) {
      fail_input(
          fmt::format("there is no column '{}' among the events' columns {}", name, fmt::join(columns.names, ", ")),
          "'id' and 'keep' in [events] name columns of the events.");
    }
    return static_cast<std::size_t>(found - columns.names.begin());
  };
  if (!events.id.empty()) columns.id = place(events.id);
  if (is_time_or_place(reader, columns.id)) {
    fail_input(fmt::format("column '{}' cannot be the id: it is the time or the place", events.id));
  }
  for (const std::string& name : events.keep) {
    const std::size_t column = place(name);
    const bool is_repeated = std::ranges::find(columns.keep, column) != columns.keep.end();
    if (is_time_or_place(reader, column) || column == columns.id || is_repeated) {
      fail_input(fmt::format("column '{}' cannot be kept: it is the time, the place, the id or kept already", name));
    }
    columns.keep.push_back(column);
  }
  return columns;
}

std::size_t person_column(const EventReader& reader, const ReleaseConfig& config) {
  const std::string& name = config.privacy.person->column;
  const std::vector<std::string>& columns = reader.columns();
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) {
    fail_input(
        fmt::format("{} has no column '{}': its columns are {}", reader.source_name(), name, fmt::join(columns, ", ")),
        fmt::format("'person' in [privacy] of '{}' names the column that tells whose an event is.", config.head.path));
  }
  if (std::find(found + 1, columns.end(), name) != columns.end()) {
    fail_input(
        fmt::format("{} has more than one column '{}'", reader.source_name(), shown(name)),
        fmt::format("'person' in [privacy] of '{}' must name one: rename the other in the header.", config.head.path));
  }
  const auto column = static_cast<std::size_t>(found - columns.begin());
  if (is_time_or_place(reader, column)) {
    fail_input(fmt::format("column '{}' cannot tell the person: it is the time or the place", name));
  }
  return column;
}

void place_regions(Release& release, const Places& places) {
  const PlacesConfig& config = release.config.places;
  release.seats = read_seats(config, places);
  if (config.map.empty()) return;
  release.map = outline_map(read_map_features(config.map), config.map, config.map_region, release.regions.labels());
}

EventsLeftOut read_asked_events(EventReader& reader, const EventsConfig& events, std::span<const std::size_t> columns,
                                const std::function<void(const EventBatch& batch, std::size_t i)>& use,
                                const StopToken& stop) {
  EventsLeftOut left_out;
  reader.read_all(columns, [&](const EventBatch& batch) {
    stop.check();
    for (std::size_t i = 0; i < batch.events().size(); ++i) {
      const std::chrono::local_seconds time = batch.events()[i].time;
      if (is_asked_for(events, time)) {
        use(batch, i);
      } else {
        ++(is_between_days(events, time) ? left_out.missing : left_out.outside);
      }
    }
  });
  return left_out;
}

void PersonEvents::keep(const std::vector<bool>& counted) {
  keep_counted(events, counted);
  passthrough.retain(counted);
  persons = {};
}

PersonEvents read_person_events(EventReader& reader, const ReleaseConfig& config, std::vector<std::size_t> keep,
                                const StopToken& stop) {
  const bool has_persons = config.privacy.person.has_value();
  const std::size_t passthrough_columns = keep.size();
  PersonEvents result;
  result.passthrough = PassthroughTexts(passthrough_columns);
  if (has_persons) keep.push_back(person_column(reader, config));
  PersonIndex index;
  std::uint64_t nameless = 0;
  const auto add = [&](const EventBatch& batch, std::size_t i) {
    const Event& event = batch.events()[i];
    if (has_persons) {
      const std::string_view person = batch.text(i, passthrough_columns);
      if (names_nobody(person)) {
        if (!config.events.skips_bad_rows()) {
          fail_input(fmt::format("{}: an event of {} names no person: its column '{}' is empty", reader.source_name(),
                                 period_label(Period::day, event.time), config.privacy.person->column),
                     "Complete such rows, or set on_bad_row = \"skip\" in [events].");
        }
        ++nameless;
        return;
      }
      result.persons.push_back(index.number(person));
    }
    result.events.push_back(event);
    result.passthrough.add(batch, i);
  };
  result.left_out = read_asked_events(reader, config.events, keep, add, stop);
  result.left_out.nameless = nameless;
  result.people = index.size();
  return result;
}

void note_rows(const EventReader& reader, const EventsLeftOut& left_out, Release& release) {
  release.rows = reader.counts();
  release.rows.skipped += left_out.nameless;
  release.unknown_places = reader.unknown_places();
  release.collected.outside = left_out.outside;
  release.collected.missing = left_out.missing;
}

TrueCounts count_events(const ReleaseConfig& config, const std::string& source, Period period) {
  const auto reader = open_events(config, source);
  std::vector<Event> events;
  read_asked_events(*reader, config.events, {},
                    [&](const EventBatch& batch, std::size_t i) { events.push_back(batch.events()[i]); });
  reader->require_some();
  if (events.empty()) fail_input("there are no events between 'from' and 'to'");
  const auto [first, last] = std::ranges::minmax_element(events, {}, &Event::time);
  const Domain& regions = reader->places().regions();
  TrueCounts truth{Timeline(period, config.events.from ? std::chrono::local_seconds(*config.events.from) : first->time,
                            config.events.to ? std::chrono::local_seconds(*config.events.to) : last->time),
                   regions.labels(),
                   {}};
  truth.counts.resize(truth.timeline.size() * regions.size());
  for (const Event& event : events) ++truth.counts[truth.timeline.index(event.time) * regions.size() + event.region];
  return truth;
}

}  // namespace sourdine
