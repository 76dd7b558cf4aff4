#include "sourdine/report/page.h"

#include <fmt/format.h>

#include <cmath>
#include <nlohmann/json.hpp>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/stop.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/random_source.h"
#include "sourdine/release/release.h"
#include "sourdine/report/bundle.h"

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

Json guarantee_json(const Release& release) {
  const StatementFacts& facts = release.facts;
  const Statement statement = make_statement(facts, release.config.language);
  const std::string& oracle = release.oracle->name();
  return {{"epsilon", facts.guarantee.epsilon},
          {"epsilon_asked", facts.guarantee.epsilon_asked},
          {"oracle", oracle},
          {"oracle_title", find_oracle(oracle).title},
          {"is_private", statement.not_private_because.empty()},
          {"randomness", randomness_name(!facts.is_seeded)},
          {"protects", statement.protects},
          {"does_not_protect", statement.does_not_protect},
          {"not_private_because", statement.not_private_because}};
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
  Json json = {{"unit", period_name(estimates.timeline.period())},
               {"labels", std::move(labels)},
               {"totals", std::vector<double>(estimates.totals.end() - static_cast<std::ptrdiff_t>(periods),
                                              estimates.totals.end())},
               {"estimate", table([&](std::size_t i) { return estimates.published[i].value; })},
               {"lower", table([&](std::size_t i) { return estimates.published[i].lower; })},
               {"upper", table([&](std::size_t i) { return estimates.published[i].upper; })}};
  if (with_truth) json["truth"] = table([&](std::size_t i) { return estimates.truth[i]; });
  return json;
}

std::string read_text(const std::string& path) {
  InputFile file(path);
  std::string text;
  std::vector<std::uint8_t> buffer(std::size_t{1} << 16);
  while (const std::size_t got = file.read(buffer)) {
    text.append(reinterpret_cast<const char*>(buffer.data()), got);
    if (got < buffer.size()) break;
  }
  return text;
}

// JSON from the file called `name`; Error(bad_input) when it is none, or nests deeper than a map of polygons may.
Json parse_file(const std::string& text, const std::string& name) {
  constexpr int max_depth = 16;  // a multipolygon's points are at 8; properties may nest a little
  try {
    return parse_bounded_json<Json>(text, max_depth);
  } catch (const Json::exception&) {
    fail_input(fmt::format("{} holds no JSON", name));
  } catch (const Error& error) {
    fail_input(fmt::format("{}: {}", name, error.what()));
  }
}

// The user's polygons, reduced to what the page draws: geometry and the region's name.
Json geojson(const PlacesConfig& places, const Domain& regions) {
  Json file = parse_file(read_text(places.geojson), "'" + places.geojson + "'");
  if (!file.is_object() || !file.contains("features") || !file["features"].is_array()) {
    fail_input(fmt::format("'{}' is not a GeoJSON feature collection", places.geojson));
  }
  Json features = Json::array();
  for (const Json& feature : file["features"]) {
    const Json properties = feature.is_object() ? feature.value("properties", Json::object()) : Json();
    if (!properties.is_object() || !properties.contains(places.geojson_region)) {
      fail_input(fmt::format("a feature of '{}' has no property '{}'", places.geojson, places.geojson_region),
                 "geojson_region in [places] names the property that holds the region.");
    }
    const std::string name = properties[places.geojson_region].is_string()
                                 ? properties[places.geojson_region].get<std::string>()
                                 : properties[places.geojson_region].dump();
    const auto& labels = regions.labels();
    if (std::find(labels.begin(), labels.end(), name) == labels.end()) {
      fail_input(fmt::format("'{}' has a region '{}' that is not among the regions", places.geojson, name),
                 "The map's names and those of the table must be the same.");
    }
    features.push_back(
        {{"type", "Feature"}, {"properties", {{"region", name}}}, {"geometry", feature.value("geometry", Json())}});
  }
  return {{"type", "FeatureCollection"}, {"features", std::move(features)}};
}

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void set_optional(Json& json, const char* key, const std::optional<double>& value) {
  if (value) json[key] = *value;
}

}  // namespace

std::string page_data(const Release& release, bool with_truth) {
  Json regions = Json::array();
  for (Value v = 0; v < release.oracle->k(); ++v) {
    Json region = {{"name", release.oracle->domain().label(v)}};
    const Seat& seat = release.seats[v];
    if (!seat.town.empty()) region["seat"] = seat.town;
    if (seat.place) {
      region["lat"] = seat.place->latitude;
      region["lon"] = seat.place->longitude;
    }
    regions.push_back(std::move(region));
  }
  Json periods = Json::array();
  for (const PeriodEstimates& estimates : release.estimates) periods.push_back(periods_json(estimates, with_truth));
  Json data = {{"schema", 1},
               {"language", release.config.language == Language::fr ? "fr" : "en"},
               {"title", release.facts.title},
               {"generated", release.facts.date},
               {"software", release.facts.software},
               {"guarantee", guarantee_json(release)},
               {"regions", std::move(regions)},
               {"confidence", release.facts.confidence},
               {"periods", std::move(periods)}};
  if (with_truth) data["demonstration"] = true;
  if (!release.config.events_word.empty()) data["events_word"] = release.config.events_word;
  if (!release.config.places.geojson.empty()) {
    data["geojson"] = geojson(release.config.places, release.oracle->domain());
  }
  return dump(data);
}

std::string with_error_rates(const std::string& data, const std::vector<PageErrorRate>& rates) {
  Json json = parse_file(data, "the page");
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

std::string with_forecast(const std::string& data, const PageForecast& forecast, std::size_t regions) {
  const std::size_t days = forecast.labels.size();
  const auto table = [&](const std::vector<double>& numbers) {
    return matrix(days, regions, [&](std::size_t i) { return numbers[i]; });
  };
  Json models = Json::array();
  for (const PageModel& model : forecast.models) {
    Json row = {{"name", model.name}, {"is_private", model.is_private}, {"mae", model.mae}, {"rmse", model.rmse}};
    set_optional(row, "f", model.f);
    set_optional(row, "epsilon", model.epsilon);
    set_optional(row, "published_mae", model.published_mae);
    if (!model.note.empty()) row["note"] = model.note;
    models.push_back(std::move(row));
  }
  Json json = parse_file(data, "the page");
  json["forecast"] = {{"labels", forecast.labels},
                      {"predicted", table(forecast.predicted)},
                      {"lower", table(forecast.lower)},
                      {"upper", table(forecast.upper)},
                      {"models", std::move(models)}};
  if (!forecast.actual.empty()) json["forecast"]["actual"] = table(forecast.actual);
  set_optional(json["forecast"], "coverage", forecast.coverage);
  set_optional(json["forecast"], "confidence", forecast.confidence);
  return dump(json);
}

void add_forecast_to_page(const std::string& path, const PageForecast& forecast, std::size_t regions) {
  const std::string data = with_forecast(data_of_page(read_text(path)), forecast, regions);
  AtomicFile file(path);
  file.append(std::string_view(release_page(data)));
  file.commit();
}

std::string data_of_page(const std::string& page) {
  constexpr std::string_view opening = R"(<script type="application/json" id="data">)";
  const std::size_t begin = page.find(opening);
  const std::size_t end = begin == std::string::npos ? begin : page.find("</script>", begin);
  if (end == std::string::npos) fail_input("index.html of the release holds no data", "Make the release anew.");
  return page.substr(begin + opening.size(), end - begin - opening.size());
}

}  // namespace sourdine
