#include "sourdine/report/forecast_page.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "sourdine/events/calendar.h"
#include "sourdine/forecast/forecast_file.h"
#include "sourdine/publish/sums.h"
#include "sourdine/report/page_file.h"

namespace sourdine {

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
  const std::filesystem::path into(directory);
  require_as_published(directory, std::array{index_name, forecast_name});
  std::string file = (into / forecast_name).string();
  std::string page;  // made first: what is wrong with it is said before anything is written
  if (std::filesystem::exists(into / page_data_name)) {
    page = with_forecast(read_page_data(directory), page_forecast(forecast, confidence), regions.size());
  }
  write_forecast(forecast, regions, file);
  if (!page.empty()) write_page_files(directory, page);
  return {std::move(file), renew_sums(directory, std::array{forecast_name, page_data_name, index_name})};
}

}  // namespace sourdine
