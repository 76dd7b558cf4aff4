// What error to expect of a release before there are events: from the configuration and a number of events alone.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/config.h"
#include "sourdine/oracle/oracle.h"
#include "sourdine/privacy/unit.h"

namespace sourdine {

// Half the width of the interval around the count of a region that has an even share of the events of a period, before
// smoothing, at this confidence.
double count_half_width(const Oracle& oracle, double events, double confidence);
// The same of any release by the configuration. Without an oracle it is a central one, which counts so many events of a
// person at most: of the periods that it publishes, whatever their events.
using HalfWidth = std::function<double(Period period, double events)>;
HalfWidth expected_half_width(const ReleaseConfig& config, const Oracle* oracle, std::size_t regions,
                              std::uint64_t max_events);

struct PeriodPlan {
  Period period = Period::day;
  double events = 0;            // of a period
  double half_width = 0;        // in events
  bool is_below_error = false;  // half_width exceeds the even share of a region
};
PeriodPlan plan_period(Period period, double events, std::size_t regions, const HalfWidth& half_width);

// One way to protect at the same ε: what a region's count of a day would be off by.
struct ModelPlan {
  std::string model;          // "local", "central"
  Unit unit = Unit::event;    // an event or a person
  double report_epsilon = 0;  // of each report, in the local model; 0 in the central one
  double half_width = 0;      // in events per day
};

struct ReleasePlan {
  std::string oracle;  // or the noise of a central release
  bool is_central = false;
  std::size_t regions = 0;
  double epsilon = 0;  // realised
  double confidence = 0.95;
  // Shortest first. In the central model what the configuration publishes, as 'release --check' expects it; in the
  // local one day, month and year too.
  std::vector<PeriodPlan> periods;
  std::optional<double> events_needed;  // of a period, for the error asked; of the shortest in the central model
  std::uint64_t max_events = 1;         // of one person, in the comparison
  std::vector<ModelPlan> models;        // local event, local person, central person
};

// What the comparison of models takes for max_events where the configuration has no number.
inline constexpr std::uint64_t usual_max_events = 3;

// Reads the places, not the events. `error`: a share of a period's events. Throws Error(bad_input) as read_config() and
// a release do, and unless events_per_year > 0, 0 < error < 1 and 0 < publish.confidence < 1.
ReleasePlan plan_release(const ReleaseConfig& config, double events_per_year, std::optional<double> error = {});

}  // namespace sourdine
