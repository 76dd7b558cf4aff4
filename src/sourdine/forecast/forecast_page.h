// A forecast as the page of a release shows it.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/forecast/predictions.h"

namespace sourdine {

struct PageModel {
  std::string name, name_fr;
  bool is_private;
  std::optional<double> f, epsilon;
  double mae_of_mean, mean_region_rmse;  // as the study measures
  std::optional<double> published_mae;
  std::string note, note_fr;
};

// Days × regions, row by row.
struct PageForecast {
  std::vector<std::string> labels;
  std::vector<double> predicted, medians, lower, upper;
  std::vector<double> actual;  // of the first days, or empty
  std::optional<double> coverage;
  std::optional<double> confidence;  // of the intervals; nothing: the release's
  std::vector<PageModel> models;
};

// The data of a release's page with a forecast. `file`: of the forecast, beside the page. Throws Error(bad_input) when
// they are no such data.
std::string with_forecast(const std::string& data, const PageForecast& forecast, std::size_t regions,
                          const std::string& file = "forecast.csv");

// All predicted days, those after the data included. `truth`, which a release must not show unless it is a
// demonstration, adds the actual counts of the days that it has.
PageForecast page_forecast(const Predictions& predictions, double confidence, const DailyCounts* truth = nullptr);

struct PutForecast {
  std::string path;              // of forecast.csv
  std::string page = {};         // of forecast.html; empty: the release has no page
  std::string sums = {};         // of forecast.sums; empty: the release has no seal
  std::string fingerprint = {};  // of the release, which is as it was; empty likewise
};

// Puts a forecast, which must have intervals, beside the release it was made from, derived from it (publish/derive.h):
// forecast.csv, and, where there is a page.json, forecast.html: the release's page with the forecast. What was
// published stays as it is, index.html and page.json included; where an earlier version put a forecast.csv under the
// seal, the files are forecast-2.csv and so on. Nothing but the forecast: scores and counts from raw data stay outside.
// Throws Error(bad_input), writing nothing, when page.json holds no data of a page or the release is not as it was
// published.
PutForecast put_forecast_into_release(const std::string& directory, const Predictions& forecast, double confidence,
                                      const std::vector<std::string>& regions);

}  // namespace sourdine
