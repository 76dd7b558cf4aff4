// Which days a forecast learns from, stops on and is tested on.
//
//   data.first …                                   test_from …                    data.last()
//   | warm up |   fit the trees   | stop growing   | test: predicted, then seen   | horizon: not yet seen |
//
// Nothing is learnt from the horizon − 1 days before test_from: they were not known yet when it was predicted.
#pragma once

#include <chrono>
#include <cstddef>
#include <optional>

#include "sourdine/forecast/daily_counts.h"

namespace sourdine {

// Consecutive rows or days.
struct RowRange {
  std::size_t begin, end;
  std::size_t size() const { return end - begin; }
};

struct ForecastQuestion {
  std::chrono::local_days test_from;  // models learn from what is known when it is predicted; they predict all after
  std::size_t horizon = 1;            // a day is predicted from what was known so many days before; 1 … 28
  double confidence = 0.95;           // of the intervals
};

inline constexpr std::size_t most_days_ahead = 28;

// Throws Error(bad_input): a horizon outside 1 … 28, a confidence outside (0, 1), fewer than 56 days to learn from (for
// more than eleven days ahead, fewer than five horizons), or test_from more than one day after the last.
void require_answerable(const ForecastQuestion& question, const DailyCounts& data);

// What somebody asks for; what is left open is chosen from the data.
struct ForecastRequest {
  std::optional<std::chrono::local_days> test_from = {};
  std::size_t horizon = 1;
  double confidence = 0.95;
};

// The last year is for testing, or the last quarter of what is shorter than four years.
std::chrono::local_days default_test_from(const DailyCounts& data);

// Throws as require_answerable() does.
ForecastQuestion choose_question(const ForecastRequest& request, const DailyCounts& data);

// The place of test_from in the data.
std::size_t first_test_day(const ForecastQuestion& question, const DailyCounts& data);
// How many days a model may learn from: those known when test_from is predicted, `horizon` days before it.
std::size_t training_days(const ForecastQuestion& question, const DailyCounts& data);

struct TrainingSplit {
  RowRange fit;   // after a past that lags and shares need (a year, or a quarter of fewer than four years)
  RowRange stop;  // the last training year, or quarter: says how many trees are enough, and how far forecasts err
  RowRange all;   // both
};

TrainingSplit split_training_days(std::size_t training_days);

// How many weeks before a predicted day its weekday was last known: 1 for horizons up to 7, 2 up to 14, …
inline std::size_t weeks_to_known(std::size_t horizon) { return (horizon + 6) / 7; }

// The rows of the forecasts of those days: row t is made `horizon` days before the day it forecasts.
RowRange rows_of(RowRange days, std::size_t horizon, std::size_t rows_a_day);

}  // namespace sourdine
