// CollectedEvents: what is kept of the events of a release, or of the reports of a collection: tallies by base period
// (day or hour), from which those of longer periods are added up. One event costs its ε once, however many periods are
// published.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/protocol/view.h"

namespace sourdine {

// What was counted in one period. The spec and its labels are the oracle's, once for all periods.
struct PeriodTally {
  std::uint64_t reports = 0;
  std::vector<std::uint64_t> cells;  // those of the oracle; none where there are no reports

  operator TallyView() const { return {reports, cells}; }
};

struct CollectedEvents {
  Timeline timeline{Period::day, {}, {}};  // of the base periods, without gaps
  std::vector<PeriodTally> tallies = {};   // by base period
  std::vector<std::uint64_t> truth = {};   // base periods × k, or empty
  std::vector<std::uint32_t> times = {};   // seconds since the timeline's start, in the order of the events, or empty
  std::uint64_t outside = 0;               // events before `from` or after `to`
  std::uint64_t missing = 0;               // events on days declared missing; counted by whoever knows them

  std::uint64_t events() const;
};

// Numbers of base periods, `width` of each, added up by the periods of `timeline`, which must cover them.
template <class Sum, class Numbers>
std::vector<Sum> sums_by(const Timeline& timeline, const Timeline& base, const Numbers& numbers, std::size_t width) {
  std::vector<Sum> sums(timeline.size() * width);
  for (std::size_t t = 0; t < base.size(); ++t) {
    const std::size_t into = timeline.index(base.start(t)) * width;
    for (std::size_t i = 0; i < width; ++i) sums[into + i] += static_cast<Sum>(numbers[t * width + i]);
  }
  return sums;
}

// The tallies of longer periods, one per period of `timeline`, which must cover the base periods.
std::vector<PeriodTally> period_tallies(const Timeline& timeline, const CollectedEvents& collected);
// The true counts likewise, periods × k; empty when they were not kept.
std::vector<double> period_truth(const Timeline& timeline, const CollectedEvents& collected, std::size_t k);

}  // namespace sourdine
