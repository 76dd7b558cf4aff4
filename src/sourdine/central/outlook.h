// CentralOutlook: how far off the numbers of a central release will be. It follows from the configuration alone: the
// noise does not depend on the events.
#pragma once

#include <cstdint>
#include <map>

#include "sourdine/counts/config.h"

namespace sourdine {

class CentralOutlook {
 public:
  // Of what the configuration publishes, `max_events` of a person being counted at most.
  CentralOutlook(const ReleaseConfig& config, std::size_t regions, std::uint64_t max_events);

  // Half the width of the interval around a region's count, of a period in the middle, at the configuration's
  // confidence and before smoothing. Throws Error(internal) for periods that are not published.
  double half_width(Period period) const;
  bool has(Period period) const { return half_widths_.contains(period); }

 private:
  std::map<Period, double> half_widths_;
};

}  // namespace sourdine
