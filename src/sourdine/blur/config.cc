#include "sourdine/blur/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <set>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/events/cell_number.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"

namespace sourdine {
namespace {

constexpr Words blur_title{"Blurred places", "Lieux floutés"};
constexpr const char* keys_page = "docs/geo.md";
constexpr std::uint64_t most_repeats = 10'000;

[[noreturn]] void fail_blur(const BlurConfig& config, const std::string& why, const std::string& hint = {}) {
  fail_input(fmt::format("'{}': {}", config.head.path, why), hint);
}

// A key that is a number, or a text that `parse` understands.
void number_or_text(ConfigSection& section, const char* key, double& into,
                    const std::function<double(const std::string&)>& parse) {
  if (section.is_text(key)) return section.choice(key, [&](const std::string& text) { into = parse(text); });
  std::optional<double> number;
  section.number(key, number);
  if (!number) return;
  try {
    into = parse(fmt::format("{}", *number));
  } catch (const Error& error) {
    fail_input(fmt::format("{}: {}: {}", section.place(key), key, error.what()), error.hint());
  }
}

void read_blur_events(ConfigSection section, BlurEventsConfig& events) {
  read_source_keys(section, events);
  section.text("latitude", events.latitude);
  section.text("longitude", events.longitude);
  section.text("x", events.x);
  section.text("y", events.y);
  section.texts("keep", events.keep);
  section.texts("locating", events.locating);
  section.finish();
}

void read_blur_area(ConfigSection section, BlurAreaConfig& area) {
  std::vector<double> box;
  section.number_list("box", box);
  if (!box.empty()) {
    if (box.size() != 4) {
      fail_input(fmt::format("{}: 'box' must be four degrees: [west, south, east, north]", section.place("box")));
    }
    area.box = MapBox{.west = box[0], .south = box[1], .east = box[2], .north = box[3]};
  }
  section.file("polygons", area.polygons);
  section.text("projection", area.projection);
  section.choice("outside", [&](const std::string& text) {
    area.drops_outside = one_of<bool>(text, {{"stop", false}, {"drop", true}});
  });
  section.finish();
}

void read_blur_privacy(ConfigSection section, BlurConfig& config) {
  BlurPrivacyConfig& privacy = config.privacy;
  const auto at_key = [&](const char* key, const std::string& why) {
    fail_input(fmt::format("{}: '{}' {}", section.place(key), key, why));
  };
  number_or_text(section, "level", privacy.level, parse_level);
  number_or_text(section, "within", privacy.within, parse_metres);
  std::optional<double> per_km;
  section.number("per_km", per_km);
  if (per_km) {
    if (section.has("level")) at_key("per_km", "and 'level' are two ways to say one thing: give one");
    if (!(*per_km > 0)) at_key("per_km", "must be greater than 0");
    set_per_kilometre(privacy, *per_km);
  }
  section.number("step", privacy.step);
  if (!(privacy.step >= 0.1 && privacy.step <= 1e5)) at_key("step", "must be from 0.1 to 100000 metres");
  section.flag("memo", privacy.has_memo);
  section.file("memo_key", privacy.memo_key);
  if (!privacy.memo_key.empty() && !privacy.has_memo) at_key("memo_key", "is of no use with memo = false");
  std::uint64_t repeats = 0;
  section.whole("repeats", repeats);
  if (section.has("repeats")) {
    if (privacy.has_memo) at_key("repeats", "is for memo = false: with the memo a place may be reported again");
    if (repeats < 1 || repeats > most_repeats) at_key("repeats", "must be from 1 to 10000");
    privacy.repeats = repeats;
  }
  read_payment_keys(section, config.head);
  section.finish();
  if (section.has("level") != section.has("within")) {
    at_key(section.has("level") ? "level" : "within",
           section.has("level") ? "needs 'within': the distance of places between which it holds"
                                : "needs 'level': ln of the factor between places that near");
  }
}

void read_blur_publish(ConfigSection section, BlurPublishConfig& publish) {
  bool truncates = false;
  section.flag("truncate", truncates);
  if (section.has("truncate")) publish.truncates = truncates;
  section.text("prior", publish.prior);
  if (!publish.has_uniform_prior()) section.file("prior", publish.prior);
  section.text("prior_weight", publish.prior_weight);
  if (section.has("prior_weight") && (publish.prior.empty() || publish.has_uniform_prior())) {
    fail_input(fmt::format("{}: 'prior_weight' is of no use without a file that 'prior' names",
                           section.place("prior_weight")));
  }
  section.number("grid", publish.grid);
  section.choice("order", [&](const std::string& text) {
    publish.keeps_order = one_of<bool>(text, {{"shuffled", false}, {"input", true}});
  });
  section.file("regions", publish.regions);
  section.text("region_property", publish.region_property);
  section.text("region_column", publish.region_column);
  section.file("stations", publish.stations);
  section.text("station_column", publish.station_column);
  section.text("distance_column", publish.distance_column);
  section.finish();
}

// Names that say by themselves that a column tells a place.
bool sounds_locating(const std::string& column) {
  static const std::set<std::string> words = {"lat",      "latitude", "lon",     "lng",         "long",   "longitude",
                                              "x",        "y",        "address", "adresse",     "street", "rue",
                                              "location", "position", "geom",    "geometry",    "wkt",    "geohash",
                                              "postcode", "zipcode",  "zip",     "coordinates", "point",  "house"};
  std::string lower(column);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char letter) { return static_cast<char>(std::tolower(letter)); });
  return words.contains(lower);
}

void refuse_kept_places(const BlurConfig& config) {
  const BlurEventsConfig& events = config.events;
  std::set<std::string> seen;
  for (const std::string& column : events.keep) {
    const bool is_place =
        column == events.latitude || column == events.longitude || column == events.x || column == events.y;
    const bool is_declared = std::find(events.locating.begin(), events.locating.end(), column) != events.locating.end();
    if (is_place || is_declared || sounds_locating(column)) {
      fail_blur(config, fmt::format("'keep' has the column '{}', which tells where an event was", shown(column)),
                is_place || is_declared
                    ? "Take it out: only what is computed from the blurred point may be published of a place."
                    : "Take it out. If it tells no place, give it another name in the source or the query.");
    }
    const BlurPublishConfig& publish = config.publish;
    if ((!publish.regions.empty() && column == publish.region_column) ||
        (!publish.stations.empty() && (column == publish.station_column || column == publish.distance_column))) {
      fail_blur(config,
                fmt::format("'{}' is computed from the blurred point, and 'keep' would publish the events' own",
                            shown(column)),
                "Take it out of 'keep': what was computed from the true place tells the true place.");
    }
    if (!seen.insert(column).second) fail_blur(config, fmt::format("'keep' has '{}' twice", shown(column)));
  }
}

void check_blur_config(const BlurConfig& config) {
  const BlurEventsConfig& events = config.events;
  const bool has_degrees = !events.latitude.empty() && !events.longitude.empty();
  const bool has_metres = !events.x.empty() && !events.y.empty();
  if (events.latitude.empty() != events.longitude.empty() || events.x.empty() != events.y.empty() ||
      has_degrees == has_metres) {
    fail_blur(config, "[events] must name two columns: latitude and longitude, or x and y",
              "For example latitude = \"lat\" and longitude = \"lon\".");
  }
  if (has_metres && config.area.projection.empty()) {
    fail_blur(config, "x and y are metres of a system that [area] does not name",
              "Give projection = \"EPSG:2154\", or the system that the columns are in.");
  }
  if (config.area.box.has_value() == !config.area.polygons.empty()) {
    fail_blur(config, "[area] must have either 'box' or 'polygons'",
              "Declare where the events are: box = [west, south, east, north], or a GeoJSON file.");
  }
  if (!config.privacy.has_memo && !config.privacy.repeats) {
    fail_blur(config, "without the memo every report of a place tells more about it: 'repeats' is missing",
              "Say how often one place is reported at most, or leave 'memo' out.");
  }
  const double grid = config.publish.grid;
  if (grid != 0) {
    const double steps = grid / config.privacy.step;
    if (!(grid > 0) || !std::isfinite(grid) || std::abs(steps - std::round(steps)) > 1e-9 * steps || steps < 1) {
      fail_blur(config,
                fmt::format("'grid' is {:g} m, and must be a multiple of the step, {:g} m", grid, config.privacy.step));
    }
  }
  refuse_kept_places(config);
}

// `is_named`: the configuration has a file, which the data set may be named after.
BlurConfig parse_config(const std::string& text, const std::string& path, bool is_named) {
  const toml::table file = parse_toml(text, path);
  BlurConfig config;
  config.head.path = path;
  ConfigSection top(file, "", path, keys_page);
  read_head(top, config.head, is_named, blur_title);
  top.text("events_word", config.events_word);
  top.section("events", [&](ConfigSection section) { read_blur_events(std::move(section), config.events); });
  top.section("area", [&](ConfigSection section) { read_blur_area(std::move(section), config.area); });
  top.section("privacy", [&](ConfigSection section) { read_blur_privacy(std::move(section), config); });
  top.section("publish", [&](ConfigSection section) { read_blur_publish(std::move(section), config.publish); });
  top.finish();
  check_blur_config(config);
  return config;
}

}  // namespace

double parse_level(const std::string& text) {
  std::string_view rest = trimmed(text);
  const bool is_logarithm = rest.starts_with("ln");
  if (is_logarithm) rest = trimmed(rest.substr(2));
  const auto number = cell_number(rest);
  if (!number) {
    fail_input(fmt::format("the level '{}' is no number", shown(text)),
               "Give it like \"ln 4\", a factor of 4, or 1.4.");
  }
  // Rounded down: e^level is no more than the factor that was asked for.
  const double level = is_logarithm ? std::nextafter(std::log(*number), -HUGE_VAL) : *number;
  if (!(level > 0) || !std::isfinite(level)) {
    fail_input(fmt::format("the level is {}, and must be greater than 0", shown(text)),
               "ln 4 changes odds by a factor of 4 at most.");
  }
  return level;
}

double parse_metres(const std::string& text) {
  std::string_view rest = trimmed(text);
  double unit = 1;
  if (rest.ends_with("km")) {
    unit = 1000;
    rest.remove_suffix(2);
  } else if (rest.ends_with('m')) {
    rest.remove_suffix(1);
  }
  const auto number = cell_number(trimmed(rest));
  if (!number) fail_input(fmt::format("'{}' is no distance", shown(text)), "Give it like \"200 m\" or \"0.5 km\".");
  if (!(*number > 0)) fail_input(fmt::format("the distance is {}, and must be greater than 0", shown(text)));
  return *number * unit;
}

void set_per_kilometre(BlurPrivacyConfig& privacy, double epsilon) {
  if (!(epsilon > 0) || !std::isfinite(epsilon)) {
    fail_input(fmt::format("epsilon per kilometre is {}, and must be greater than 0", epsilon));
  }
  privacy.level = epsilon;
  privacy.within = 1000;
}

void require_level(const BlurConfig& config) {
  if (config.privacy.level > 0 && config.privacy.within > 0) return;
  fail_blur(config, "how well places are protected is not said",
            "Give [privacy] level = \"ln 4\" and within = \"200 m\", or --level and --within.");
}

BlurConfig parse_blur_config(const std::string& text, const std::string& path) {
  return parse_config(text, path, true);
}

BlurConfig read_blur_config(const std::string& path) { return read_named_config(path, parse_config); }

}  // namespace sourdine
