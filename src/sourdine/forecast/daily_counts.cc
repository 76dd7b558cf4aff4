#include "sourdine/forecast/daily_counts.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {

void require_whole(const DailyCounts& data) {
  const std::size_t days = data.days();
  if (days == 0 || data.regions.empty()) fail_input("a forecast needs at least one day and one region");
  if (data.counts.size() != days * data.regions.size()) {
    fail_input(fmt::format("{} days and {} regions make {} daily counts, not {}", days, data.regions.size(),
                           days * data.regions.size(), data.counts.size()));
  }
  const bool has_finite_counts =
      std::all_of(data.counts.begin(), data.counts.end(), [](double count) { return std::isfinite(count); });
  const bool has_possible_totals = std::all_of(data.totals.begin(), data.totals.end(),
                                               [](double total) { return std::isfinite(total) && total >= 0; });
  if (!has_finite_counts || !has_possible_totals) {
    fail_input("daily counts must be finite numbers, and totals at least 0");
  }
}

void require_same_shape(const DailyCounts& a, const DailyCounts& b) {
  constexpr const char* hint = "Both must come from the same events and the same configuration.";
  if (a.regions != b.regions)
    fail_input("the two tables of daily counts do not have the same regions in one order", hint);
  if (a.first != b.first || a.days() != b.days()) {
    fail_input("the two tables of daily counts do not cover the same days", hint);
  }
}

DailyCounts since(const DailyCounts& data, std::chrono::local_days first) {
  if (first < data.first || first > data.last()) throw Error(ErrorCode::internal, "there is no such day");
  const auto days = (first - data.first).count();
  DailyCounts result = data;
  result.first = first;
  result.totals.erase(result.totals.begin(), result.totals.begin() + days);
  result.counts.erase(result.counts.begin(),
                      result.counts.begin() + days * static_cast<std::ptrdiff_t>(data.regions.size()));
  return result;
}

DailyCounts clipped(const DailyCounts& data) {
  DailyCounts result = data;
  for (double& count : result.counts) count = std::max(0.0, count);
  return result;
}

}  // namespace sourdine
