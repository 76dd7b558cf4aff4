// Tables of features: one row per day (or per day and region), one column per feature.
//
// Causality: a row of day t is computed from days ≤ t and from the calendar, which is known in advance. A test changes
// the future and sees that no feature moves.
#pragma once

#include <chrono>
#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "sourdine/forecast/windows.h"

namespace sourdine {

struct FeatureTable {
  std::vector<std::string> names;
  std::vector<float> values;  // rows × columns; NaN: missing

  std::size_t columns() const { return names.size(); }
  std::size_t rows() const { return values.size() / names.size(); }
  std::span<const float> rows(std::size_t begin, std::size_t end) const {
    return std::span(values).subspan(begin * columns(), (end - begin) * columns());
  }
  // For tests and messages. Throws Error(internal) when there is no such feature.
  float at(std::size_t row, const std::string& name) const;
};

// The features of the paper, Section 7.1: the k present counts, then of the present day: year, month, day, weekday
// (Monday is 0), day of the year (from 1), leap year, first and last day of the month, first and last day of the year.
FeatureTable paper_features(const DailyCounts& data);

// Features of the public totals, for the total of day t + horizon. Lags count back from the day that is predicted
// (horizon stands for the last known day), and all are relative to `base`, the forecast that trees will correct, so
// that they keep their meaning while the counts grow.
FeatureTable total_features(const DailyCounts& data, std::span<const double> base, std::size_t horizon);

// What the region features are relative to: T × k, row t made from days ≤ t for day t + horizon.
struct RegionBase {
  std::vector<double> shares;           // of the total, per region
  std::vector<double> weekday_factors;  // how much more or less a region has on that weekday
  std::vector<double> totals;           // T
  std::vector<double> means;            // shares · weekday factor · total
};

// Row t·k + i is of region i: its own lags 7, 14, 28 and the last day's count, rolling means 7, 28, 91, 364, the mean
// of the same weekday in 8 weeks; lags and rolling means of the totals; share, weekday factor, base; the calendar of
// the day that is predicted, with the holidays of data.holidays if there are any. A lag shorter than the horizon is
// missing.
FeatureTable region_features(const DailyCounts& data, const RegionBase& base, std::size_t horizon);

}  // namespace sourdine
