// forecast.csv: what users of a forecast read.
#pragma once

#include <string>
#include <vector>

#include "sourdine/forecast/predictions.h"

namespace sourdine {

// Columns date, region, mean, median, lower, upper; one row per predicted day and region, those after the last day of
// the data included. There whole or not at all. The predictions must have intervals.
void write_forecast(const Predictions& predictions, const std::vector<std::string>& regions, const std::string& path);

}  // namespace sourdine
