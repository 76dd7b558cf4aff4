// PeriodTree: the calendar as a forest (years of months of days of hours, as far as they are wanted), and the least
// squares over numbers measured at its nodes. Degrees differ from node to node (28 to 31 days), which
// range/tree_model.h does not know; the estimate is the same: upwards the best of what lies below, downwards what the
// parent knows better is dealt to the children by their variances. So children add up to their parents.
//
// Days that are declared missing hold no number: they are 0, known exactly, and nothing is measured of them.
#pragma once

#include <cstddef>
#include <vector>

#include "sourdine/base/calendar.h"
#include "sourdine/counts/covered_days.h"

namespace sourdine {

class PeriodTree {
 public:
  // From the longest periods to the shortest; each nests in the one before (no weeks), and all cover the same days.
  // Throws Error(internal) otherwise.
  PeriodTree(std::vector<Timeline> levels, const CoveredDays& covered);

  std::size_t height() const { return levels_.size(); }
  const Timeline& timeline(std::size_t level) const { return levels_[level]; }
  const Timeline& leaves() const { return levels_.back(); }
  std::size_t size(std::size_t level) const { return levels_[level].size(); }
  // Whether a number is measured there: some of its days are covered.
  bool is_counted(std::size_t level, std::size_t node) const { return covered_[level][node] != CoveredPart::none; }
  std::size_t counted(std::size_t level) const;
  // first … last−1 of the level below. For any level but the last.
  std::size_t first_child(std::size_t level, std::size_t node) const { return first_child_[level][node]; }

 private:
  std::vector<Timeline> levels_;
  std::vector<std::vector<std::size_t>> first_child_;  // by level but the last: size + 1 numbers
  std::vector<std::vector<CoveredPart>> covered_;
};

// Weighted least squares with one variance of the measurements per level; ∞ where a level is not measured. What it
// estimates is linear in the measurements, and its variances are exact whatever the law of the noise.
class PeriodLeastSquares {
 public:
  // `tree` must outlive it. The leaves' variance must be finite.
  PeriodLeastSquares(const PeriodTree& tree, std::vector<double> variances);

  // The leaves' estimates. `measured[level]`: one number per node; empty where the level is not measured.
  std::vector<double> leaves(std::vector<std::vector<double>> measured) const;

  // Variance of the estimate of a node.
  double variance(std::size_t level, std::size_t node) const { return variances_[level][node]; }
  // Variance of the sum over the leaves first … end−1.
  double variance_of_leaves(std::size_t first, std::size_t end) const;
  // The largest of a level.
  double largest_variance(std::size_t level) const;

 private:
  // The error of what a range covers of a node is share·(error of the node's estimate) + an independent rest.
  struct Covered {
    double share, rest;
  };
  double children_variance(std::size_t level, std::size_t node) const;
  Covered covered(std::size_t level, std::size_t node, std::size_t first, std::size_t end) const;
  std::size_t leaf_begin(std::size_t level, std::size_t node) const;

  const PeriodTree& tree_;
  std::vector<double> measured_;                // variance by level
  std::vector<std::vector<double>> below_;      // V: of the best estimate from the node and what lies below it
  std::vector<std::vector<double>> variances_;  // of the estimate
};

// Both hierarchies at once, the calendar and the regions with their total. The noise of the regions of a level has one
// variance, so the total over regions and the regions' differences from their mean are uncorrelated, and the problem
// falls apart: the totals' tree is estimated from the measured totals and the added-up regions together, each region's
// tree from its own numbers, and what the totals know better is dealt to the regions evenly:
//   x_v = z_v + (T − Σ z)/k,   Var x_v = (1 − 1/k)·Var z_v + Var T/k².
struct RegionLeastSquares {
  // The variances of the measurements by level; ∞ where there is none.
  RegionLeastSquares(const PeriodTree& tree, std::size_t regions, const std::vector<double>& region_noise,
                     const std::vector<double>& total_noise);

  // Var x_v from Var z_v and Var T.
  double dealt(double region, double total) const { return (1 - 1 / k) * region + total / (k * k); }

  double k;
  PeriodLeastSquares regions, totals;
};

}  // namespace sourdine
