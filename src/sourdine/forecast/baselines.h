// Forecasts that need no learning to speak of: what a model must beat.
#pragma once

#include "sourdine/forecast/predictions.h"

namespace sourdine {

// The mean of the region on that weekday over all days to learn from; the paper's baseline.
Predictions predict_weekday_mean(const DailyCounts& data, const ForecastQuestion& question);
// The region's count on the same weekday one week before, or when it was last known.
Predictions predict_seasonal_naive(const DailyCounts& data, const ForecastQuestion& question);

}  // namespace sourdine
