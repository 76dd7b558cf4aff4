#include "sourdine/forecast/forecast_page.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <filesystem>

#include "sourdine/base/calendar.h"
#include "sourdine/base/error.h"
#include "sourdine/counts/page.h"
#include "sourdine/forecast/forecast_file.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/derive.h"
#include "sourdine/publish/page_files.h"
#include "sourdine/publish/page_numbers.h"
#include "sourdine/publish/sums.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

void set_optional(Json& json, const char* key, const std::optional<double>& value) {
  if (value) json[key] = *value;
}

std::string read_page_data(const std::string& directory) {
  std::string text = read_page_text(directory);
  try {
    parse_page_data(text);
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", (std::filesystem::path(directory) / page_data_name).string(), error.what()),
               error.hint());
  }
  return text;
}

}  // namespace

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
  Json json = parse_page_data(data);
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
  return page_text(json);
}

PageForecast page_forecast(const Predictions& predictions, double confidence, const DailyCounts* truth) {
  PageForecast page;
  for (std::size_t t = 0; t < predictions.days(); ++t) {
    const auto day = predictions.first + std::chrono::days(static_cast<int>(t));
    page.labels.push_back(period_label(Period::day, std::chrono::local_seconds(day)));
  }
  page.predicted = predictions.means;
  page.medians = predictions.medians;
  page.lower = predictions.lower;
  page.upper = predictions.upper;
  page.confidence = confidence;
  if (truth != nullptr) {
    const auto first = (predictions.first - truth->first).count();
    const auto known = std::min<std::ptrdiff_t>((truth->last() - predictions.first).count() + 1,
                                                static_cast<std::ptrdiff_t>(predictions.days()));
    const auto k = static_cast<std::ptrdiff_t>(predictions.regions);
    page.actual.assign(truth->counts.begin() + first * k, truth->counts.begin() + (first + known) * k);
  }
  return page;
}

PutForecast put_forecast_into_release(const std::string& directory, const Predictions& forecast, double confidence,
                                      const std::vector<std::string>& regions) {
  require_as_published(directory, std::array{index_name});
  const std::string stem = derived_stem(directory, "forecast", {".csv", ".html"});
  std::vector<DerivedFile> files;
  files.push_back({".csv", [&](const std::string& path) { write_forecast(forecast, regions, path); }});
  const bool has_page = std::filesystem::exists(std::filesystem::path(directory) / page_data_name);
  if (has_page) {  // made first: what is wrong with it is said before anything is written
    const PageForecast shown = page_forecast(forecast, confidence);
    files.push_back(derived_text(
        ".html", release_page(with_forecast(read_page_data(directory), shown, regions.size(), stem + ".csv"))));
  }
  const Derived derived = derive(directory, stem, files);
  return {.path = derived.paths.front(),
          .page = has_page ? derived.paths.back() : "",
          .sums = derived.sums,
          .fingerprint = derived.fingerprint};
}

}  // namespace sourdine
