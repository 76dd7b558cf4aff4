// Daily counts from what a release holds: its directory, or the true counts beside it.
#pragma once

#include <string>

#include "sourdine/counts/event_source.h"
#include "sourdine/forecast/daily_counts.h"

namespace sourdine {

// The plain estimates and totals of the days in estimates.csv and totals.csv, the noise and the country of the holidays
// in manifest.json. Reads nothing else. Where days are missing, those behind the last gap: a forecast learns from days
// in a row. Throws Error(bad_input): no release there, no days in it, a day or region missing, twice or not in order, a
// country whose holidays are not known.
DailyCounts read_release_days(const std::string& directory);

// Exact counts, of days.
DailyCounts daily_counts(const TrueCounts& truth);

}  // namespace sourdine
