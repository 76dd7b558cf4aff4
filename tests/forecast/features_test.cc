#include "sourdine/forecast/features.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>

#include "forecast/simulated_days.h"
#include "sourdine/forecast/share_tracking.h"
#include "sourdine/forecast/totals.h"

namespace sourdine {
namespace {

using namespace std::chrono;
using testing::simulated_days;

DailyCounts two_regions(std::size_t days_, local_days first = local_days(2006y / January / 1)) {
  DailyCounts data;
  data.first = first;
  data.regions = {"a", "b"};
  for (std::size_t t = 0; t < days_; ++t) {
    data.counts.push_back(static_cast<double>(t));
    data.counts.push_back(static_cast<double>(2 * t + 1));
    data.totals.push_back(static_cast<double>(3 * t + 1));
  }
  return data;
}

std::vector<float> paper_row(local_days day) {
  const DailyCounts data = two_regions(4748);
  const FeatureTable table = paper_features(data);
  const auto row = static_cast<std::size_t>((day - data.first).count());
  const auto values = table.rows(row, row + 1);
  return {values.begin(), values.end()};
}

TEST(PaperFeatures, AreCountsThenCalendarInThePapersOrder) {
  EXPECT_EQ(
      paper_features(two_regions(1)).names,
      (std::vector<std::string>{"count_a", "count_b", "year", "month", "day", "weekday", "year_day", "is_leap_year",
                                "is_month_first", "is_month_last", "is_year_first", "is_year_last"}));
}

TEST(PaperFeatures, OfChosenDays) {
  EXPECT_EQ(paper_row(local_days(2006y / 1 / 1)), (std::vector<float>{0, 1, 2006, 1, 1, 6, 1, 0, 1, 0, 1, 0}));
  EXPECT_EQ(paper_row(local_days(2006y / 12 / 31)),
            (std::vector<float>{364, 729, 2006, 12, 31, 6, 365, 0, 0, 1, 0, 1}));
  EXPECT_EQ(paper_row(local_days(2008y / 2 / 29)), (std::vector<float>{789, 1579, 2008, 2, 29, 4, 60, 1, 0, 1, 0, 0}));
  EXPECT_EQ(paper_row(local_days(2008y / 12 / 31)),
            (std::vector<float>{1095, 2191, 2008, 12, 31, 2, 366, 1, 0, 1, 0, 1}));
  EXPECT_EQ(paper_row(local_days(2018y / 3 / 1)), (std::vector<float>{4442, 8885, 2018, 3, 1, 3, 60, 0, 1, 0, 0, 0}));
}

RegionBase base_of(const DailyCounts& data, std::size_t fitted_before, std::size_t horizon) {
  RegionBase base;
  base.totals = total_task(data, horizon).base;
  base.shares = track_shares(data, fit_share_memory(data, fitted_before, horizon)).shares;
  base.weekday_factors = weekday_factors(data, base.shares, horizon);
  for (std::size_t i = 0; i < data.counts.size(); ++i) {
    base.means.push_back(base.totals[i / data.regions.size()] * base.shares[i] * base.weekday_factors[i]);
  }
  return base;
}

TEST(RegionFeatures, LagsAndMeansAreTheOnesTheirNamesSay) {
  const DailyCounts data = two_regions(800);
  const std::size_t t = 500, k = 2, horizon = 3;
  RegionBase base{std::vector<double>(1600, 0.5), std::vector<double>(1600, 1), std::vector<double>(800, 10),
                  std::vector<double>(1600, 5)};
  const FeatureTable table = region_features(data, base, horizon);
  const std::size_t row = t * k + 1;
  EXPECT_FLOAT_EQ(table.at(row, "region_last_day"), 1001.0f / 5);
  EXPECT_FLOAT_EQ(table.at(row, "region_lag_7"), (2 * 496 + 1.0f) / 5);  // a week before day 503
  EXPECT_FLOAT_EQ(table.at(row, "region_lag_28"), (2 * 475 + 1.0f) / 5);
  EXPECT_FLOAT_EQ(table.at(row, "total_lag_14"), (3 * 489 + 1.0f) / 10);
  EXPECT_FLOAT_EQ(table.at(row, "total_mean_7"), (3 * 497 + 1.0f) / 10);
  EXPECT_FLOAT_EQ(table.at(row, "region_mean_91"), (2 * 455 + 1.0f) / (0.5f * (3 * 455 + 1)));
  // The weekday's 8 last weeks before day 503: days 496, 489 … 447.
  EXPECT_FLOAT_EQ(table.at(row, "region_same_weekday"), (2 * 471.5f + 1) / 5);
  EXPECT_EQ(table.at(row, "region"), 1);
  EXPECT_TRUE(std::isnan(table.at(2 * k, "region_lag_7")));
}

TEST(RegionFeatures, TheCalendarIsThatOfThePredictedDay) {
  DailyCounts data = two_regions(10, local_days(2018y / 4 / 28));
  data.holidays = find_holidays("FR");
  const RegionBase base{std::vector<double>(20, 0.5), std::vector<double>(20, 1), std::vector<double>(10, 10),
                        std::vector<double>(20, 5)};
  const FeatureTable table = region_features(data, base, 2);
  EXPECT_EQ(table.at(2, "day"), 1);  // 29 April + 2
  EXPECT_EQ(table.at(2, "month"), 5);
  EXPECT_EQ(table.at(2, "weekday"), 1);
  EXPECT_EQ(table.at(2, "is_holiday"), 1);
  EXPECT_EQ(table.at(0, "is_holiday_eve"), 1);
  EXPECT_EQ(table.at(4, "is_after_holiday"), 1);
}

// French holidays were taken for those of every country.
TEST(RegionFeatures, ThereAreNoHolidaysUnlessACountryIsNamed) {
  DailyCounts data = two_regions(10, local_days(2018y / 4 / 28));
  const auto has_holidays = [&] {
    const std::vector<std::string> names = total_task(data, 1).features.names;
    return std::find(names.begin(), names.end(), "is_holiday") != names.end();
  };
  EXPECT_FALSE(has_holidays());
  data.holidays = find_holidays("PT");
  EXPECT_TRUE(has_holidays());
  EXPECT_EQ(total_task(data, 3).features.at(0, "is_holiday"), 1);  // 1 May, and 8 May is not one there
  EXPECT_EQ(total_task(data, 1).features.at(9, "is_holiday"), 0);
}

TEST(RegionFeatures, ALagShorterThanTheHorizonIsMissing) {
  const DailyCounts data = two_regions(800);
  const std::size_t t = 500, k = 2, horizon = 10;
  const RegionBase base{std::vector<double>(1600, 0.5), std::vector<double>(1600, 1), std::vector<double>(800, 10),
                        std::vector<double>(1600, 5)};
  const FeatureTable table = region_features(data, base, horizon);
  const std::size_t row = t * k + 1;
  EXPECT_TRUE(std::isnan(table.at(row, "region_lag_7")));
  EXPECT_FLOAT_EQ(table.at(row, "region_last_day"), 1001.0f / 5);
  EXPECT_FLOAT_EQ(table.at(row, "region_lag_14"), (2 * 496 + 1.0f) / 5);
  // The weekday's 8 last known weeks before day 510: days 496, 489 … 447.
  EXPECT_FLOAT_EQ(table.at(row, "region_same_weekday"), (2 * 471.5f + 1) / 5);
}

// Compares bytes, so that NaN equals NaN.
void expect_same_rows(const FeatureTable& a, const FeatureTable& b, std::size_t rows) {
  ASSERT_EQ(a.columns(), b.columns());
  EXPECT_EQ(std::memcmp(a.values.data(), b.values.data(), rows * a.columns() * sizeof(float)), 0);
}

TEST(Causality, ChangingTheFutureChangesNoFeature) {
  SeededBits random(1);
  const DailyCounts data = simulated_days(900, {0.5, 0.3, 0.2}, 30, random);
  const std::size_t known = 700, fitted_before = 600, k = 3;  // rows of the days 0 … known
  DailyCounts other = data;
  for (std::size_t i = (known + 1) * k; i < other.counts.size(); ++i) other.counts[i] = 1000 - other.counts[i];
  for (std::size_t t = known + 1; t < other.days(); ++t) other.totals[t] = 3000 - other.totals[t];

  expect_same_rows(paper_features(data), paper_features(other), known + 1);
  for (const std::size_t horizon : {1u, 4u, 7u, 8u, 28u}) {
    expect_same_rows(total_task(data, horizon).features, total_task(other, horizon).features, known + 1);
    expect_same_rows(region_features(data, base_of(data, fitted_before, horizon), horizon),
                     region_features(other, base_of(other, fitted_before, horizon), horizon), (known + 1) * k);
  }
  // The test can fail: the day after is another one.
  EXPECT_NE(paper_features(data).at(known + 1, "count_region 0"),
            paper_features(other).at(known + 1, "count_region 0"));
}

}  // namespace
}  // namespace sourdine
