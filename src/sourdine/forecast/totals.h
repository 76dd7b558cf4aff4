// The total of a day, forecast from the exact and public totals of the days before. Privacy costs nothing here.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/forecast/boosting.h"
#include "sourdine/forecast/daily_counts.h"
#include "sourdine/forecast/predictions.h"

namespace sourdine {

// Row t: from days ≤ t for day t + horizon. The base is an exponential average of the totals times a factor for the
// weekday, both from the past alone; trees correct it.
BoostingTask total_task(const DailyCounts& data, std::size_t horizon);
TreeParameters total_parameters();

// The totals alone, with intervals, as predictions of one region. The forecasts of
// the regions do not have to add up to it: they come from noisy counts, this one from exact ones.
Predictions predict_total(const DailyCounts& data, const ForecastQuestion& question);
// The totals as exact counts of one region, to score it against: they are public.
DailyCounts total_counts(const DailyCounts& data);

}  // namespace sourdine
