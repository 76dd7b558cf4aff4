#include "sourdine/forecast/metrics.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/forecast/baselines.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

DailyCounts counts_of(std::vector<double> counts, std::size_t regions) {
  DailyCounts data;
  data.first = std::chrono::local_days(std::chrono::year(2018) / 1 / 1);
  for (std::size_t i = 0; i < regions; ++i) data.regions.push_back(std::string(1, static_cast<char>('a' + i)));
  data.totals.assign(counts.size() / regions, 0);
  for (std::size_t i = 0; i < counts.size(); ++i) data.totals[i / regions] += counts[i];
  data.counts = std::move(counts);
  return data;
}

TEST(Score, AveragesTheErrorsOfTheRegionsUniformly) {
  const DailyCounts truth = counts_of({9, 9, 3, 0, 5, 8}, 2);
  Predictions predictions{.model = "m", .first = truth.date(1), .regions = 2};
  predictions.means = {1, 0, 5, 4, 7, 7};  // two days of the data and one beyond
  const Score result = score(predictions, truth);
  EXPECT_EQ(result.days, 2u);
  EXPECT_DOUBLE_EQ(result.mae, (1.0 + 2.0) / 2);  // |2|, |0| and |0|, |4|
  EXPECT_DOUBLE_EQ(result.rmse, (std::sqrt(2.0) + std::sqrt(8.0)) / 2);
  EXPECT_FALSE(result.coverage);
}

TEST(Score, CoverageCountsBothEndsOfAnInterval) {
  const DailyCounts truth = counts_of({3, 0, 5, 8}, 2);
  Predictions predictions{.model = "m", .first = truth.first, .regions = 2, .means = {1, 1, 1, 1}};
  predictions.lower = {3, 1, 0, 0};
  predictions.upper = {4, 2, 5, 7};
  EXPECT_DOUBLE_EQ(score(predictions, truth).coverage.value(), 0.5);
}

TEST(Score, RefusesDaysThatAreNotThere) {
  const DailyCounts truth = counts_of({3, 0, 5, 8}, 2);
  Predictions predictions{.model = "m", .first = truth.date(2), .regions = 2, .means = {1, 1}};
  EXPECT_EQ(input_error([&] { score(predictions, truth); }), "no predicted day is among the counts to compare with");
}

TEST(EstimatedRmse, TakesTheKnownNoiseOff) {
  DailyCounts sanitised = counts_of({3, 0, 5, 8}, 2);
  const Predictions predictions{.model = "m", .first = sanitised.first, .regions = 2, .means = {1, 0, 5, 4}};
  EXPECT_DOUBLE_EQ(estimated_rmse(predictions, sanitised), std::sqrt(20.0 / 4));
  sanitised.noise = {0.25, 0.5};  // 0.25·(3+3+13+13) + 0.5·16 = 16
  EXPECT_DOUBLE_EQ(estimated_rmse(predictions, sanitised), std::sqrt(4.0 / 4));
  sanitised.noise = {1, 1};
  EXPECT_EQ(estimated_rmse(predictions, sanitised), 0);
}

DailyCounts ten_weeks() {
  std::vector<double> counts;
  for (int t = 0; t < 70; ++t) counts.insert(counts.end(), {t % 7 + (t / 7) % 2 * 2.0, static_cast<double>(t)});
  return counts_of(counts, 2);
}

TEST(Baselines, WeekdayMeanIsTheMeanOfTheTrainingDaysOfThatWeekday) {
  const DailyCounts data = ten_weeks();
  const Predictions predictions = predict_weekday_mean(data, {data.date(56)});
  ASSERT_EQ(predictions.days(), 15u);  // two weeks, and tomorrow
  EXPECT_EQ(predictions.first, data.date(56));
  for (std::size_t day = 0; day < 15; ++day) {
    EXPECT_DOUBLE_EQ(predictions.means[2 * day], static_cast<double>(day % 7) + 1);
    EXPECT_DOUBLE_EQ(predictions.means[2 * day + 1], static_cast<double>(day % 7) + 24.5);
  }
}

TEST(Baselines, SeasonalNaiveIsTheSameWeekdayAWeekBefore) {
  const DailyCounts data = ten_weeks();
  const Predictions predictions = predict_seasonal_naive(data, {data.date(60), 7});
  ASSERT_EQ(predictions.days(), 17u);
  for (std::size_t day = 0; day < 17; ++day) EXPECT_EQ(predictions.means[2 * day + 1], static_cast<double>(53 + day));
}

}  // namespace
}  // namespace sourdine
