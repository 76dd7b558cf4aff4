// A forecast as the page of a release shows it.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "sourdine/forecast/predictions.h"

namespace sourdine {

struct PageForecast {
  Predictions predictions;          // all days, those after the data included; with intervals
  double confidence;                // of these
  std::vector<double> actual = {};  // of the first days, row by row, or empty
  std::optional<double> coverage = {};
  std::string models = "[]";  // JSON: a list of what web/src/types.ts calls a Model
};

// The data of a release's page with a forecast. `file`: of the forecast, beside the page. Throws Error(bad_input) when
// they are no such data.
std::string with_forecast(const std::string& data, const PageForecast& forecast,
                          const std::string& file = "forecast.csv");

// The actual counts of the predicted days that `truth` has: a release must not show them unless it is a demonstration.
std::vector<double> actual_counts(const Predictions& predictions, const DailyCounts& truth);

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
