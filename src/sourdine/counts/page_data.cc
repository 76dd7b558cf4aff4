#include "sourdine/counts/page_data.h"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/base/bounded_json.h"
#include "sourdine/base/error.h"
#include "sourdine/base/stop.h"
#include "sourdine/publish/new_directory.h"
#include "sourdine/publish/page_files.h"
#include "sourdine/publish/page_numbers.h"
#include "sourdine/publish/page_spending_json.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

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

std::string dump(const Json& json) { return json.dump(-1, ' ', false, Json::error_handler_t::replace); }

void set_optional(Json& json, const char* key, const std::optional<double>& value) {
  if (value) json[key] = *value;
}

}  // namespace

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

std::string with_forecast(const std::string& data, const PageForecast& forecast, std::size_t regions,
                          const std::string& file) {
  const std::size_t days = forecast.labels.size();
  const auto table = [&](const std::vector<double>& numbers) {
    return number_matrix(days, regions, [&](std::size_t i) { return numbers[i]; });
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
        number_matrix(forecast.actual.size() / regions, regions, [&](std::size_t i) { return forecast.actual[i]; });
  }
  set_optional(json["forecast"], "coverage", forecast.coverage);
  set_optional(json["forecast"], "confidence", forecast.confidence);
  if (json.contains("files")) {
    Json& files = json["files"];
    const bool is_listed = std::find(files.begin(), files.end(), file) != files.end();
    if (files.is_array() && !is_listed) files.push_back(file);
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

std::string read_page_data(const std::string& directory) {
  std::string text = read_page_text(directory);
  try {
    require_page_data(text);
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", (std::filesystem::path(directory) / page_data_name).string(), error.what()),
               error.hint());
  }
  return text;
}

void write_page_files(const std::string& directory, const std::string& data) {
  const std::string kind = page_kind(data);
  const std::string html = kind == "tables"           ? page_of_bundle("anonymity", data)
                           : kind == survey_page_kind ? survey_page(data)
                                                      : release_page(data);
  write_text_file((std::filesystem::path(directory) / page_data_name).string(), data, StopToken::never());
  write_text_file((std::filesystem::path(directory) / index_name).string(), html, StopToken::never());
}

}  // namespace sourdine
