#include "sourdine/counts/config.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/events/time_zone.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/config_text.h"

namespace sourdine {
namespace {

// Which of the keys that need another key are there.
struct GivenKeys {
  bool max_events = false;
  bool noise = false;
  bool smooth = false;
};

const std::vector<std::pair<std::string_view, BiasFilter>> filters = {{"none", BiasFilter::none},
                                                                      {"bias", BiasFilter::bias},
                                                                      {"ratio", BiasFilter::ratio},
                                                                      {"private-ratio", BiasFilter::private_ratio}};

void read_events(ConfigSection section, EventsConfig& events) {
  section.source("source", events.source);
  section.text("query", events.query);
  section.text("time", events.time);
  section.text("time_format", events.time_format);
  section.choice("time_zone", [&](const std::string& text) { events.time_zone = TimeZone::load(text).name(); });
  section.text("clock", events.clock);
  section.text("place", events.place);
  section.text("id", events.id);
  section.texts("keep", events.keep);
  section.text("separator", events.separator);
  section.lines("skip_lines", events.skip_lines);
  section.choice("on_bad_row", [&](const std::string& text) {
    events.skip_bad_rows = one_of<bool>(text, {{"stop", false}, {"skip", true}});
  });
  section.date("from", events.from);
  section.date("to", events.to);
  section.days("missing", events.missing);
  section.choice("no_rows", [&](const std::string& text) {
    events.no_rows_unknown = one_of<bool>(text, {{"zero", false}, {"unknown", true}});
  });
  section.finish();
}

void read_places(ConfigSection section, PlacesConfig& places) {
  section.files("table", places.tables);
  section.text("place", places.place);
  section.text("region", places.region);
  section.text("latitude", places.latitude);
  section.text("longitude", places.longitude);
  section.texts("regions", places.regions);
  section.texts("drop", places.drop);
  section.choice("other", [&](const std::string& text) {
    places.other = one_of<std::string>(text, {{"stop", "stop"}, {"drop", "drop"}, {"own region", "own region"}});
  });
  section.text("other_name", places.other_name);
  section.choice("list", [&](const std::string& text) {
    places.is_public = one_of<bool>(text, {{"public", true}, {"from the events", false}});
  });
  section.file("seats", places.seats);
  section.file("map", places.map);
  section.text("map_region", places.map_region);
  section.finish();
}

const std::vector<std::pair<std::string_view, CentralNoise>> noise_names = {{"laplace", CentralNoise::laplace},
                                                                            {"gaussian", CentralNoise::gaussian}};

void read_privacy(ConfigSection section, PrivacyConfig& privacy, Head& head, GivenKeys& given) {
  section.choice("model", [&](const std::string& text) {
    privacy.model = one_of<PrivacyModel>(text, {{"local", PrivacyModel::local}, {"central", PrivacyModel::central}});
  });
  section.choice("noise", [&](const std::string& text) {
    given.noise = true;
    privacy.noise = one_of<CentralNoise>(text, noise_names);
  });
  section.number("delta", privacy.delta);
  section.number("rho", privacy.rho);
  PersonConfig person;
  section.text("person", person.column);
  given.max_events = section.bound("max_events", person.max_events);
  if (!person.column.empty()) privacy.person = person;
  section.number("epsilon", privacy.epsilon);
  section.number("f", privacy.f);
  section.text("oracle", privacy.oracle);
  section.numbers("parameters", privacy.parameters);
  read_payment_keys(section, head);
  section.numbers("shares", privacy.shares);
  section.finish();
}

void read_publish(ConfigSection section, PublishConfig& publish, GivenKeys& given) {
  std::vector<std::string> names;
  for (const Period period : publish.periods) names.emplace_back(period_name(period));
  section.texts("periods", names);
  publish.periods.clear();
  for (const std::string& name : names) {
    const Period period = find_period(name);
    if (std::find(publish.periods.begin(), publish.periods.end(), period) == publish.periods.end()) {
      publish.periods.push_back(period);
    }
  }
  section.choice("consistency", [&](const std::string& text) {
    if (text == "auto") {
      publish.consistency.reset();
    } else {
      publish.consistency = text == "paper" ? Consistency::base_pos : find_consistency(text);
    }
  });
  section.choice("smooth", [&](const std::string& text) {
    given.smooth = true;
    publish.smooth = one_of<bool>(text, {{"auto", true}, {"none", false}});
  });
  section.choice("filter", [&](const std::string& text) { publish.filter = one_of<BiasFilter>(text, filters); });
  section.year("ratio_year", publish.ratio_year);
  section.number("ratio_epsilon", publish.ratio_epsilon);
  section.number("confidence", publish.confidence);
  section.flag("synthetic", publish.synthetic);
  section.finish();
}

void read_words(ConfigSection& top, ReleaseConfig& config) {
  top.text("events_word", config.events_word);
  top.text("places_word", config.places_word);
  top.choice("holidays", [&](const std::string& country) { config.holidays = find_holidays(country); });
}

// What a configuration must fulfil beyond the form of its keys.
void require(bool holds, const std::string& path, const std::string& what, const std::string& hint = {}) {
  if (!holds) fail_input(fmt::format("'{}': {}", path, what), hint);
}

// Keys of persons, in both models.
void check_person(const ReleaseConfig& config, const GivenKeys& given) {
  const PrivacyConfig& privacy = config.privacy;
  const bool is_central = privacy.model == PrivacyModel::central;
  require(privacy.person || !given.max_events, config.head.path, "[privacy] has 'max_events' without 'person'",
          "Name the column of the events that tells whose they are: person = \"patient_id\".");
  require(!privacy.person || given.max_events, config.head.path, "[privacy] has 'person' without 'max_events'",
          "Say how many events of one person are counted at most, over the whole release: max_events = 3.");
  require(!privacy.person || privacy.person->max_events || is_central, config.head.path,
          "[privacy] max_events = \"auto\" is for model = \"central\": in the local model nobody sees all events",
          "Give a number.");
  require(!privacy.person || !privacy.f, config.head.path, "[privacy] has 'person' and 'f'",
          "Give 'epsilon', which then is the person's, in place of 'f'.");
}

void check_noise(const ReleaseConfig& config) {
  const PrivacyConfig& privacy = config.privacy;
  const std::string& path = config.head.path;
  require(!privacy.delta || (*privacy.delta > 0 && *privacy.delta < 1), path,
          "'delta' must lie between 0 and 1, like 1e-6");
  require(!privacy.rho || (*privacy.rho > 0 && *privacy.rho <= 1e6), path, "'rho' must be a number greater than 0");
  if (privacy.noise == CentralNoise::laplace) {
    require(!privacy.delta && !privacy.rho, path, "[privacy] has 'delta' or 'rho', and Laplace noise has neither",
            "Leave it out, or set noise = \"gaussian\".");
    return;
  }
  require(privacy.delta || privacy.rho, path, "noise = \"gaussian\" needs 'delta' beside 'epsilon', or 'rho'",
          "For example delta = 1e-6: well below one in the number of people.");
  require(!(privacy.epsilon && privacy.rho), path, "[privacy] has both 'epsilon' and 'rho'", "Each decides the other.");
}

// What holds only where whoever makes the release is trusted with the events, and publishes behind noise alone.
void check_central(const ReleaseConfig& config, const GivenKeys& given) {
  const std::string& path = config.head.path;
  const auto& [head, events_word, places_word, holidays, events, places, privacy, publish] = config;
  if (privacy.model == PrivacyModel::local) {
    require(!given.noise && !privacy.delta && !privacy.rho, path,
            "[privacy] has 'noise', 'delta' or 'rho', which are for model = \"central\"",
            "In the local model every event is randomised by an oracle.");
    return;
  }
  check_noise(config);
  require(events.from && events.to, path, "model = \"central\" needs 'from' and 'to' in [events]",
          "The days of the first and the last event would tell about single people.");
  require(places.is_public, path, "model = \"central\" needs a public list of places",
          "Compare the list with a public one and write list = \"public\" under [places].");
  require(events.keep.empty(), path, "model = \"central\" publishes no column as it is: [events] has 'keep'",
          "Leave 'keep' out: synthetic rows are drawn, and no row is an event's.");
  require(!events.no_rows_unknown, path, "no_rows = \"unknown\" tells which days have no event",
          "With model = \"central\" list the days whose records are missing: missing = [2018-12-31].");
  require(!privacy.f && privacy.oracle == "auto" && privacy.parameters.empty() && privacy.shares.empty(), path,
          "[privacy] has 'f', 'oracle', 'parameters' or 'shares', which are for model = \"local\"",
          "With model = \"central\" give 'epsilon', and 'noise' if it is not to be \"laplace\".");
  require(publish.filter == BiasFilter::none, path, "the filters are for model = \"local\"", "Leave 'filter' out.");
  const auto consistency = publish.consistency.value_or(Consistency::none);
  require(consistency == Consistency::none || consistency == Consistency::norm_sub, path,
          "with model = \"central\" consistency is \"none\" (numbers add up) or \"norm-sub\" (they are >= 0)");
}

void check_common(const ReleaseConfig& config) {
  const std::string& path = config.head.path;
  const auto& [head, events_word, places_word, holidays, events, places, privacy, publish] = config;
  require(!events.time.empty(), path, "[events] has no 'time': the column with the time of an event");
  require(events.clock.empty() || events.clock != events.time, path,
          "[events] 'clock' is the column of 'time': it is for a time of day in a column of its own");
  require(!events.place.empty(), path, "[events] has no 'place': the column with the place of an event");
  require(places.tables.empty() || places.regions.empty(), path, "[places] has both 'table' and 'regions'",
          "Give the table place → region, or the list of regions when the events name them.");
  require(!places.tables.empty() || !places.regions.empty(), path, "[places] has neither 'table' nor 'regions'",
          "The regions are fixed before the events are read: give the table place → region, or the list of regions.");
  require(places.latitude.empty() == places.longitude.empty(), path,
          "[places] has one of 'latitude' and 'longitude' without the other");
  require(privacy.epsilon || privacy.f || privacy.rho, path, "[privacy] has no 'epsilon'",
          "Common choices are 0.5 to 2; 'sourdine plan' tells the error to expect.");
  require(!(privacy.epsilon && privacy.f), path, "[privacy] has both 'epsilon' and 'f'", "Each decides the other.");
  require(!privacy.epsilon || (*privacy.epsilon > 0 && std::isfinite(*privacy.epsilon)), path,
          "'epsilon' must be a number greater than 0");
  require(!privacy.f || (*privacy.f > 0 && *privacy.f < 1), path, "'f' must lie between 0 and 1");
  require(!publish.periods.empty(), path, "[publish] 'periods' is empty");
  require(privacy.shares.empty() || privacy.oracle == "auto", path,
          "[privacy] 'shares' are what oracle = \"auto\" chooses by, and another oracle is asked for");
  require(publish.confidence > 0 && publish.confidence < 1, path, "'confidence' must lie between 0 and 1, like 0.95");
  const bool by_ratio = publish.filter == BiasFilter::ratio || publish.filter == BiasFilter::private_ratio;
  require(!by_ratio || publish.ratio_year != 0, path, "the ratio filters need 'ratio_year': the year to compare");
  require(publish.filter != BiasFilter::private_ratio || publish.ratio_epsilon > 0, path,
          "filter 'private-ratio' needs 'ratio_epsilon': what its noisy counts may cost");
  const bool is_cut = publish.consistency == Consistency::base_pos && !publish.smooth;
  require(publish.filter == BiasFilter::none || is_cut, path, "a filter corrects max(0, .), which is not asked for",
          "Leave the filter out, or set consistency = \"paper\" and smooth = \"none\" beside it.");
  require(!(publish.filter == BiasFilter::ratio && head.budget), path,
          "filter 'ratio' publishes exact means, which no budget can hold",
          "Leave the filter out, take filter = \"private-ratio\", or do without a budget.");
  require(publish.ratio_epsilon >= 0 && publish.ratio_epsilon <= 100, path,
          "'ratio_epsilon' must be a number between 0 and 100");
  require(!events.from || !events.to || *events.from <= *events.to, path, "[events] 'from' lies after 'to'");
}

void check_config(const ReleaseConfig& config, const GivenKeys& given) {
  check_common(config);
  check_person(config, given);
  check_central(config, given);
}

// In the central model "auto" is a fixed format. Guessed from the rows it would depend on who comes first: one person's
// row could decide how, and whether, everybody's are read, and no noise is made for that.
void fix_central_time_format(ReleaseConfig& config) {
  if (config.privacy.model == PrivacyModel::local || config.events.time_format != "auto") return;
  require(config.events.time_zone.empty(), config.head.path,
          "model = \"central\" with a 'time_zone' needs 'time_format' in [events]",
          "For example time_format = \"%FT%T%z\": a guess from the rows would tell about single people.");
  config.events.time_format = "%F[ %H:%M[:%S]]";
}

// `is_named`: the configuration has a file, which the data set may be named after.
ReleaseConfig parse_release(const std::string& text, const std::string& path, bool is_named) {
  const toml::table file = parse_toml(text, path);
  ReleaseConfig config;
  config.head.path = path;
  ConfigSection top(file, "", path);
  read_head(top, config.head, is_named);
  read_words(top, config);
  if (const auto* table = top.section("events")) read_events(ConfigSection(*table, "events", path), config.events);
  if (const auto* table = top.section("places")) read_places(ConfigSection(*table, "places", path), config.places);
  GivenKeys given;
  if (const auto* table = top.section("privacy"))
    read_privacy(ConfigSection(*table, "privacy", path), config.privacy, config.head, given);
  if (const auto* table = top.section("publish"))
    read_publish(ConfigSection(*table, "publish", path), config.publish, given);
  top.finish();
  // Central numbers add up, and stay so unless smoothing is asked for.
  if (config.privacy.model == PrivacyModel::central && !given.smooth) config.publish.smooth = false;
  check_config(config, given);
  fix_central_time_format(config);
  return config;
}

}  // namespace

ReleaseConfig read_reports_config(const std::string& path, ReleaseConfig config) {
  const auto named = find_config_text(path);
  config.head.path = named ? "configuration" : path;
  const toml::table file = parse_toml(named ? *named : read_config_file(path), config.head.path);
  ConfigSection top(file, "", config.head.path);
  read_title(top, config.head);
  read_words(top, config);
  if (const auto* table = top.section("places")) {
    ConfigSection places(*table, "places", config.head.path);
    places.file("seats", config.places.seats);
    places.file("map", config.places.map);
    places.text("map_region", config.places.map_region);
    places.finish();
  }
  GivenKeys given;
  if (const auto* table = top.section("publish")) {
    read_publish(ConfigSection(*table, "publish", config.head.path), config.publish, given);
  }
  top.finish();
  return config;
}

ReleaseConfig parse_config(const std::string& text, const std::string& path) { return parse_release(text, path, true); }

ReleaseConfig read_config(const std::string& path) {
  if (const auto text = find_config_text(path)) return parse_release(*text, "configuration", false);
  return parse_config(read_config_file(path), path);
}

std::string_view filter_name(BiasFilter filter) {
  return std::find_if(filters.begin(), filters.end(), [&](const auto& row) { return row.second == filter; })->first;
}

std::string_view noise_name(CentralNoise noise) {
  return std::find_if(noise_names.begin(), noise_names.end(), [&](const auto& row) { return row.second == noise; })
      ->first;
}

}  // namespace sourdine
