// A forecast as the page of a release shows it.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "sourdine/forecast/predictions.h"
#include "sourdine/report/page.h"

namespace sourdine {

// All predicted days, those after the data included. `truth`, which a release must not show unless it is a
// demonstration, adds the actual counts of the days that it has.
PageForecast page_forecast(const Predictions& predictions, double confidence, const DailyCounts* truth = nullptr);

inline constexpr std::string_view forecast_name = "forecast.csv";

struct PutForecast {
  std::string path;              // of forecast.csv
  std::string fingerprint = {};  // the release's new one; nothing when it has no sums
};

// Puts a forecast, which must have intervals, into the directory of the release it was made from: forecast.csv, and,
// where there is a page.json, into it and into the page. Nothing but the forecast: scores and counts from raw data stay
// outside. Throws Error(bad_input), writing nothing, when page.json holds no data of a page or the release is not as it
// was published (publish/sums.h).
PutForecast put_forecast_into_release(const std::string& directory, const Predictions& forecast, double confidence,
                                      const std::vector<std::string>& regions);

}  // namespace sourdine
