// The improved model: base forecast × what trees correct, with prediction intervals, from sanitised data alone.
//
//   total of the day   from the exact public totals: average × weekday, corrected by trees              (totals.h)
//   region's share     exponential averages of the sanitised counts, half-lives learnt               (share_tracking.h)
//   region's weekday   a factor, shrunk by its noise
//   base               total × share × weekday factor
//   trees              one model for all regions; gradients weighted by how little noise a row has    (boosting.h)
//   intervals          negative binomial; spread fitted on the early-stopping year, noise taken off   (intervals.h)
//
// The number of rounds is chosen on the last training year (a quarter of the training days, if those are fewer), with
// everything else fitted before it; then all is fitted again on all training days. With exact counts (zero noise) the
// same code is the raw-data model to compare with.
#pragma once

#include "sourdine/forecast/predictions.h"

namespace sourdine {

Predictions predict_improved(const DailyCounts& data, const ForecastQuestion& question);

}  // namespace sourdine
