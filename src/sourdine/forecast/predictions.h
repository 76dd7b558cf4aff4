// What every model is asked and what it answers.
#pragma once

#include <chrono>
#include <cstddef>
#include <string>
#include <vector>

#include "sourdine/forecast/series.h"

namespace sourdine {

struct ForecastQuestion {
  std::chrono::local_days test_from;  // models learn from days before it and predict it and every day after
  std::size_t horizon = 1;            // a day is predicted from what was known so many days before; 1 … 7
  double confidence = 0.95;           // of the intervals
};

// Throws Error(bad_input): a horizon outside 1 … 7, a confidence outside (0, 1), fewer than 56 days to learn from, or
// test_from more than one day after the last.
void require_answerable(const ForecastQuestion& question, const DailyCounts& data);

// Days test_from … last + horizon, the last ones not yet seen by anyone.
struct Predictions {
  std::string model;
  std::chrono::local_days first{};
  std::size_t regions = 0;
  std::vector<double> means = {};              // days × regions
  std::vector<double> lower = {}, upper = {};  // the same; empty when the model has no intervals
  std::string parameters = "{}";               // JSON

  std::size_t days() const { return means.size() / regions; }
};

}  // namespace sourdine
