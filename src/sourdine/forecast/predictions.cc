#include "sourdine/forecast/predictions.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

void require_answerable(const ForecastQuestion& question, const DailyCounts& data) {
  constexpr std::size_t most_days_ahead = 7;
  constexpr int least_days_to_learn = 56;
  require_whole(data);
  if (question.horizon < 1 || question.horizon > most_days_ahead) {
    fail_input(fmt::format("the horizon must be 1 to {} days, not {}", most_days_ahead, question.horizon),
               "Forecasts are made for the coming week at most.");
  }
  if (!(question.confidence > 0 && question.confidence < 1)) {
    fail_input(fmt::format("the confidence must be between 0 and 1, not {}", question.confidence));
  }
  const auto to_learn = (question.test_from - data.first).count();
  if (to_learn < least_days_to_learn) {
    fail_input(fmt::format("there are {} days to learn from before the test begins, and {} are needed",
                           to_learn < 0 ? 0 : to_learn, least_days_to_learn),
               "Begin the test later, or release more days.");
  }
  if (question.test_from > data.last() + std::chrono::days(1)) {
    fail_input("the test begins after the last day of the data");
  }
}

}  // namespace sourdine
