#include "sourdine/counts/config_check.h"

#include <fmt/format.h>

#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

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

}  // namespace

void check_config(const ReleaseConfig& config, const GivenKeys& given) {
  check_common(config);
  check_person(config, given);
  check_central(config, given);
}

void fix_central_time_format(ReleaseConfig& config) {
  if (config.privacy.model == PrivacyModel::local || config.events.time_format != "auto") return;
  require(config.events.time_zone.empty(), config.head.path,
          "model = \"central\" with a 'time_zone' needs 'time_format' in [events]",
          "For example time_format = \"%FT%T%z\": a guess from the rows would tell about single people.");
  config.events.time_format = "%F[ %H:%M[:%S]]";
}

}  // namespace sourdine
