// How good a forecast was.
#pragma once

#include <cstddef>
#include <optional>

#include "sourdine/forecast/predictions.h"

namespace sourdine {

// Uniform averages over regions of each region's mean absolute error and root mean squared error.
struct Score {
  double mae = 0;
  double rmse = 0;
  std::optional<double> coverage = {};  // share of the counts inside their intervals, where the model has intervals
  std::size_t days = 0;
};

// Against exact counts of the same days and regions. Throws Error(bad_input) when no predicted day is among them.
Score score(const Predictions& predictions, const DailyCounts& truth);

// From sanitised counts alone: the root of the squared error over all days and regions together (not region by region:
// one region's noise would drown it), their known noise taken off, at least 0 being left. There is no such way to the
// mean absolute error or to the coverage.
double estimated_rmse(const Predictions& predictions, const DailyCounts& sanitised);

}  // namespace sourdine
