#include "sourdine/central/period_tree.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// part / whole, 0 of nothing.
double share_of(double part, double whole) { return whole > 0 ? part / whole : 0; }

// The weight of a measurement of variance `own` beside an independent one of variance `other`.
double own_weight(double own, double other) {
  if (std::isinf(own)) return 0;
  return share_of(other, own + other);
}

double combined_variance(double a, double b) {
  if (std::isinf(a)) return b;
  return share_of(a, a + b) * b;
}

// Of what is known of totals where regions of these variances add up to them and they may be measured themselves.
std::vector<double> combined_totals(double regions, const std::vector<double>& region_noise,
                                    const std::vector<double>& total_noise) {
  std::vector<double> combined;
  for (std::size_t level = 0; level < region_noise.size(); ++level) {
    const double added = regions * region_noise[level], own = total_noise[level];
    combined.push_back(std::isinf(added) ? own : std::isinf(own) ? added : added * own / (added + own));
  }
  return combined;
}

}  // namespace

PeriodTree::PeriodTree(std::vector<Timeline> levels, const CoveredDays& covered) : levels_(std::move(levels)) {
  if (levels_.empty()) throw Error(ErrorCode::internal, "a tree of periods needs a level");
  for (std::size_t level = 0; level + 1 < levels_.size(); ++level) {
    const Timeline& above = levels_[level];
    const Timeline& below = levels_[level + 1];
    std::vector<std::size_t> first(above.size() + 1, below.size());
    for (std::size_t child = below.size(); child-- > 0;) first[above.index(below.start(child))] = child;
    const bool is_nested = above.period() > below.period() && above.period() != Period::week &&
                           below.period() != Period::week && std::is_sorted(first.begin(), first.end());
    if (!is_nested) throw Error(ErrorCode::internal, "periods of a tree must nest");
    first_child_.push_back(std::move(first));
  }
  for (const Timeline& timeline : levels_) covered_.push_back(covered.of(timeline));
}

std::size_t PeriodTree::counted(std::size_t level) const {
  return size(level) - static_cast<std::size_t>(std::ranges::count(covered_[level], CoveredPart::none));
}

PeriodLeastSquares::PeriodLeastSquares(const PeriodTree& tree, std::vector<double> variances)
    : tree_(tree), measured_(std::move(variances)), below_(tree.height()), variances_(tree.height()) {
  if (measured_.size() != tree.height() || !std::isfinite(measured_.back())) {
    throw Error(ErrorCode::internal, "every level needs a variance, the leaves' a finite one");
  }
  for (std::size_t level = tree.height(); level-- > 0;) {
    below_[level].resize(tree.size(level));
    for (std::size_t node = 0; node < tree.size(level); ++node) {
      if (!tree.is_counted(level, node)) continue;  // 0, exactly
      const bool is_leaf = level + 1 == tree.height();
      below_[level][node] =
          is_leaf ? measured_[level] : combined_variance(measured_[level], children_variance(level, node));
    }
  }
  variances_[0] = below_[0];
  for (std::size_t level = 0; level + 1 < tree.height(); ++level) {
    variances_[level + 1].resize(tree.size(level + 1));
    for (std::size_t node = 0; node < tree.size(level); ++node) {
      const double sum = children_variance(level, node);
      for (std::size_t c = tree.first_child(level, node); c < tree.first_child(level, node + 1); ++c) {
        const double own = below_[level + 1][c], share = share_of(own, sum);
        variances_[level + 1][c] = share * share * variances_[level][node] + own * (1 - share);
      }
    }
  }
}

double PeriodLeastSquares::children_variance(std::size_t level, std::size_t node) const {
  const auto begin = below_[level + 1].begin();
  return std::accumulate(begin + static_cast<std::ptrdiff_t>(tree_.first_child(level, node)),
                         begin + static_cast<std::ptrdiff_t>(tree_.first_child(level, node + 1)), 0.0);
}

std::vector<double> PeriodLeastSquares::leaves(std::vector<std::vector<double>> measured) const {
  // Upwards: what was measured becomes the best of it and of what lies below.
  for (std::size_t level = tree_.height() - 1; level-- > 0;) {
    std::vector<double>& here = measured[level];
    const std::vector<double>& below = measured[level + 1];
    here.resize(tree_.size(level));
    for (std::size_t node = 0; node < here.size(); ++node) {
      double sum = 0;
      for (std::size_t c = tree_.first_child(level, node); c < tree_.first_child(level, node + 1); ++c) sum += below[c];
      here[node] = sum + own_weight(measured_[level], children_variance(level, node)) * (here[node] - sum);
    }
  }
  // Downwards: the children take what their parent has more, by their variances.
  for (std::size_t level = 0; level + 1 < tree_.height(); ++level) {
    std::vector<double>& below = measured[level + 1];
    for (std::size_t node = 0; node < tree_.size(level); ++node) {
      const std::size_t first = tree_.first_child(level, node), end = tree_.first_child(level, node + 1);
      const double variance = children_variance(level, node);
      double surplus = measured[level][node];
      for (std::size_t c = first; c < end; ++c) surplus -= below[c];
      for (std::size_t c = first; c < end; ++c) below[c] += share_of(below_[level + 1][c], variance) * surplus;
    }
  }
  return std::move(measured.back());
}

std::size_t PeriodLeastSquares::leaf_begin(std::size_t level, std::size_t node) const {
  for (; level + 1 < tree_.height(); ++level) node = tree_.first_child(level, node);
  return node;
}

PeriodLeastSquares::Covered PeriodLeastSquares::covered(std::size_t level, std::size_t node, std::size_t first,
                                                        std::size_t end) const {
  const std::size_t begin = leaf_begin(level, node), stop = leaf_begin(level, node + 1);
  if (first <= begin && stop <= end) return {1, 0};
  if (stop <= first || end <= begin) return {0, 0};
  // The children's residuals have the covariance diag(V) − VVᵀ/S (range/tree_model.h).
  const double sum = children_variance(level, node);
  double weighted = 0, squares = 0, rest = 0;
  for (std::size_t c = tree_.first_child(level, node); c < tree_.first_child(level, node + 1); ++c) {
    const Covered child = covered(level + 1, c, first, end);
    const double variance = below_[level + 1][c];
    weighted += child.share * variance;
    squares += child.share * child.share * variance;
    rest += child.rest;
  }
  const double share = share_of(weighted, sum);
  return {share, rest + squares - share * weighted};
}

double PeriodLeastSquares::variance_of_leaves(std::size_t first, std::size_t end) const {
  double sum = 0;
  for (std::size_t node = 0; node < tree_.size(0); ++node) {
    const Covered part = covered(0, node, first, end);
    sum += part.share * part.share * variances_[0][node] + part.rest;
  }
  return sum;
}

double PeriodLeastSquares::largest_variance(std::size_t level) const {
  return *std::max_element(variances_[level].begin(), variances_[level].end());
}

RegionLeastSquares::RegionLeastSquares(const PeriodTree& tree, std::size_t regions,
                                       const std::vector<double>& region_noise, const std::vector<double>& total_noise)
    : k(static_cast<double>(regions)),
      regions(tree, region_noise),
      totals(tree, combined_totals(k, region_noise, total_noise)) {}

}  // namespace sourdine
