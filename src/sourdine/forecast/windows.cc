#include "sourdine/forecast/windows.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// A year, or a quarter of what is shorter than four.
std::size_t year_or_quarter(std::size_t days) { return std::min<std::size_t>(365, days / 4); }

}  // namespace

void require_answerable(const ForecastQuestion& question, const DailyCounts& data) {
  // A quarter of what is learnt from is the past of the first forecast to learn from, which is horizon days.
  const auto least_days_to_learn = static_cast<std::ptrdiff_t>(std::max<std::size_t>(56, 5 * question.horizon));
  require_whole(data);
  if (question.horizon < 1 || question.horizon > most_days_ahead) {
    fail_input(fmt::format("the horizon must be 1 to {} days, not {}", most_days_ahead, question.horizon),
               "Four weeks ahead a forecast is the season, the weekday and the region's share.");
  }
  if (!(question.confidence > 0 && question.confidence < 1)) {
    fail_input(fmt::format("the confidence must be between 0 and 1, not {}", question.confidence));
  }
  const auto to_learn = (question.test_from - data.first).count();
  if (to_learn < least_days_to_learn) {
    fail_input(fmt::format("there {} {} day{} to learn from before the test begins, and {} are needed",
                           to_learn == 1 ? "is" : "are", to_learn < 0 ? 0 : to_learn, to_learn == 1 ? "" : "s",
                           least_days_to_learn),
               "Begin the test later, or release more days.");
  }
  if (question.test_from > data.last() + std::chrono::days(1)) {
    fail_input("the test begins after the last day of the data");
  }
}

std::chrono::local_days default_test_from(const DailyCounts& data) {
  return data.date(data.days() - year_or_quarter(data.days()));
}

ForecastQuestion choose_question(const ForecastRequest& request, const DailyCounts& data) {
  const ForecastQuestion question{request.test_from.value_or(default_test_from(data)), request.horizon,
                                  request.confidence};
  require_answerable(question, data);
  return question;
}

std::size_t first_test_day(const ForecastQuestion& question, const DailyCounts& data) {
  return static_cast<std::size_t>((question.test_from - data.first).count());
}

std::size_t training_days(const ForecastQuestion& question, const DailyCounts& data) {
  return first_test_day(question, data) - (question.horizon - 1);
}

TrainingSplit split_training_days(std::size_t training_days) {
  const std::size_t warm_up = year_or_quarter(training_days);
  const std::size_t stop = training_days - year_or_quarter(training_days);
  return {{warm_up, stop}, {stop, training_days}, {warm_up, training_days}};
}

RowRange rows_of(RowRange days, std::size_t horizon, std::size_t rows_a_day) {
  return {(days.begin - horizon) * rows_a_day, (days.end - horizon) * rows_a_day};
}

}  // namespace sourdine
