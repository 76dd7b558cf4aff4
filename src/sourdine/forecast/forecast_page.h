// A forecast as the page of a release shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sourdine/counts/page_data.h"
#include "sourdine/forecast/predictions.h"

namespace sourdine {

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
