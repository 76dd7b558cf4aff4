#include "sourdine/report/page.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/oracle/table.h"
#include "sourdine/publish/page_spending_json.h"
#include "sourdine/random/random_source.h"
#include "sourdine/release/release.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

// As many decimals as estimates.csv has.
double rounded_for_page(double value) {
  const double scaled = std::round(value * 1e4) / 1e4;
  return scaled == 0 ? 0 : scaled;
}

template <class Get>
Json matrix(std::size_t rows, std::size_t columns, Get&& get) {
  Json result = Json::array();
  for (std::size_t t = 0; t < rows; ++t) {
    Json row = Json::array();
    for (std::size_t v = 0; v < columns; ++v) row.push_back(rounded_for_page(get(t * columns + v)));
    result.push_back(std::move(row));
  }
  return result;
}

Json words_json(const Statement& statement) {
  Json json = {{"promise", statement.promise},
               {"protects", statement.holds},
               {"does_not_protect", statement.not_protected},
               {"not_private_because", statement.not_private_because}};
  if (!statement.beside.empty()) json["beside"] = statement.beside;
  return json;
}

Json guarantee_json(const Release& release) {
  const StatementFacts& facts = release.facts;
  const Statement english = make_statement(facts, Language::en), french = make_statement(facts, Language::fr);
  Json json = {{"epsilon", facts.guarantee.epsilon}, {"epsilon_asked", facts.guarantee.epsilon_asked}};
  if (facts.central) {
    json["model"] = "central";
    if (facts.guarantee.delta > 0) json["delta"] = facts.guarantee.delta;
    json["oracle"] = fmt::format("discrete-{}", noise_name(facts.central->noise));
    json["oracle_title"] = facts.oracle;
    if (facts.central->bound) json["max_events"] = facts.central->bound->max_events;
  } else {
    json["oracle"] = release.oracle->name();
    json["oracle_title"] = find_oracle(release.oracle->name()).title;
    if (facts.person) {
      json["model"] = "local person";
      json["max_events"] = facts.person->max_events.value_or(1);
    }
  }
  json["is_private"] = english.not_private_because.empty();
  json["randomness"] = randomness_name(!facts.is_seeded);
  json["words"] = {{"en", words_json(english)}, {"fr", words_json(french)}};
  return json;
}

// The periods shown that the days of the data cover so: in part, their numbers are lower for that reason, and the page
// says so; not at all, they have no numbers.
Json covered_json(const PeriodEstimates& estimates, CoveredPart part, std::size_t first_shown) {
  Json periods = Json::array();
  for (std::size_t t = first_shown; t < estimates.covered.size(); ++t) {
    if (estimates.covered[t] == part) periods.push_back(t - first_shown);
  }
  return periods;
}

// The last periods only, when there are very many (hours of years): a page of 40 MB helps nobody, and estimates.csv has
// them all.
Json periods_json(const PeriodEstimates& estimates, bool with_truth) {
  constexpr std::size_t most_numbers = 200'000;
  const std::size_t k = estimates.regions;
  const std::size_t periods = std::min(estimates.timeline.size(), std::max<std::size_t>(1, most_numbers / k));
  const std::size_t first = estimates.timeline.size() - periods;
  Json labels = Json::array();
  for (std::size_t t = 0; t < periods; ++t) labels.push_back(estimates.timeline.label(first + t));
  const auto table = [&](const auto& get) {
    return matrix(periods, k, [&](std::size_t i) { return get(first * k + i); });
  };
  Json totals = Json::array();
  for (std::size_t t = first; t < estimates.totals.size(); ++t) totals.push_back(rounded_for_page(estimates.totals[t]));
  Json json = {{"unit", period_name(estimates.timeline.period())},
               {"labels", std::move(labels)},
               {"totals", std::move(totals)},
               {"estimate", table([&](std::size_t i) { return estimates.published[i].value; })},
               {"lower", table([&](std::size_t i) { return estimates.published[i].lower; })},
               {"upper", table([&](std::size_t i) { return estimates.published[i].upper; })}};
  if (Json partial = covered_json(estimates, CoveredPart::part, first); !partial.empty()) json["partial"] = partial;
  if (Json missing = covered_json(estimates, CoveredPart::none, first); !missing.empty()) json["missing"] = missing;
  if (!estimates.total_estimates.empty()) {
    const auto ends = [&](double Estimate::*end) {
      Json numbers = Json::array();
      for (std::size_t t = first; t < estimates.total_estimates.size(); ++t) {
        numbers.push_back(rounded_for_page(estimates.total_estimates[t].*end));
      }
      return numbers;
    };
    json["totals_lower"] = ends(&Estimate::lower);
    json["totals_upper"] = ends(&Estimate::upper);
  }
  if (with_truth) json["truth"] = table([&](std::size_t i) { return estimates.truth[i]; });
  return json;
}

Json parse_page(const std::string& text) {
  constexpr int max_depth = 12;  // a map's points are at 8
  Json json;
  try {
    json = parse_bounded_json<Json>(text, max_depth);
  } catch (const Json::exception&) {
    fail_input("the data of the page are no JSON");
  } catch (const Error& error) {
    fail_input(fmt::format("the data of the page: {}", error.what()));
  }
  // Those of a survey had the same number when their words were others.
  const auto is_older_survey = [&] {
    return json.contains("kind") && json["kind"] == survey_page_kind && !json.contains("caption");
  };
  if (!json.is_object() || !json.contains("schema") || json["schema"] != page_schema || is_older_survey()) {
    fail_input("the data are those of no page, or of another version's",
               "They must be those that 'sourdine release' of this version wrote.");
  }
  return json;
}

Json point_json(const MapPoint& point) { return {point.longitude, point.latitude}; }

// GeoJSON: rings end where they begin.
Json map_json(const std::vector<RegionOutline>& map) {
  Json features = Json::array();
  for (const RegionOutline& outline : map) {
    Json polygons = Json::array();
    for (const MapPolygon& polygon : outline.polygons) {
      Json rings = Json::array();
      for (const MapRing& ring : polygon) {
        Json points = Json::array();
        for (const MapPoint& point : ring) points.push_back(point_json(point));
        points.push_back(point_json(ring.front()));
        rings.push_back(std::move(points));
      }
      polygons.push_back(std::move(rings));
    }
    features.push_back({{"type", "Feature"},
                        {"properties", {{"region", outline.region}}},
                        {"geometry", {{"type", "MultiPolygon"}, {"coordinates", std::move(polygons)}}}});
  }
  return {{"type", "FeatureCollection"}, {"features", std::move(features)}};
}

// What lies beside the page, in the order of the page.
Json files_json(const Release& release) {
  Json files = {"estimates.csv", "totals.csv"};
  if (release.config.publish.synthetic) files.push_back("synthetic.csv");
  for (const char* name : {"PRIVACY.md", "manifest.json", "page.json", "SHA256SUMS"}) files.push_back(name);
  return files;
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void set_optional(Json& json, const char* key, const std::optional<double>& value) {
  if (value) json[key] = *value;
}

}  // namespace

std::string page_data(const Release& release, bool with_truth) {
  Json regions = Json::array();
  for (Value v = 0; v < release.regions.size(); ++v) {
    Json region = {{"name", release.regions.label(v)}};
    const Seat& seat = release.seats[v];
    if (!seat.town.empty()) region["seat"] = seat.town;
    if (seat.place) {
      region["lat"] = seat.place->latitude;
      region["lon"] = seat.place->longitude;
    }
    regions.push_back(std::move(region));
  }
  Json periods = Json::array();
  for (const PeriodEstimates& estimates : release.estimates) {
    periods.push_back(periods_json(estimates, with_truth));
  }
  Json data = {{"schema", page_schema},
               {"language", release.config.language == Language::fr ? "fr" : "en"},
               {"title", release.facts.title},
               {"generated", release.facts.date},
               {"software", release.facts.software},
               {"files", files_json(release)},
               {"guarantee", guarantee_json(release)},
               {"regions", std::move(regions)},
               {"confidence", release.facts.confidence},
               {"periods", std::move(periods)}};
  if (with_truth) data["demonstration"] = true;
  // What `missing` of a period means: it had reports, but fewer than are published by themselves.
  if (release.facts.reported) data["withheld_below"] = release.facts.reported->min_reports;
  if (!release.config.events_word.empty()) data["events_word"] = release.config.events_word;
  if (!release.map.empty()) data["geojson"] = map_json(release.map);
  return dump(data);
}

void require_page_data(const std::string& data) { parse_page(data); }

std::string page_kind(const std::string& data) {
  const Json json = parse_page(data);
  return json.contains("kind") && json["kind"].is_string() ? json["kind"].get<std::string>() : "";
}

std::string with_error_rates(const std::string& data, const std::vector<PageErrorRate>& rates) {
  Json json = parse_page(data);
  Json list = Json::array();
  for (const PageErrorRate& rate : rates) {
    Json row = {{"f", rate.f},           {"epsilon", rate.epsilon},
                {"period", rate.period}, {"paper_method", rate.paper_method},
                {"best", rate.best},     {"best_method", rate.best_method}};
    set_optional(row, "published", rate.published);
    list.push_back(std::move(row));
  }
  json["error_rates"] = std::move(list);
  return dump(json);
}

std::string with_spending(const std::string& data, const PageSpending& spending) {
  Json json = parse_page(data);
  json["spending"] = spending_json(spending);
  return dump(json);
}

std::string with_forecast(const std::string& data, const PageForecast& forecast, std::size_t regions) {
  const std::size_t days = forecast.labels.size();
  const auto table = [&](const std::vector<double>& numbers) {
    return matrix(days, regions, [&](std::size_t i) { return numbers[i]; });
  };
  Json models = Json::array();
  for (const PageModel& model : forecast.models) {
    Json row = {{"name", model.name},
                {"is_private", model.is_private},
                {"mae_of_mean", model.mae_of_mean},
                {"mean_region_rmse", model.mean_region_rmse}};
    if (!model.name_fr.empty()) row["name_fr"] = model.name_fr;
    set_optional(row, "f", model.f);
    set_optional(row, "epsilon", model.epsilon);
    set_optional(row, "published_mae", model.published_mae);
    if (!model.note.empty()) row["note"] = model.note;
    if (!model.note_fr.empty()) row["note_fr"] = model.note_fr;
    models.push_back(std::move(row));
  }
  Json json = parse_page(data);
  json["forecast"] = {{"labels", forecast.labels},         {"predicted", table(forecast.predicted)},
                      {"median", table(forecast.medians)}, {"lower", table(forecast.lower)},
                      {"upper", table(forecast.upper)},    {"models", std::move(models)}};
  if (!forecast.actual.empty()) {
    json["forecast"]["actual"] =
        matrix(forecast.actual.size() / regions, regions, [&](std::size_t i) { return forecast.actual[i]; });
  }
  set_optional(json["forecast"], "coverage", forecast.coverage);
  set_optional(json["forecast"], "confidence", forecast.confidence);
  if (json.contains("files")) {
    Json& files = json["files"];
    const bool is_listed = std::find(files.begin(), files.end(), "forecast.csv") != files.end();
    if (files.is_array() && !is_listed) files.push_back("forecast.csv");
  }
  return dump(json);
}

std::string with_files_in(const std::string& data, const std::string& folder) {
  Json json = parse_page(data);
  json["files_in"] = folder;
  return dump(json);
}

std::string with_language(const std::string& data, Language language) {
  Json json = parse_page(data);
  json["language"] = language == Language::fr ? "fr" : "en";
  return dump(json);
}

std::string with_title(const std::string& data, const std::string& title) {
  Json json = parse_page(data);
  json["title"] = title;
  return dump(json);
}

}  // namespace sourdine
