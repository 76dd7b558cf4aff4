// From noisy counts to what a central release publishes: year = Σ months = Σ days, total = Σ regions, exactly as
// printed, every number with its exact variance.
//
// Least squares over both hierarchies at once. The noise of the regions of a level has one variance, so the total over
// regions and the regions' differences from their mean are uncorrelated, and the problem falls apart: the totals' tree
// is estimated from the measured totals and the added-up regions together, each region's tree from its own numbers
// (PeriodLeastSquares), and what the totals know better is dealt to the regions evenly:
//   x_v = z_v + (T − Σ z)/k,   Var x_v = (1 − 1/k)·Var z_v + Var T/k².
// The leaves are rounded to 1/10000, what files show, and all else is the sum of leaves: sums are exact.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sourdine/central/counts.h"
#include "sourdine/central/interval.h"
#include "sourdine/counts/period_estimates.h"

namespace sourdine {

class CentralEstimates {
 public:
  // `tree` and `noises` must outlive it.
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
  struct Node {
    std::size_t level = 0;  // height(): no level, but a range of leaves
    std::size_t first = 0, end = 0;
  };
  Node find(const Timeline& timeline, std::size_t period) const;
  Timeline timeline_of(Period period) const;
  // Of the regions' counts of a kind of period.
  CentralIntervals region_intervals(const Timeline& timeline, double confidence) const;
  double variance(const PeriodLeastSquares& squares, const Node& node) const;

  const PeriodTree& tree_;
  std::size_t regions_;
  std::span<const CentralLevelNoise> noises_;
  PeriodLeastSquares region_squares_, total_squares_;
  std::vector<std::int64_t> leaves_;  // leaves × k, in units of 1/10000
};

// Estimates smoothed over time, ≥ 0, and added up to new totals: years are no longer the sums of their months then.
// Counts are taken as shares of a constant exposure (estimate/smooth.h), so that the totals need not be known.
void smooth_central(PeriodEstimates& estimates, double confidence);

// Estimates ≥ 0 that add up to the totals (norm-sub), which become ≥ 0 themselves; the intervals stay, widened to come
// within less than one of what moved.
void make_nonnegative(PeriodEstimates& estimates);

}  // namespace sourdine
