// ReleaseConfig: what a data officer writes in a TOML file to publish a release. docs/configuration.md explains every
// key.
//
// Relative paths in the file are relative to the file's folder. Unknown keys are errors: a misspelt "epsilon" must not
// become a default.
#pragma once

#include <algorithm>
#include <chrono>
#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/estimate/consistency.h"
#include "sourdine/events/holidays.h"
#include "sourdine/privacy/guarantee.h"
#include "sourdine/publish/config_text.h"
#include "sourdine/publish/source_config.h"

namespace sourdine {

// What undoes the upward bias of max(0, ·), see local/bias_filter.h.
enum class BiasFilter { none, bias, ratio, private_ratio };

// The noise of central counts.
enum class CentralNoise { laplace, gaussian };

struct EventsConfig : SourceConfig {
  std::string time;  // column
  std::string time_format = "auto";
  std::string time_zone;          // whose days are counted, where times have a zone; empty: they have none
  std::string clock;              // column with the time of day, when `time` has only the date; empty: none
  std::string place;              // column
  std::string id;                 // column that the synthetic rows number anew; empty: none
  std::vector<std::string> keep;  // columns that are public and go into the synthetic rows as they are
  std::optional<std::chrono::local_days> from, to;  // days to cover; default: from the first event to the last
  std::vector<DayRange> missing;                    // days whose records are missing: gaps, not zeros
  bool no_rows_unknown = false;                     // a day without rows is such a day, too
};

struct PlacesConfig {
  std::vector<std::string> tables;  // CSV files place → region
  std::string place = "town";
  std::string region = "region";
  std::string latitude, longitude;   // columns of the tables: where a place lies, for the map; both or none
  std::vector<std::string> regions;  // without tables: the regions themselves, in order
  std::vector<std::string> drop;     // places left out without a word
  std::string other = "stop";        // stop | drop | own region
  std::string other_name = "other";
  bool is_public = true;  // false: the places or regions were read from the events, and nothing is promised
  std::string seats;      // CSV file with columns region, latitude, longitude (and seat: a town): for the schematic map
  std::string map;        // GeoJSON polygons, drawn in place of the schematic map
  std::string map_region;  // the property of a feature that names its region; empty: the one that does
};

// How often one person may be counted.
struct PersonConfig {
  std::string column;  // of the events: equal texts are one person
  // Over the whole release; nothing: chosen behind noise, with a share of the budget (central only).
  std::optional<std::uint64_t> max_events;
};

struct PrivacyConfig {
  PrivacyModel model = PrivacyModel::local;
  std::optional<double> epsilon;
  std::optional<double> f;
  std::string oracle = "auto";
  std::map<std::string, double> parameters;
  std::map<std::string, double> shares = {};  // public, by region: what "auto" expects; the others share the rest
  std::optional<PersonConfig> person = {};    // nothing: one event is protected
  // Of the central model.
  CentralNoise noise = CentralNoise::laplace;
  std::optional<double> delta = {}, rho = {};
};

struct PublishConfig {
  std::vector<Period> periods = {Period::year, Period::month, Period::day};
  bool has(Period period) const { return std::find(periods.begin(), periods.end(), period) != periods.end(); }
  std::optional<Consistency> consistency;  // nothing: the one with the smaller expected error
  bool smooth = true;
  BiasFilter filter = BiasFilter::none;
  int ratio_year = 0;        // of the ratio filters: the year whose means are compared
  double ratio_epsilon = 0;  // of the private one
  double confidence = 0.95;
  bool synthetic = true;
};

struct ReleaseConfig {
  Head head = {};
  std::string events_word;  // what is counted, in the plural, for page and statement: "interventions"
  std::string places_word;  // where, likewise: "communes"
  Holidays holidays;        // of the country where the events happen, for forecasts
  EventsConfig events;
  PlacesConfig places;
  PrivacyConfig privacy;
  PublishConfig publish;
};

// Throws Error(bad_input) naming file, line and key: not TOML, an unknown key (with the nearest known one), a value of
// the wrong kind, epsilon missing or given together with f, a period or method that does not exist.
ReleaseConfig read_config(const ConfigText& text);
// The same of a text in place of a file.
inline ReleaseConfig parse_config(const std::string& text, const std::string& path) {
  return read_config({text, path});
}

// Of a release from collected reports (local/release.h): `config` with what the file says of title, language,
// words, map and publishing; the keys about events and privacy are unknown there.
ReleaseConfig read_reports_config(const ConfigText& text, ReleaseConfig config);

std::string_view filter_name(BiasFilter filter);
// "laplace", "gaussian".
std::string_view noise_name(CentralNoise noise);

}  // namespace sourdine
