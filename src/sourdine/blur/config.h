// BlurConfig: what a data officer writes in a TOML file to publish places of events, blurred. docs/geo.md explains
// every key. Relative paths are relative to the file's folder; unknown keys are errors.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/geo/map_point.h"
#include "sourdine/geo/metric.h"
#include "sourdine/publish/config_text.h"
#include "sourdine/publish/source_config.h"

namespace sourdine {

struct BlurEventsConfig : SourceConfig {
  std::string latitude, longitude;    // columns, in degrees; or:
  std::string x, y;                   // columns, in metres of the area's 'projection'
  std::vector<std::string> keep;      // columns that are public and are published as they are
  std::vector<std::string> locating;  // columns that tell a place: never published
};

struct BlurAreaConfig {
  std::optional<MapBox> box;
  std::string polygons;        // GeoJSON, in place of a box
  std::string projection;      // "EPSG:2154"; empty: one that is made for the area
  bool drops_outside = false;  // rows from elsewhere; else the first of them stops
};

struct BlurPrivacyConfig {
  double level = 0;   // ln of the factor between places …
  double within = 0;  // … that are so many metres apart at most; 0: not given
  double step = 1;    // of the grid, in metres
  bool has_memo = true;
  std::string memo_key;                  // file; empty: drawn for this publication, and forgotten
  std::optional<std::uint64_t> repeats;  // without a memo: how often one place is reported at most
};

struct BlurPublishConfig {
  std::optional<bool> truncates;        // to the area; nothing: where the area has polygons
  std::string prior;                    // "uniform", or a file with a public one: CSV, GeoJSON (public_places.h)
  std::string prior_weight = "weight";  // its column, or property
  double grid = 0;                      // metres between published points; 0: the grid of the noise
  bool keeps_order = false;             // of the rows; else they are shuffled
  std::string regions, region_property, region_column = "region";  // GeoJSON, the property that names a region
  std::string stations;                                            // CSV with columns name, latitude, longitude
  std::string station_column = "station", distance_column = "distance_m";

  bool has_uniform_prior() const { return prior == "uniform"; }
};

struct BlurConfig {
  Head head = {};
  std::string events_word;  // what is blurred, in the plural: "calls"
  BlurEventsConfig events;
  BlurAreaConfig area;
  BlurPrivacyConfig privacy;
  BlurPublishConfig publish;

  bool has_plane_columns() const { return !events.x.empty(); }
  const std::string& north_column() const { return has_plane_columns() ? events.y : events.latitude; }
  const std::string& east_column() const { return has_plane_columns() ? events.x : events.longitude; }
};

// Throws Error(bad_input) naming file, line and key. The level may be left to the command line: require_level() asks.
BlurConfig read_blur_config(const ConfigText& text);
// The same of a text in place of a file.
inline BlurConfig parse_blur_config(const std::string& text, const std::string& path) {
  return read_blur_config({text, path});
}

// "ln 4", "ln4", "1.5": the level, rounded down. Throws Error(bad_input), one sentence: no number, not above 0.
double parse_level(const std::string& text);
// "200 m", "200m", "0.5 km", "200": metres. Throws Error(bad_input) likewise.
double parse_metres(const std::string& text);

// ε per kilometre is the level within one.
void set_per_kilometre(BlurPrivacyConfig& privacy, double epsilon);

// Throws Error(bad_input) when no level was given.
void require_level(const BlurConfig& config);

}  // namespace sourdine
