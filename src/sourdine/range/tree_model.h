// TreeModel: independent measurements y = (true sum below the node) + noise at the nodes of a tree, with one variance
// per level; the weighted least-squares estimate of all sums, and the exact variance of every range answered from it.
//
// The root may be unmeasured (variance ∞), known exactly (variance 0) or measured like the others.
//
// Estimate (Hay et al. 2010, for any weights and incomplete trees). Upwards, z_v is the best estimate of node v from
//   its own subtree and V_v its variance: S = Σ V_child, V_v = 1/(1/σ_v² + 1/S), z_v = V_v·(y_v/σ_v² + Σ z_child/S).
//   Downwards, what the parent knows better is dealt to the children by their variances:
//   u_child = z_child + (V_child/S)·(u_parent − Σ z_child). So children add up to their parent, and u minimises
//   Σ (y − u)²/σ². O(nodes).
// Variance. The error of u_child is (V_child/S)·(error of u_parent) plus a residual that is independent of the parent's
//   error and of everything outside; residuals of siblings have covariance diag(V) − VVᵀ/S. Hence the error of a range
//   within v's subtree is α·(error of u_v) + independent rest of variance q, where the children's (α_c, q_c) give
//     α = Σ α_c·V_c / S,   q = Σ q_c + Σ α_c²·V_c − (Σ α_c·V_c)²/S,
//   (1, 0) for a child inside the range and (0, 0) for one outside. At most two children per level are neither, and a
//   level has two different V at most (that of full nodes and that of its last node): O(h) per range.
#pragma once

#include <cstdint>
#include <span>
#include <utility>
#include <vector>

#include "sourdine/range/tree_shape.h"

namespace sourdine {

class TreeModel {
 public:
  // `variances` of the measurements, one per level, root first; ≥ 0, may be ∞ for levels that were not measured, though
  // not for the leaves. 0 is for the root alone or, in tests, for all. Throws Error(bad_input) otherwise.
  TreeModel(TreeShape shape, std::vector<double> variances);
  // The model of estimates that are made from the root downwards, without an upward pass (Haar coefficients): V of the
  // nodes of every level is given, root first.
  static TreeModel downwards(TreeShape shape, std::vector<double> subtree_variances);

  const TreeShape& shape() const { return shape_; }
  double level_variance(unsigned level) const { return variances_[level]; }
  // V of a level (see above): of its full nodes, and of its last one.
  std::pair<double, double> subtree_variances(unsigned level) const {
    return {subtrees_[level].full, subtrees_[level].last};
  }
  // True when the root's own measurement answers the whole domain.
  bool root_counts() const;

  // The estimate as running sums over the leaves: N + 1 numbers, the first 0. `measurements[l]` holds the count(l)
  // numbers of level l; levels of infinite variance may be empty.
  std::vector<double> running_sums(std::vector<std::vector<double>> measurements) const;
  // The downward pass alone, from z of every node.
  std::vector<double> running_sums_downwards(std::span<const std::vector<double>> best) const;

  // Variance of the sum of the estimates over the range, which must lie inside.
  double variance(const Range& range) const;
  // The same over several ranges together, in order and without overlap. By polarisation: the covariance of two of them
  // follows from the variances of what lies from one to the other. O(h · ranges²).
  double variance(std::span<const Range> ranges) const;
  // Variance when the range's nodes are added up as they were measured; ∞ where one was not.
  double unadjusted_variance(const Range& range) const;

 private:
  // V of a level: of its full nodes, and of its last one.
  struct Subtree {
    double full, last;
  };

  explicit TreeModel(TreeShape shape) : shape_(std::move(shape)) {}
  void set_children(unsigned level);

  double subtree_variance(unsigned level, std::uint64_t index) const {
    return index + 1 == shape_.count(level) ? subtrees_[level].last : subtrees_[level].full;
  }
  // Σ V over the nodes first … end−1 of a level.
  double sum_of_variances(unsigned level, std::uint64_t first, std::uint64_t end) const;

  TreeShape shape_;
  std::vector<double> variances_;
  std::vector<Subtree> subtrees_;
  std::vector<Subtree> children_;  // S per level, h entries
};

}  // namespace sourdine
