#include "sourdine/forecast/forecast_page.h"

#include <algorithm>

#include "sourdine/events/calendar.h"

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

}  // namespace sourdine
