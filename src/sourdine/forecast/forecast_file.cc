#include "sourdine/forecast/forecast_file.h"

#include <fmt/format.h>

#include "sourdine/base/atomic_file.h"
#include "sourdine/base/calendar.h"
#include "sourdine/base/csv.h"

namespace sourdine {

void write_forecast(const Predictions& predictions, const std::vector<std::string>& regions, const std::string& path) {
  AtomicFile file(path);
  file.append(std::string_view("date,region,mean,median,lower,upper\n"));
  for (std::size_t cell = 0; cell < predictions.means.size(); ++cell) {
    const std::size_t day = cell / predictions.regions;
    const std::string date = period_label(Period::day, predictions.first + std::chrono::days(static_cast<int>(day)));
    const std::string mean = fmt::format("{:.4f}", predictions.means[cell]);
    const std::string median = fmt::format("{:.0f}", predictions.medians[cell]);
    const std::string lower = fmt::format("{:.0f}", predictions.lower[cell]);
    const std::string upper = fmt::format("{:.0f}", predictions.upper[cell]);
    append_csv_row(
        file, std::vector<std::string_view>{date, regions[cell % predictions.regions], mean, median, lower, upper});
  }
  file.commit();
}

}  // namespace sourdine
