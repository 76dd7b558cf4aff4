#include "sourdine/counts/config.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/counts/config_check.h"
#include "sourdine/events/time_zone.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/config_text.h"

namespace sourdine {
namespace {

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

}  // namespace

namespace {

void read_words(ConfigSection& top, ReleaseConfig& config) {
  top.text("events_word", config.events_word);
  top.text("places_word", config.places_word);
  top.choice("holidays", [&](const std::string& country) { config.holidays = find_holidays(country); });
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
