#include "sourdine/forecast/windows.h"

#include <gtest/gtest.h>

#include "sourdine/base/error.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

DailyCounts days_of_one_region(std::size_t days) {
  DailyCounts data;
  data.first = std::chrono::local_days(std::chrono::year(2018) / 1 / 1);
  data.regions = {"a"};
  data.counts.assign(days, 1);
  data.totals.assign(days, 1);
  return data;
}

TEST(Questions, ThatCannotBeAnsweredAreRefused) {
  const DailyCounts data = days_of_one_region(70);
  const auto refusal = [&](const ForecastQuestion& question) {
    return input_error([&] { require_answerable(question, data); });
  };
  EXPECT_EQ(refusal({data.date(60), 29}), "the horizon must be 1 to 28 days, not 29");
  EXPECT_EQ(refusal({data.date(60), 0}), "the horizon must be 1 to 28 days, not 0");
  EXPECT_EQ(refusal({data.date(60), 12}), "no error");
  EXPECT_EQ(refusal({data.date(60), 13}), "there are 60 days to learn from before the test begins, and 65 are needed");
  EXPECT_EQ(refusal({data.date(60), 1, 1}), "the confidence must be between 0 and 1, not 1");
  EXPECT_EQ(refusal({data.date(1)}), "there is 1 day to learn from before the test begins, and 56 are needed");
  EXPECT_EQ(refusal({data.date(55)}), "there are 55 days to learn from before the test begins, and 56 are needed");
  EXPECT_EQ(refusal({data.date(71)}), "the test begins after the last day of the data");
  EXPECT_EQ(refusal({data.date(70)}), "no error");  // nothing to test: tomorrow alone
}

TEST(DefaultTest, IsTheLastYearOrTheLastQuarterOfFewerThanFour) {
  const DailyCounts long_data = days_of_one_region(5000);
  EXPECT_EQ((long_data.last() - default_test_from(long_data)).count() + 1, 365);
  const DailyCounts short_data = days_of_one_region(597);
  EXPECT_EQ((short_data.last() - default_test_from(short_data)).count() + 1, 597 / 4);
}

TEST(ChosenQuestion, FillsInWhatIsLeftOpenAndRefusesWhatCannotBeAnswered) {
  const DailyCounts data = days_of_one_region(200);
  const ForecastQuestion open = choose_question({}, data);
  EXPECT_EQ(open.test_from, data.date(150));
  EXPECT_EQ(open.horizon, 1u);
  EXPECT_EQ(open.confidence, 0.95);
  EXPECT_EQ(training_days(open, data), 150u);
  const ForecastQuestion asked = choose_question({.test_from = data.date(99), .horizon = 3, .confidence = 0.5}, data);
  EXPECT_EQ(asked.test_from, data.date(99));
  EXPECT_EQ(first_test_day(asked, data), 99u);
  EXPECT_EQ(training_days(asked, data), 97u);  // days 97 and 98 are not known three days before day 99
  EXPECT_EQ(asked.horizon, 3u);
  EXPECT_EQ(asked.confidence, 0.5);
  EXPECT_EQ(input_error([&] { choose_question({.horizon = 29}, data); }), "the horizon must be 1 to 28 days, not 29");
  EXPECT_EQ(input_error([&] { choose_question({}, days_of_one_region(70)); }),
            "there are 53 days to learn from before the test begins, and 56 are needed");
}

TEST(TrainingSplits, KeepAPastAndStopOnTheLastDaysBeforeTheTest) {
  for (const std::size_t days : {56u, 57u, 448u, 1459u, 1460u, 4383u}) {
    const TrainingSplit split = split_training_days(days);
    const std::size_t part = std::min<std::size_t>(365, days / 4);
    EXPECT_EQ(split.fit.begin, part);
    EXPECT_EQ(split.fit.end, days - part);
    EXPECT_EQ(split.stop.begin, split.fit.end);
    EXPECT_EQ(split.stop.end, days);
    EXPECT_EQ(split.all.begin, split.fit.begin);
    EXPECT_EQ(split.all.end, days);
  }
}

TEST(TrainingSplits, RowsOfTheFirstDayToFitAreThereForEveryHorizon) {
  const DailyCounts data = days_of_one_region(300);
  for (std::size_t horizon = 1; horizon <= most_days_ahead; ++horizon) {
    const std::size_t least = std::max<std::size_t>(56, 5 * horizon);
    const ForecastQuestion question{data.date(least), horizon};
    require_answerable(question, data);
    const TrainingSplit split = split_training_days(training_days(question, data));
    EXPECT_GE(split.fit.begin, horizon);
    EXPECT_GE(split.fit.begin, 7u);
    EXPECT_GT(split.fit.size(), 0u);
    EXPECT_EQ(weeks_to_known(horizon), (horizon - 1) / 7 + 1);
  }
}

TEST(TrainingSplits, ADaysRowsAreMadeHorizonDaysBefore) {
  const RowRange rows = rows_of({100, 103}, 7, 5);
  EXPECT_EQ(rows.begin, 93u * 5);
  EXPECT_EQ(rows.end, 96u * 5);
}

}  // namespace
}  // namespace sourdine
