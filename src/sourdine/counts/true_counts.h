// Counts without noise: for comparisons by whoever holds the events.
#pragma once

#include <string>
#include <vector>

#include "sourdine/counts/config.h"

namespace sourdine {

// By region and day, or another period.
struct TrueCounts {
  Timeline timeline;
  std::vector<std::string> regions;
  std::vector<double> counts;  // T×k
};
TrueCounts count_events(const ReleaseConfig& config, const std::string& source, Period period);

}  // namespace sourdine
