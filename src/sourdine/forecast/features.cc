#include "sourdine/forecast/features.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/forecast/trailing_means.h"

namespace sourdine {
namespace {

using std::chrono::days;
using std::chrono::local_days;
using std::chrono::year_month_day;

constexpr float missing = std::numeric_limits<float>::quiet_NaN();
constexpr std::array<std::size_t, 3> weekly_lags = {7, 14, 28};
constexpr std::array<std::size_t, 4> windows = {7, 28, 91, 364};
constexpr std::size_t same_weekday_weeks = 8;

void append(std::vector<float>& to, std::initializer_list<double> values) {
  for (const double value : values) to.push_back(static_cast<float>(value));
}

double weekday_of(local_days day) { return static_cast<double>(std::chrono::weekday(day).iso_encoding() - 1); }

double day_of_year(local_days day) {
  const local_days new_year(year_month_day(day).year() / std::chrono::January / 1);
  return static_cast<double>((day - new_year).count() + 1);
}

constexpr std::array paper_calendar_names = {
    "year",         "month",          "day",           "weekday",       "year_day",
    "is_leap_year", "is_month_first", "is_month_last", "is_year_first", "is_year_last"};

void append_paper_calendar(std::vector<float>& to, local_days day) {
  const year_month_day date(day);
  const year_month_day next(day + days(1));
  const auto month = static_cast<unsigned>(date.month());
  const auto day_of_month = static_cast<unsigned>(date.day());
  const bool is_month_first = day_of_month == 1;
  const bool is_month_last = static_cast<unsigned>(next.day()) == 1;
  append(to, {static_cast<double>(static_cast<int>(date.year())), static_cast<double>(month),
              static_cast<double>(day_of_month), weekday_of(day), day_of_year(day),
              static_cast<double>(date.year().is_leap()), static_cast<double>(is_month_first),
              static_cast<double>(is_month_last), static_cast<double>(is_month_first && month == 1),
              static_cast<double>(is_month_last && month == 12)});
}

std::vector<std::string> target_calendar_names(const Holidays& holidays) {
  std::vector<std::string> names = {"weekday", "year_day", "month", "day"};
  if (!holidays.empty()) names.insert(names.end(), {"is_holiday", "is_holiday_eve", "is_after_holiday"});
  return names;
}

void append_target_calendar(std::vector<float>& to, local_days day, const Holidays& holidays) {
  const year_month_day date(day);
  append(to, {weekday_of(day), day_of_year(day), static_cast<double>(static_cast<unsigned>(date.month())),
              static_cast<double>(static_cast<unsigned>(date.day()))});
  if (holidays.empty()) return;
  append(to, {static_cast<double>(holidays.contains(day)), static_cast<double>(holidays.contains(day + days(1))),
              static_cast<double>(holidays.contains(day - days(1)))});
}

std::vector<std::string> lag_and_window_names(const std::string& prefix) {
  std::vector<std::string> names = {prefix + "_last_day"};
  for (const std::size_t lag : weekly_lags) names.push_back(fmt::format("{}_lag_{}", prefix, lag));
  for (const std::size_t window : windows) names.push_back(fmt::format("{}_mean_{}", prefix, window));
  return names;
}

// The value `lag` days before day t + horizon, relative to `base`; missing where it is not known on day t.
float lagged(std::span<const double> table, std::size_t columns, std::size_t column, std::size_t t, std::size_t horizon,
             std::size_t lag, double base) {
  if (lag < horizon || t + horizon < lag) return missing;
  return static_cast<float>(table[(t + horizon - lag) * columns + column] / base);
}

void append_lags(std::vector<float>& to, std::span<const double> table, std::size_t columns, std::size_t column,
                 std::size_t t, std::size_t horizon, double base) {
  to.push_back(lagged(table, columns, column, t, horizon, horizon, base));
  for (const std::size_t lag : weekly_lags) to.push_back(lagged(table, columns, column, t, horizon, lag, base));
}

void append_totals(std::vector<float>& to, const DailyCounts& data, const TrailingMeans& totals, std::size_t t,
                   std::size_t horizon, double base) {
  append_lags(to, data.totals, 1, 0, t, horizon, base);
  for (const std::size_t window : windows) append(to, {totals.mean(t, window) / base});
}

// The mean of a region on the weekday of day t + horizon, over as many of the last known weeks as there are.
float same_weekday_mean(const DailyCounts& data, std::size_t region, std::size_t t, std::size_t horizon, double base) {
  double sum = 0;
  std::size_t found = 0;
  const std::size_t first = weeks_to_known(horizon);
  for (std::size_t week = first; found < same_weekday_weeks && t + horizon >= 7 * week; ++week, ++found) {
    sum += data.count(t + horizon - 7 * week, region);
  }
  return found == 0 ? missing : static_cast<float>(sum / (static_cast<double>(found) * base));
}

}  // namespace

float FeatureTable::at(std::size_t row, const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end() || row >= rows()) throw Error(ErrorCode::internal, "there is no feature " + name);
  return values[row * columns() + static_cast<std::size_t>(found - names.begin())];
}

FeatureTable paper_features(const DailyCounts& data) {
  FeatureTable table;
  for (const std::string& region : data.regions) table.names.push_back("count_" + region);
  table.names.insert(table.names.end(), paper_calendar_names.begin(), paper_calendar_names.end());
  table.values.reserve(data.days() * table.columns());
  for (std::size_t t = 0; t < data.days(); ++t) {
    for (std::size_t i = 0; i < data.regions.size(); ++i) append(table.values, {data.count(t, i)});
    append_paper_calendar(table.values, data.date(t));
  }
  return table;
}

FeatureTable total_features(const DailyCounts& data, std::span<const double> base, std::size_t horizon) {
  FeatureTable table;
  table.names = target_calendar_names(data.holidays);
  for (std::string& name : lag_and_window_names("total")) table.names.push_back(std::move(name));
  table.names.insert(table.names.end(), {"total_mean_3", "total_mean_28_a_year_ago", "log_base"});
  constexpr std::size_t year = 364;
  const TrailingMeans totals(data.totals, 1);
  for (std::size_t t = 0; t < data.days(); ++t) {
    append_target_calendar(table.values, data.date(t + horizon), data.holidays);
    append_totals(table.values, data, totals, t, horizon, base[t]);
    const std::size_t past = t + horizon + 14;  // the window's middle is a year before the day that is predicted
    append(table.values, {totals.mean(t, 3) / base[t]});
    table.values.push_back(past < year ? missing : static_cast<float>(totals.mean(past - year, 28) / base[t]));
    append(table.values, {std::log(base[t])});
  }
  return table;
}

FeatureTable region_features(const DailyCounts& data, const RegionBase& base, std::size_t horizon) {
  const std::size_t k = data.regions.size();
  FeatureTable table;
  table.names = target_calendar_names(data.holidays);
  for (std::string& name : lag_and_window_names("total")) table.names.push_back(std::move(name));
  for (std::string& name : lag_and_window_names("region")) table.names.push_back(std::move(name));
  table.names.insert(table.names.end(),
                     {"region_same_weekday", "weekday_factor", "log_share", "log_base", "log_total", "region"});
  table.values.reserve(data.days() * k * table.columns());
  const TrailingMeans totals(data.totals, 1);
  const TrailingMeans regions(data.counts, k);
  for (std::size_t t = 0; t < data.days(); ++t) {
    std::vector<float> common;
    append_target_calendar(common, data.date(t + horizon), data.holidays);
    append_totals(common, data, totals, t, horizon, base.totals[t]);
    for (std::size_t i = 0; i < k; ++i) {
      const std::size_t cell = t * k + i;
      table.values.insert(table.values.end(), common.begin(), common.end());
      append_lags(table.values, data.counts, k, i, t, horizon, base.means[cell]);
      for (const std::size_t window : windows) {
        const double expected = base.shares[cell] * std::max(totals.mean(t, window), 1e-9);
        append(table.values, {regions.mean(t, window, i) / expected});
      }
      table.values.push_back(same_weekday_mean(data, i, t, horizon, base.means[cell]));
      append(table.values, {base.weekday_factors[cell], std::log(base.shares[cell]), std::log(base.means[cell]),
                            std::log(base.totals[t]), static_cast<double>(i)});
    }
  }
  return table;
}

}  // namespace sourdine
