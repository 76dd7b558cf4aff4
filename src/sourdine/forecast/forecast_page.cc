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
#include "sourdine/publish/manifest.h"
#include "sourdine/publish/received.h"
#include "sourdine/publish/sums.h"

namespace sourdine {
namespace {

using Json = nlohmann::ordered_json;

std::string page_with(const PageForecast& forecast, const std::string& directory, const std::string& file) {
  const std::string data = read_page_text(directory);
  try {
    return page_of_bundle("release", with_forecast(data, forecast, file));
  } catch (const Error& error) {
    fail_input(fmt::format("'{}': {}", (std::filesystem::path(directory) / page_data_name).string(), error.what()),
               error.hint());
  }
}

}  // namespace

std::string with_forecast(const std::string& data, const PageForecast& forecast, const std::string& file) {
  const Predictions& shown = forecast.predictions;
  const auto table = [&](const std::vector<double>& numbers) {
    return number_matrix(numbers.size() / shown.regions, shown.regions, [&](std::size_t i) { return numbers[i]; });
  };
  Json labels = Json::array();
  for (std::size_t t = 0; t < shown.days(); ++t) {
    const auto day = shown.first + std::chrono::days(static_cast<int>(t));
    labels.push_back(period_label(Period::day, std::chrono::local_seconds(day)));
  }
  Json json = parse_page_data(data);
  Json& into = json["forecast"];
  into = {{"labels", std::move(labels)}, {"predicted", table(shown.means)}, {"median", table(shown.medians)},
          {"lower", table(shown.lower)}, {"upper", table(shown.upper)},     {"models", Json::parse(forecast.models)}};
  if (!forecast.actual.empty()) into["actual"] = table(forecast.actual);
  if (forecast.coverage) into["coverage"] = *forecast.coverage;
  into["confidence"] = forecast.confidence;
  if (json.contains("files")) {
    Json& files = json["files"];
    const bool is_listed = std::find(files.begin(), files.end(), file) != files.end();
    if (files.is_array() && !is_listed) files.push_back(file);
  }
  return page_text(json);
}

std::vector<double> actual_counts(const Predictions& predictions, const DailyCounts& truth) {
  const auto first = (predictions.first - truth.first).count();
  const auto known = std::min<std::ptrdiff_t>((truth.last() - predictions.first).count() + 1,
                                              static_cast<std::ptrdiff_t>(predictions.days()));
  const auto k = static_cast<std::ptrdiff_t>(predictions.regions);
  return {truth.counts.begin() + first * k, truth.counts.begin() + (first + known) * k};
}

PutForecast put_forecast_into_release(const std::string& directory, const Predictions& forecast, double confidence,
                                      const std::vector<std::string>& regions) {
  require_as_published(directory, std::array{index_name});
  const std::string stem = derived_stem(directory, "forecast", {".csv", ".html"});
  std::vector<DerivedFile> files;
  files.push_back({".csv", [&](const std::string& path) { write_forecast(forecast, regions, path); }});
  const bool has_page = std::filesystem::exists(std::filesystem::path(directory) / page_data_name);
  if (has_page) {  // made first: what is wrong with it is said before anything is written
    files.push_back(derived_text(".html", page_with({forecast, confidence}, directory, stem + ".csv")));
  }
  const Derived derived = derive(directory, stem, files);
  return {.path = derived.paths.front(),
          .page = has_page ? derived.paths.back() : "",
          .sums = derived.sums,
          .fingerprint = derived.fingerprint};
}

}  // namespace sourdine
