// The flows of a scenario: those of the statistics, or, where these contradict each other, of statistics that people
// can have and that are as near as possible.
//
// Nearest: the least mean of |U' − U| / U over all unions (where U is 0, of |U' − U|), by a linear program over flows:
// D(D+3)/2 flows and two slacks per union. Over patterns the same optimum would need 2^D columns (day_flows.h says why
// the two are the same). Of several nearest solutions, a corner.
#pragma once

#include <vector>

#include "sourdine/mobility/day_flows.h"

namespace sourdine {

struct MovedStatistic {
  DayRun days;
  double given = 0, used = 0;
};

struct ClosestFlows {
  DayFlows flows;                     // none negative
  std::vector<MovedStatistic> moved;  // none where the statistics do not contradict each other
  double mean_relative_error = 0;     // of what is used, over all unions
};

// The linear program is solved, and its library needed, only where there are contradictions.
ClosestFlows closest_flows(const UnionStatistics& statistics);

}  // namespace sourdine
