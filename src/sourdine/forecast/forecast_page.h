// A forecast as the page of a release shows it.
#pragma once

#include "sourdine/forecast/predictions.h"
#include "sourdine/report/page.h"

namespace sourdine {

// All predicted days, those after the data included. `truth`, which a release must not show unless it is a
// demonstration, adds the actual counts and leaves out the days after its last.
PageForecast page_forecast(const Predictions& predictions, double confidence, const DailyCounts* truth = nullptr);

}  // namespace sourdine
