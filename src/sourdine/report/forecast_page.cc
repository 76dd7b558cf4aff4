#include "sourdine/report/forecast_page.h"

#include <algorithm>
#include <filesystem>

#include "sourdine/events/calendar.h"
#include "sourdine/forecast/forecast_file.h"
#include "sourdine/release/sums.h"

namespace sourdine {

PageForecast page_forecast(const Predictions& predictions, double confidence, const DailyCounts* truth) {
  const std::size_t k = predictions.regions;
  std::size_t days = predictions.days();
  if (truth != nullptr) {
    days = std::min(days, static_cast<std::size_t>((truth->last() - predictions.first).count()) + 1);
  }
  const auto cut = [&](const std::vector<double>& numbers, std::size_t first = 0) {
    const auto begin = numbers.begin() + static_cast<std::ptrdiff_t>(first * k);
    return std::vector<double>(begin, begin + static_cast<std::ptrdiff_t>(days * k));
  };
  PageForecast page;
  for (std::size_t t = 0; t < days; ++t) {
    const auto day = predictions.first + std::chrono::days(static_cast<int>(t));
    page.labels.push_back(period_label(Period::day, std::chrono::local_seconds(day)));
  }
  page.predicted = cut(predictions.means);
  page.lower = cut(predictions.lower);
  page.upper = cut(predictions.upper);
  page.confidence = confidence;
  if (truth != nullptr) {
    page.actual = cut(truth->counts, static_cast<std::size_t>((predictions.first - truth->first).count()));
  }
  return page;
}

std::string put_forecast_into_release(const std::string& directory, const Predictions& forecast, double confidence,
                                      const std::vector<std::string>& regions) {
  const std::filesystem::path into(directory);
  std::string file = (into / "forecast.csv").string();
  write_forecast(forecast, regions, file);
  if (std::filesystem::exists(into / "index.html")) {
    add_forecast_to_page((into / "index.html").string(), page_forecast(forecast, confidence), regions.size());
  }
  if (std::filesystem::exists(into / sums_name)) write_sums(directory);
  return file;
}

}  // namespace sourdine
