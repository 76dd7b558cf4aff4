#include "sourdine/counts/config.h"

#include <cmath>

#include "sourdine/events/time_zone.h"
#include "sourdine/publish/config_section.h"
#include "sourdine/publish/words.h"

namespace sourdine {
namespace {

constexpr Words release_title{"Release", "Release"};
constexpr const char* release_keys_page = "docs/configuration.md";

const WordTable<BiasFilter> filters = {{"none", BiasFilter::none},
                                       {"bias", BiasFilter::bias},
                                       {"ratio", BiasFilter::ratio},
                                       {"private-ratio", BiasFilter::private_ratio}};
const WordTable<CentralNoise> noises = {{"laplace", CentralNoise::laplace}, {"gaussian", CentralNoise::gaussian}};

void read_events(ConfigSection& section, EventsConfig& events) {
  read_source_keys(section, events);
  read_bad_row_key(section, events);
  section.read({{"time", events.time}, {"time_format", events.time_format}, {"clock", events.clock}});
  section.read({{"place", events.place}, {"id", events.id}, {"keep", events.keep}});
  section.read({{"from", events.from}, {"to", events.to}, {"missing", events.missing}});
  section.choice("time_zone", [&](const std::string& text) { events.time_zone = TimeZone::load(text).name(); });
  section.word("no_rows", events.no_rows_unknown, {{"zero", false}, {"unknown", true}});
}

void read_map_keys(ConfigSection& section, PlacesConfig& places) {
  section.file("seats", places.seats);
  section.file("map", places.map);
  section.read({{"map_region", places.map_region}});
}

void read_places(ConfigSection& section, PlacesConfig& places) {
  section.files("table", places.tables);
  section.read({{"place", places.place}, {"region", places.region}, {"regions", places.regions}});
  section.read({{"latitude", places.latitude}, {"longitude", places.longitude}});
  section.read({{"drop", places.drop}, {"other_name", places.other_name}});
  section.word("other", places.other, {{"stop", "stop"}, {"drop", "drop"}, {"own region", "own region"}});
  section.word("list", places.is_public, {{"public", true}, {"from the events", false}});
  read_map_keys(section, places);
}

void check_noise(const PrivacyConfig& privacy, const Head& head) {
  head.require(!privacy.delta || (*privacy.delta > 0 && *privacy.delta < 1),
               "'delta' must lie between 0 and 1, like 1e-6");
  head.require(!privacy.rho || (*privacy.rho > 0 && *privacy.rho <= 1e6), "'rho' must be a number greater than 0");
  if (privacy.noise == CentralNoise::laplace) {
    head.require(!privacy.delta && !privacy.rho, "[privacy] has 'delta' or 'rho', and Laplace noise has neither",
                 "Leave it out, or set noise = \"gaussian\".");
    return;
  }
  head.require(privacy.delta || privacy.rho, "noise = \"gaussian\" needs 'delta' beside 'epsilon', or 'rho'",
               "For example delta = 1e-6: well below one in the number of people.");
  head.require(!(privacy.epsilon && privacy.rho), "[privacy] has both 'epsilon' and 'rho'", "Each decides the other.");
}

// What the keys of [privacy] have in common, in both models.
void check_privacy(const ConfigSection& section, const PrivacyConfig& privacy, const Head& head) {
  const bool is_central = privacy.model == PrivacyModel::central;
  head.require(privacy.person || !section.has("max_events"), "[privacy] has 'max_events' without 'person'",
               "Name the column of the events that tells whose they are: person = \"patient_id\".");
  head.require(!privacy.person || section.has("max_events"), "[privacy] has 'person' without 'max_events'",
               "Say how many events of one person are counted at most, over the whole release: max_events = 3.");
  head.require(!privacy.person || privacy.person->max_events || is_central,
               "[privacy] max_events = \"auto\" is for model = \"central\": in the local model nobody sees all events",
               "Give a number.");
  head.require(!privacy.person || !privacy.f, "[privacy] has 'person' and 'f'",
               "Give 'epsilon', which then is the person's, in place of 'f'.");
  if (is_central) return check_noise(privacy, head);
  head.require(!section.has("noise") && !privacy.delta && !privacy.rho,
               "[privacy] has 'noise', 'delta' or 'rho', which are for model = \"central\"",
               "In the local model every event is randomised by an oracle.");
}

void read_privacy(ConfigSection& section, PrivacyConfig& privacy, Head& head) {
  PersonConfig person;
  section.word("model", privacy.model, {{"local", PrivacyModel::local}, {"central", PrivacyModel::central}});
  section.word("noise", privacy.noise, noises);
  section.read({{"epsilon", privacy.epsilon}, {"delta", privacy.delta}, {"rho", privacy.rho}, {"f", privacy.f}});
  section.read({{"oracle", privacy.oracle}, {"parameters", privacy.parameters}, {"shares", privacy.shares}});
  section.read({{"person", person.column}});
  if (!section.is_word("max_events", "auto")) {
    section.whole("max_events", person.max_events, 1, 10'000,
                  "must be a whole number of at least 1 (and at most 10000), or \"auto\"");
  }
  if (!person.column.empty()) privacy.person = person;
  read_payment_keys(section, head);
  section.finish();
  check_privacy(section, privacy, head);
}

void read_publish(ConfigSection& section, PublishConfig& publish) {
  std::vector<std::string> periods;
  section.read({{"periods", periods}, {"confidence", publish.confidence}, {"synthetic", publish.synthetic}});
  if (section.has("periods")) publish.periods.clear();
  for (const std::string& name : periods) {
    const Period period = find_period(name);
    if (!publish.has(period)) publish.periods.push_back(period);
  }
  section.choice("consistency", [&](const std::string& text) {
    publish.consistency.reset();
    if (text != "auto") publish.consistency = text == "paper" ? Consistency::base_pos : find_consistency(text);
  });
  section.word("smooth", publish.smooth, {{"auto", true}, {"none", false}});
  section.word("filter", publish.filter, filters);
  section.read({{"ratio_epsilon", publish.ratio_epsilon}});
  section.whole("ratio_year", publish.ratio_year, 1, 9999, "must be a year, like 2017");
}

void read_words(ConfigSection& top, ReleaseConfig& config) {
  top.read({{"events_word", config.events_word}, {"places_word", config.places_word}});
  top.choice("holidays", [&](const std::string& country) { config.holidays = find_holidays(country); });
}

// What holds only where whoever makes the release is trusted with the events, and publishes behind noise alone.
void check_central(const ReleaseConfig& config) {
  const auto& [head, events_word, places_word, holidays, events, places, privacy, publish] = config;
  head.require(events.from && events.to, "model = \"central\" needs 'from' and 'to' in [events]",
               "The days of the first and the last event would tell about single people.");
  head.require(places.is_public, "model = \"central\" needs a public list of places",
               "Compare the list with a public one and write list = \"public\" under [places].");
  head.require(events.keep.empty(), "model = \"central\" publishes no column as it is: [events] has 'keep'",
               "Leave 'keep' out: synthetic rows are drawn, and no row is an event's.");
  head.require(!events.no_rows_unknown, "no_rows = \"unknown\" tells which days have no event",
               "With model = \"central\" list the days whose records are missing: missing = [2018-12-31].");
  head.require(!privacy.f && privacy.oracle == "auto" && privacy.parameters.empty() && privacy.shares.empty(),
               "[privacy] has 'f', 'oracle', 'parameters' or 'shares', which are for model = \"local\"",
               "With model = \"central\" give 'epsilon', and 'noise' if it is not to be \"laplace\".");
  head.require(publish.filter == BiasFilter::none, "the filters are for model = \"local\"", "Leave 'filter' out.");
  const auto consistency = publish.consistency.value_or(Consistency::none);
  head.require(consistency == Consistency::none || consistency == Consistency::norm_sub,
               "with model = \"central\" consistency is \"none\" (numbers add up) or \"norm-sub\" (they are >= 0)");
}

void check_publish(const PublishConfig& publish, const Head& head) {
  head.require(!publish.periods.empty(), "[publish] 'periods' is empty");
  head.require(publish.confidence > 0 && publish.confidence < 1, "'confidence' must lie between 0 and 1, like 0.95");
  const bool by_ratio = publish.filter == BiasFilter::ratio || publish.filter == BiasFilter::private_ratio;
  head.require(!by_ratio || publish.ratio_year != 0, "the ratio filters need 'ratio_year': the year to compare");
  head.require(publish.filter != BiasFilter::private_ratio || publish.ratio_epsilon > 0,
               "filter 'private-ratio' needs 'ratio_epsilon': what its noisy counts may cost");
  const bool is_cut = publish.consistency == Consistency::base_pos && !publish.smooth;
  head.require(publish.filter == BiasFilter::none || is_cut, "a filter corrects max(0, .), which is not asked for",
               "Leave the filter out, or set consistency = \"paper\" and smooth = \"none\" beside it.");
  head.require(!(publish.filter == BiasFilter::ratio && head.budget),
               "filter 'ratio' publishes exact means, which no budget can hold",
               "Leave the filter out, take filter = \"private-ratio\", or do without a budget.");
  head.require(publish.ratio_epsilon >= 0 && publish.ratio_epsilon <= 100,
               "'ratio_epsilon' must be a number between 0 and 100");
}

// What a configuration must fulfil beyond the form of its keys.
void check_config(const ReleaseConfig& config) {
  const auto& [head, events_word, places_word, holidays, events, places, privacy, publish] = config;
  head.require(!events.time.empty(), "[events] has no 'time': the column with the time of an event");
  head.require(events.clock.empty() || events.clock != events.time,
               "[events] 'clock' is the column of 'time': it is for a time of day in a column of its own");
  head.require(!events.place.empty(), "[events] has no 'place': the column with the place of an event");
  head.require(places.tables.empty() || places.regions.empty(), "[places] has both 'table' and 'regions'",
               "Give the table place → region, or the list of regions when the events name them.");
  head.require(
      !places.tables.empty() || !places.regions.empty(), "[places] has neither 'table' nor 'regions'",
      "The regions are fixed before the events are read: give the table place → region, or the list of regions.");
  head.require(places.latitude.empty() == places.longitude.empty(),
               "[places] has one of 'latitude' and 'longitude' without the other");
  head.require(privacy.epsilon || privacy.f || privacy.rho, "[privacy] has no 'epsilon'",
               "Common choices are 0.5 to 2; 'sourdine plan' tells the error to expect.");
  head.require(!(privacy.epsilon && privacy.f), "[privacy] has both 'epsilon' and 'f'", "Each decides the other.");
  head.require(!privacy.epsilon || (*privacy.epsilon > 0 && std::isfinite(*privacy.epsilon)),
               "'epsilon' must be a number greater than 0");
  head.require(!privacy.f || (*privacy.f > 0 && *privacy.f < 1), "'f' must lie between 0 and 1");
  head.require(privacy.shares.empty() || privacy.oracle == "auto",
               "[privacy] 'shares' are what oracle = \"auto\" chooses by, and another oracle is asked for");
  check_publish(publish, head);
  head.require(!events.from || !events.to || *events.from <= *events.to, "[events] 'from' lies after 'to'");
}

// In the central model "auto" is a fixed format. Guessed from the rows it would depend on who comes first: one person's
// row could decide how, and whether, everybody's are read, and no noise is made for that.
void fix_central_time_format(EventsConfig& events, const Head& head) {
  if (events.time_format != "auto") return;
  head.require(events.time_zone.empty(), "model = \"central\" with a 'time_zone' needs 'time_format' in [events]",
               "For example time_format = \"%FT%T%z\": a guess from the rows would tell about single people.");
  events.time_format = "%F[ %H:%M[:%S]]";
}

}  // namespace

ReleaseConfig read_config(const ConfigText& text) {
  ReleaseConfig config;
  read_toml(text, release_keys_page, [&](ConfigSection& top) {
    read_head(top, config.head, release_title);
    read_words(top, config);
    top.section("events", [&](ConfigSection& section) { read_events(section, config.events); });
    top.section("places", [&](ConfigSection& section) { read_places(section, config.places); });
    top.section("privacy", [&](ConfigSection& section) { read_privacy(section, config.privacy, config.head); });
    // Central numbers add up, and stay so unless smoothing is asked for.
    config.publish.smooth = config.privacy.model == PrivacyModel::local;
    top.section("publish", [&](ConfigSection& section) { read_publish(section, config.publish); });
  });
  check_config(config);
  if (config.privacy.model == PrivacyModel::central) {
    check_central(config);
    fix_central_time_format(config.events, config.head);
  }
  return config;
}

ReleaseConfig read_reports_config(const ConfigText& text, ReleaseConfig config) {
  read_toml(text, release_keys_page, [&](ConfigSection& top) {
    read_title(top, config.head);
    read_words(top, config);
    top.section("places", [&](ConfigSection& section) { read_map_keys(section, config.places); });
    top.section("publish", [&](ConfigSection& section) { read_publish(section, config.publish); });
  });
  return config;
}

std::string_view filter_name(BiasFilter filter) { return word_in(filters, filter); }

std::string_view noise_name(CentralNoise noise) { return word_in(noises, noise); }

}  // namespace sourdine
