// What error to expect of a release before there are events: from the configuration and a number of events alone.
#pragma once

#include <optional>
#include <vector>

#include "sourdine/events/calendar.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/release/config.h"

namespace sourdine {

// Half the width of the interval around the count of a region that has an even share of the events of a period, before
// smoothing, at this confidence.
double count_half_width(const Oracle& oracle, double events, double confidence);

struct PeriodPlan {
  Period period = Period::day;
  double events = 0;            // of a period
  double half_width = 0;        // in events
  bool is_below_error = false;  // half_width exceeds the even share of a region
};

struct ReleasePlan {
  std::string oracle;
  std::size_t regions = 0;
  double epsilon = 0;  // realised
  double confidence = 0.95;
  std::vector<PeriodPlan> periods;      // day, month and year, and what else the configuration publishes
  std::optional<double> events_needed;  // of a period, for the error asked
};

// Reads the places, not the events. `error`: a share of a period's events. Throws Error(bad_input) as read_config() and
// a release do, and unless events_per_year > 0, 0 < error < 1 and 0 < publish.confidence < 1.
ReleasePlan plan_release(const ReleaseConfig& config, double events_per_year, std::optional<double> error = {});

}  // namespace sourdine
