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

void read_blur_events(ConfigSection& section, BlurEventsConfig& events) {
  read_source_keys(section, events);
  section.read({{"latitude", events.latitude}, {"longitude", events.longitude}, {"x", events.x}, {"y", events.y}});
  section.read({{"keep", events.keep}, {"locating", events.locating}});
}

void read_blur_area(ConfigSection& section, BlurAreaConfig& area) {
  std::vector<double> box;
  section.read({{"box", box}, {"projection", area.projection}});
  section.require("box", box.empty() || box.size() == 4, "must be four degrees: [west, south, east, north]");
  if (!box.empty()) area.box = MapBox{.west = box[0], .south = box[1], .east = box[2], .north = box[3]};
  section.file("polygons", area.polygons);
  section.word("outside", area.drops_outside, {{"stop", false}, {"drop", true}});
}

void read_blur_privacy(ConfigSection& section, BlurPrivacyConfig& privacy, Head& head) {
  section.quantity("level", privacy.level, parse_level);
  section.quantity("within", privacy.within, parse_metres);
  const bool has_level = section.has("level");
  std::optional<double> per_km;
  section.read({{"per_km", per_km}, {"step", privacy.step}, {"memo", privacy.has_memo}, {"repeats", privacy.repeats}});
  section.file("memo_key", privacy.memo_key);
  read_payment_keys(section, head);
  section.finish();
  section.require("per_km", !per_km || !has_level, "and 'level' are two ways to say one thing: give one");
  section.require("per_km", !per_km || *per_km > 0, "must be greater than 0");
  if (per_km) set_per_kilometre(privacy, *per_km);
  section.require("step", privacy.step >= 0.1 && privacy.step <= 1e5, "must be from 0.1 to 100000 metres");
  section.require("memo_key", privacy.memo_key.empty() || privacy.has_memo, "is of no use with memo = false");
  section.require("repeats", !privacy.repeats || !privacy.has_memo,
                  "is for memo = false: with the memo a place may be reported again");
  section.require("repeats", !privacy.repeats || (*privacy.repeats >= 1 && *privacy.repeats <= most_repeats),
                  "must be from 1 to 10000");
  section.require("level", !has_level || section.has("within"),
                  "needs 'within': the distance of places between which it holds");
  section.require("within", has_level || !section.has("within"),
                  "needs 'level': ln of the factor between places that near");
}

void read_blur_publish(ConfigSection& section, BlurPublishConfig& publish) {
  section.read({{"truncate", publish.truncates}, {"grid", publish.grid}, {"prior_weight", publish.prior_weight}});
  if (section.is_word("prior", "uniform")) {
    publish.prior = "uniform";
  } else {
    section.file("prior", publish.prior);
  }
  section.require("prior_weight",
                  !section.has("prior_weight") || !(publish.prior.empty() || publish.has_uniform_prior()),
                  "is of no use without a file that 'prior' names");
  section.word("order", publish.keeps_order, {{"shuffled", false}, {"input", true}});
  section.file("regions", publish.regions);
  section.read({{"region_property", publish.region_property}, {"region_column", publish.region_column}});
  section.file("stations", publish.stations);
  section.read({{"station_column", publish.station_column}, {"distance_column", publish.distance_column}});
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
  const BlurPublishConfig& publish = config.publish;
  std::set<std::string> seen;
  for (const std::string& column : events.keep) {
    const bool is_named = column == events.latitude || column == events.longitude || column == events.x ||
                          column == events.y ||
                          std::find(events.locating.begin(), events.locating.end(), column) != events.locating.end();
    config.head.require(!is_named && !sounds_locating(column),
                        fmt::format("'keep' has the column '{}', which tells where an event was", shown(column)),
                        is_named
                            ? "Take it out: only what is computed from the blurred point may be published of a place."
                            : "Take it out. If it tells no place, give it another name in the source or the query.");
    const bool is_computed =
        (!publish.regions.empty() && column == publish.region_column) ||
        (!publish.stations.empty() && (column == publish.station_column || column == publish.distance_column));
    config.head.require(
        !is_computed,
        fmt::format("'{}' is computed from the blurred point, and 'keep' would publish the events' own", shown(column)),
        "Take it out of 'keep': what was computed from the true place tells the true place.");
    config.head.require(seen.insert(column).second, fmt::format("'keep' has '{}' twice", shown(column)));
  }
}

// Whether points can be published so far apart.
bool is_multiple(double grid, double step) {
  const double steps = grid / step;
  return grid > 0 && std::isfinite(grid) && std::abs(steps - std::round(steps)) <= 1e-9 * steps && steps >= 1;
}

void check_blur_config(const BlurConfig& config) {
  const auto& [head, events_word, events, area, privacy, publish] = config;
  const bool has_degrees = !events.latitude.empty() && !events.longitude.empty();
  const bool has_metres = !events.x.empty() && !events.y.empty();
  head.require(events.latitude.empty() == events.longitude.empty() && events.x.empty() == events.y.empty() &&
                   has_degrees != has_metres,
               "[events] must name two columns: latitude and longitude, or x and y",
               "For example latitude = \"lat\" and longitude = \"lon\".");
  head.require(!has_metres || !area.projection.empty(), "x and y are metres of a system that [area] does not name",
               "Give projection = \"EPSG:2154\", or the system that the columns are in.");
  head.require(area.box.has_value() != !area.polygons.empty(), "[area] must have either 'box' or 'polygons'",
               "Declare where the events are: box = [west, south, east, north], or a GeoJSON file.");
  head.require(privacy.has_memo || privacy.repeats,
               "without the memo every report of a place tells more about it: 'repeats' is missing",
               "Say how often one place is reported at most, or leave 'memo' out.");
  head.require(publish.grid == 0 || is_multiple(publish.grid, privacy.step),
               fmt::format("'grid' is {:g} m, and must be a multiple of the step, {:g} m", publish.grid, privacy.step));
  refuse_kept_places(config);
}

}  // namespace

BlurConfig read_blur_config(const ConfigText& text) {
  BlurConfig config;
  read_toml(text, keys_page, [&](ConfigSection& top) {
    read_head(top, config.head, blur_title);
    top.read({{"events_word", config.events_word}});
    top.section("events", [&](ConfigSection& section) { read_blur_events(section, config.events); });
    top.section("area", [&](ConfigSection& section) { read_blur_area(section, config.area); });
    top.section("privacy", [&](ConfigSection& section) { read_blur_privacy(section, config.privacy, config.head); });
    top.section("publish", [&](ConfigSection& section) { read_blur_publish(section, config.publish); });
  });
  check_blur_config(config);
  return config;
}

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
  config.head.require(config.privacy.level > 0 && config.privacy.within > 0,
                      "how well places are protected is not said",
                      "Give [privacy] level = \"ln 4\" and within = \"200 m\", or --level and --within.");
}

}  // namespace sourdine
