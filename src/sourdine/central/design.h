// CentralDesign: what a central release measures, and which part of the budget each measurement gets. It follows from
// the configuration and the number of regions alone: a choice that looked at the events would have to be paid for.
//
// Measured are the counts of every region, and of all regions together, for the kinds of periods that are published
// (and the base periods where synthetic rows or weeks are made of them). The least squares over the calendar and over
// regions + total (central/estimates.h) uses all of them for each. The parts are those that make the worst
// variance smallest, over all kinds of periods that are measured: a year's count of a region is as exact as a day's,
// and each is at least as exact as if every kind had been measured by itself with an even part. A total may be four
// times as far off as a region (the sum of 16 regions is); only where there are more regions do totals get a part.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/central/period_tree.h"
#include "sourdine/counts/config.h"

namespace sourdine {

// Parts of the budget; 0: not measured.
struct CentralLevel {
  Timeline timeline;
  std::uint64_t regions = 0;
  std::uint64_t totals = 0;
};

struct CentralDesign {
  static constexpr std::uint64_t parts = 1000;  // the whole budget

  std::vector<CentralLevel> levels;  // from the longest periods to the shortest, whose regions are measured
  std::uint64_t bound = 0;           // for choosing max_events
  std::uint64_t people = 0;          // for the number of people with more events than the bound
  std::uint64_t removed = 0;         // for the number of their events that are not counted

  // All that is spent: at most `parts`.
  std::uint64_t spent() const;
  PeriodTree tree(const EventsConfig& events) const;
};

// Throws Error(bad_input) when 'from' and 'to' are not given or lie too far apart.
CentralDesign design_central(const ReleaseConfig& config, std::size_t regions);

// From 'from' to 'to', but for the days declared missing: no event decides it.
CoveredDays central_covered_days(const EventsConfig& events);

}  // namespace sourdine
