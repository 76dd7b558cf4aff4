// The total of a day, forecast from the exact and public totals of the days before. Privacy costs nothing here.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/forecast/boosting.h"
#include "sourdine/forecast/daily_counts.h"

namespace sourdine {

// Row t: from days ≤ t for day t + horizon. The base is an exponential average of the totals times a factor for the
// weekday, both from the past alone; trees correct it.
BoostingTask total_task(const DailyCounts& data, std::size_t horizon);
TreeParameters total_parameters();

}  // namespace sourdine
