#include "sourdine/forecast/forecast_page.h"

#include <algorithm>
#include <array>
#include <filesystem>

#include "sourdine/counts/page_data.h"
#include "sourdine/events/calendar.h"
#include "sourdine/forecast/forecast_file.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/derive.h"
#include "sourdine/publish/page_files.h"
#include "sourdine/publish/sums.h"

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
