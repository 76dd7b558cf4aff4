// From noisy counts to what a central release publishes: year = Σ months = Σ days, total = Σ regions, exactly as
// printed, every number with its exact variance. Least squares over both hierarchies at once (RegionLeastSquares); the
// leaves are rounded to 1/10000, what files show, and all else is the sum of leaves: sums are exact.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <span>
#include <vector>

#include "sourdine/central/counts.h"
#include "sourdine/central/interval.h"
#include "sourdine/counts/period_estimates.h"

namespace sourdine {

class CentralEstimates {
 public:
  // `tree` and `noises` must outlive it. Without measurements: as if all were 0, since variances do not depend on them.
  CentralEstimates(const PeriodTree& tree, std::size_t regions, std::span<const CentralLevelNoise> noises,
                   std::span<const CentralMeasurement> measured);

  // Of all kinds of periods that the leaves add up to: those of the tree, and weeks where the leaves are days or hours.
  PeriodEstimates of(Period period, double confidence) const;

  // Half the width of the interval around a region's count, of a period in the middle.
  double region_half_width(Period period, double confidence) const;

  // Of a region's count and of a total of a period, by the least squares.
  double region_variance(const Timeline& timeline, std::size_t period) const;
  double total_variance(const Timeline& timeline, std::size_t period) const;

 private:
  // height(): of no level, but of ranges of leaves.
  std::size_t level_of(const Timeline& timeline) const;
  Timeline timeline_of(Period period) const;
  // Of the regions' counts or the totals of a kind of period.
  CentralIntervals intervals(const Timeline& timeline, std::unique_ptr<const CountNoise> CentralLevelNoise::*noise,
                             double confidence) const;
  double variance(const PeriodLeastSquares& squares, const Timeline& timeline, std::size_t period) const;

  const PeriodTree& tree_;
  std::size_t regions_;
  std::span<const CentralLevelNoise> noises_;
  RegionLeastSquares squares_;
  std::vector<std::int64_t> leaves_;  // leaves × k, in units of 1/10000
};

// How far off the numbers of a central release will be, by the periods that it publishes: half the width of the
// interval around a region's count, of a period in the middle, at the configuration's confidence and before smoothing;
// `max_events` of a person being counted at most. It follows from the configuration alone: the noise does not depend on
// the events.
std::map<Period, double> central_half_widths(const ReleaseConfig& config, std::size_t regions,
                                             std::uint64_t max_events);

// Estimates smoothed over time, ≥ 0, and added up to new totals: years are no longer the sums of their months then.
// Counts are taken as shares of a constant exposure (estimate/smooth.h), so that the totals need not be known.
void smooth_central(PeriodEstimates& estimates, double confidence);

// Estimates ≥ 0 that add up to the totals (norm-sub), which become ≥ 0 themselves; the intervals stay, widened to come
// within less than one of what moved.
void make_nonnegative(PeriodEstimates& estimates);

}  // namespace sourdine
