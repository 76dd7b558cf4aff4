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

// Two days of the data and one beyond; errors of the means 2, 0 and 0, 4, of the medians 1, 0 and 1, 3.
Predictions three_days(const DailyCounts& truth) {
  return {
      .model = "m", .first = truth.date(1), .regions = 2, .means = {1, 0, 5, 4, 7, 7}, .medians = {2, 0, 6, 5, 7, 7}};
}

TEST(Score, TheMeanIsScoredByTheSquaredErrorAndTheMedianByTheAbsoluteOneOfAllDaysAndRegions) {
  const DailyCounts truth = counts_of({9, 9, 3, 0, 5, 8}, 2);
  const Score result = score(three_days(truth), truth);
  EXPECT_EQ(result.days, 2u);
  EXPECT_DOUBLE_EQ(result.rmse, std::sqrt((4.0 + 0 + 0 + 16) / 4));
  EXPECT_DOUBLE_EQ(result.mae.value(), (1.0 + 0 + 1 + 3) / 4);
  EXPECT_FALSE(result.coverage);
}

TEST(Score, EachForecastMovesItsOwnMeasureOnly) {
  const DailyCounts truth = counts_of({9, 9, 3, 0, 5, 8}, 2);
  const Predictions predictions = three_days(truth);
  Predictions other_means = predictions, other_medians = predictions;
  other_means.means[0] += 5;
  other_medians.medians[0] += 5;
  const Score result = score(predictions, truth);
  EXPECT_EQ(score(other_means, truth).mae, result.mae);
  EXPECT_NE(score(other_means, truth).rmse, result.rmse);
  EXPECT_NE(score(other_medians, truth).mae, result.mae);
  EXPECT_EQ(score(other_medians, truth).rmse, result.rmse);
  Predictions without_medians = predictions;
  without_medians.medians.clear();
  EXPECT_FALSE(score(without_medians, truth).mae);
}

TEST(StudyScore, AveragesTheErrorsOfTheRegionsUniformly) {
  const DailyCounts truth = counts_of({9, 9, 3, 0, 5, 8}, 2);
  const StudyScore result = study_score(three_days(truth), truth);
  EXPECT_DOUBLE_EQ(result.mae_of_mean, (1.0 + 2.0) / 2);  // |2|, |0| and |0|, |4|
  EXPECT_DOUBLE_EQ(result.mean_region_rmse, (std::sqrt(2.0) + std::sqrt(8.0)) / 2);
}

// The RMSE of exact counts and its estimate are one number, whatever the regions' sizes.
TEST(EstimatedRmse, OfExactCountsIsTheRmse) {
  const DailyCounts truth = counts_of({9, 9, 3, 0, 5, 8}, 2);
  const EstimatedRmse estimated = estimated_rmse(three_days(truth), truth);
  EXPECT_DOUBLE_EQ(estimated.value().value(), score(three_days(truth), truth).rmse);
  EXPECT_EQ(estimated.margin, 0);
  EXPECT_EQ(estimated.lower(), estimated.upper());
  Predictions perfect{.model = "m", .first = truth.first, .regions = 2, .means = truth.counts};
  EXPECT_EQ(estimated_rmse(perfect, truth).value(), 0.0);  // seen, not hidden
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
  EXPECT_DOUBLE_EQ(estimated_rmse(predictions, sanitised).squared, 20.0 / 4);
  sanitised.noise = {0.25, 0.5};  // 0.25·(3+3+13+13) + 0.5·16 = 16
  EXPECT_DOUBLE_EQ(estimated_rmse(predictions, sanitised).squared, 4.0 / 4);
}

TEST(EstimatedRmse, ThatIsNotAboveZeroByMoreThanChanceIsNoNumber) {
  DailyCounts sanitised = counts_of({3, 0, 5, 8}, 2);
  const Predictions predictions{.model = "m", .first = sanitised.first, .regions = 2, .means = {1, 0, 5, 4}};
  sanitised.noise = {1, 1};
  EXPECT_LT(estimated_rmse(predictions, sanitised).squared, 0);
  EXPECT_FALSE(estimated_rmse(predictions, sanitised).value());  // it was 0.0000
  EXPECT_EQ(estimated_rmse(predictions, sanitised).lower(), 0);
  // Days of 4 and −2: a mean of 1, which two such days do not tell from 0.
  sanitised.noise = {0.25, 0.5};
  const EstimatedRmse estimated = estimated_rmse(predictions, sanitised);
  EXPECT_GT(estimated.squared, 0);
  EXPECT_GT(estimated.margin, estimated.squared);
  EXPECT_FALSE(estimated.value());
  EXPECT_GT(estimated.upper(), 1);
  const Predictions one_day{.model = "m", .first = sanitised.date(1), .regions = 2, .means = {1, 1}};
  EXPECT_FALSE(estimated_rmse(one_day, sanitised).value());
}

TEST(PoissonMedians, AreThoseOfTheLawAndZeroBelowIt) {
  Predictions predictions{.model = "m", .first = {}, .regions = 1, .means = {-2, 0, 0.69, 0.7, 1.67, 1.68, 4}};
  add_poisson_medians(predictions);
  // Pr[X = 0] = e^−μ passes ½ at ln 2 = 0.693; Pr[X ≤ 1] = e^−μ (1 + μ) does at 1.678.
  EXPECT_EQ(predictions.medians, (std::vector<double>{0, 0, 0, 1, 1, 2, 4}));
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

// What is learnt was known so many days before the first test day.
TEST(Baselines, WeekdayMeanOfALongHorizonLeavesOutTheDaysThatWereNotKnownYet) {
  const DailyCounts data = ten_weeks();
  DailyCounts other = data;
  for (std::size_t i = 2 * 57; i < other.counts.size(); ++i) other.counts[i] += 100;  // days 57 …
  EXPECT_EQ(predict_weekday_mean(data, {data.date(63), 7}).means,
            predict_weekday_mean(other, {data.date(63), 7}).means);
  EXPECT_NE(predict_weekday_mean(data, {data.date(63), 6}).means,
            predict_weekday_mean(other, {data.date(63), 6}).means);
}

TEST(Baselines, SeasonalNaiveOfMoreThanAWeekTakesTheLastKnownOne) {
  const DailyCounts data = ten_weeks();
  const Predictions predictions = predict_seasonal_naive(data, {data.date(60), 8});
  ASSERT_EQ(predictions.days(), 18u);
  for (std::size_t day = 0; day < 18; ++day) EXPECT_EQ(predictions.means[2 * day + 1], static_cast<double>(46 + day));
}

TEST(Baselines, SeasonalNaiveIsTheSameWeekdayAWeekBefore) {
  const DailyCounts data = ten_weeks();
  const Predictions predictions = predict_seasonal_naive(data, {data.date(60), 7});
  ASSERT_EQ(predictions.days(), 17u);
  for (std::size_t day = 0; day < 17; ++day) EXPECT_EQ(predictions.means[2 * day + 1], static_cast<double>(53 + day));
}

}  // namespace
}  // namespace sourdine
