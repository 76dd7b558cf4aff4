#include "sourdine/range/tree_model.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr double unmeasured = std::numeric_limits<double>::infinity();

// The variance of the best mean of two independent estimates.
double combined(double a, double b) {
  if (a == unmeasured) return b;
  if (b == unmeasured) return a;
  return a + b == 0 ? 0 : a / (a + b) * b;
}

// The share of the first of two estimates in their best mean.
double first_share(double a, double b) {
  if (a == unmeasured) return 0;
  if (b == unmeasured || a == 0) return 1;
  return b / (a + b);
}

// How much of a parent's surplus a child takes; siblings without noise share it evenly, there being none.
double part(double child, double siblings) { return siblings == 0 ? 0 : child / siblings; }

}  // namespace

TreeModel::TreeModel(TreeShape shape, std::vector<double> variances)
    : shape_(std::move(shape)),
      variances_(std::move(variances)),
      subtrees_(shape_.height() + 1),
      children_(shape_.height()) {
  const unsigned height = shape_.height();
  if (variances_.size() != height + 1 || !std::isfinite(variances_[height])) {
    throw Error(ErrorCode::internal, "a tree model needs one variance per level, and that of the leaves");
  }
  for (const double variance : variances_) {
    if (!(variance >= 0)) throw Error(ErrorCode::internal, "a variance must not be negative");
  }
  subtrees_[height] = {variances_[height], variances_[height]};
  for (unsigned level = height; level-- > 0;) {
    set_children(level);
    subtrees_[level] = {combined(variances_[level], children_[level].full),
                        combined(variances_[level], children_[level].last)};
  }
}

TreeModel TreeModel::downwards(TreeShape shape, std::vector<double> subtree_variances) {
  TreeModel model(std::move(shape));
  model.variances_ = std::move(subtree_variances);
  for (const double variance : model.variances_) model.subtrees_.push_back({variance, variance});
  model.children_.resize(model.shape_.height());
  for (unsigned level = 0; level < model.shape_.height(); ++level) model.set_children(level);
  return model;
}

void TreeModel::set_children(unsigned level) {
  const Subtree below = subtrees_[level + 1];
  const auto degree = static_cast<double>(shape_.degree());
  const auto of_last = static_cast<double>(shape_.children_of_last(level));
  children_[level] = {degree * below.full, (of_last - 1) * below.full + below.last};
}

bool TreeModel::root_counts() const { return variances_[0] != unmeasured; }

// Upwards: what was measured is replaced, level by level, by z.
std::vector<double> TreeModel::running_sums(std::vector<std::vector<double>> measurements) const {
  const std::uint64_t degree = shape_.degree();
  for (unsigned level = shape_.height(); level-- > 0;) {
    const auto& below = measurements[level + 1];
    auto& measured = measurements[level];
    measured.resize(shape_.count(level));
    const double full_share = first_share(variances_[level], children_[level].full);
    const double last_share = first_share(variances_[level], children_[level].last);
    const double* child = below.data();
    for (std::uint64_t i = 0; i < measured.size(); ++i) {
      const bool is_last = i + 1 == measured.size();
      const double* const end = is_last ? below.data() + below.size() : child + degree;
      const double sum = std::accumulate(child, end, 0.0);
      child = end;
      measured[i] = sum + (is_last ? last_share : full_share) * (measured[i] - sum);  // unmeasured: 0 of 0 − sum
    }
  }
  return running_sums_downwards(measurements);
}

// With the running sum at the start of every node: each is reached in h additions, not in N, and keeps its digits.
std::vector<double> TreeModel::running_sums_downwards(std::span<const std::vector<double>> best) const {
  const std::uint64_t degree = shape_.degree();
  std::vector<double> starts = {0, best[0][0]};  // of every node of a level, and the end
  for (unsigned level = 0; level < shape_.height(); ++level) {
    const auto& below = best[level + 1];
    const Subtree children = children_[level], child_variance = subtrees_[level + 1];
    std::vector<double> next(below.size() + 1);
    std::uint64_t child = 0;
    const auto deal = [&](std::uint64_t node, std::uint64_t end, double child_part) {
      const double siblings = std::accumulate(below.data() + child, below.data() + end, 0.0);
      const double taken = child_part * (starts[node + 1] - starts[node] - siblings);
      double start = starts[node];
      for (; child < end; ++child) {
        next[child] = start;
        start += below[child] + taken;
      }
    };
    const std::uint64_t last = shape_.count(level) - 1;
    const double full_part = part(child_variance.full, children.full);
    for (std::uint64_t i = 0; i < last; ++i) deal(i, child + degree, full_part);
    // The last node's last child, if it differs from its siblings, takes what they leave.
    deal(last, below.size(), part(child_variance.full, children.last));
    next.back() = starts.back();
    starts = std::move(next);
  }
  return starts;
}

// first ≤ end. Without branches: whether there are such nodes is a coin toss in every query.
double TreeModel::sum_of_variances(unsigned level, std::uint64_t first, std::uint64_t end) const {
  const Subtree& one = subtrees_[level];
  const bool has_last = static_cast<unsigned>(end == shape_.count(level)) & static_cast<unsigned>(first != end);
  return static_cast<double>(end - first) * one.full + static_cast<double>(has_last) * (one.last - one.full);
}

namespace {

struct Partial {
  double share, rest;  // α and q
};

// A child that the range may cover partly; none: variance 0.
struct Child {
  Partial covered;
  double variance;
};

// The parent of two such children, of whole ones and of uncovered ones whose variances add up to the numbers given.
// Σα²V − (ΣαV)²/S is written as the sum of squares around the share that it is: it cannot turn negative by rounding,
// and is 0 for a parent covered wholly.
Partial parent_of(const Child& a, const Child& b, double whole, double uncovered) {
  const double covered = a.covered.share * a.variance + b.covered.share * b.variance + whole;
  const double share = part(covered, a.variance + b.variance + whole + uncovered);
  const auto square = [share](double alpha) { return (alpha - share) * (alpha - share); };
  const double rest = square(a.covered.share) * a.variance + square(b.covered.share) * b.variance + square(1) * whole +
                      share * share * uncovered;
  return {share, a.covered.rest + b.covered.rest + rest};
}

}  // namespace

double TreeModel::variance(const Range& range) const {
  constexpr Child none{{0, 0}, 0};
  const auto degree = static_cast<std::uint32_t>(shape_.degree());  // TreeShape::max_size fits
  auto left = static_cast<std::uint32_t>(range.first), right = static_cast<std::uint32_t>(range.last);
  Partial a{1, 0}, b{1, 0};
  for (unsigned level = shape_.height(); level > 0; --level) {
    const std::uint32_t left_parent = left / degree, right_parent = right / degree;
    const std::uint64_t begin = std::uint64_t{left_parent} * degree, right_begin = std::uint64_t{right_parent} * degree;
    const double before = sum_of_variances(level, begin, left);
    const double after = sum_of_variances(level, std::uint64_t{right} + 1,
                                          std::min<std::uint64_t>(right_begin + degree, shape_.count(level)));
    const Child first{a, subtree_variance(level, left)};
    if (left == right) {
      a = parent_of(first, none, 0, before + after);
    } else if (left_parent == right_parent) {
      const Child last{b, subtree_variance(level, right)};
      a = parent_of(first, last, sum_of_variances(level, std::uint64_t{left} + 1, right), before + after);
    } else {
      // Each end gathers the whole children between it and the inner end of its parent.
      const Child last{b, subtree_variance(level, right)};
      a = parent_of(first, none, sum_of_variances(level, std::uint64_t{left} + 1, begin + degree), before);
      b = parent_of(last, none, sum_of_variances(level, right_begin, right), after);
    }
    left = left_parent;
    right = right_parent;
  }
  return a.share * a.share * subtrees_[0].last + a.rest;
}

double TreeModel::variance(std::span<const Range> ranges) const {
  // Var[A + B] = Var[A..B] − Var[A..gap] − Var[gap..B] + Var[gap] + Var[A] + Var[B], a gap of nothing having none.
  const auto twice_covariance = [this](const Range& a, const Range& b) {
    if (a.last + 1 == b.first) return variance(Range{a.first, b.last}) - variance(a) - variance(b);
    const Range gap{a.last + 1, b.first - 1};
    return variance(Range{a.first, b.last}) - variance(Range{a.first, gap.last}) - variance(Range{gap.first, b.last}) +
           variance(gap);
  };
  double sum = 0;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    sum += variance(ranges[i]);
    for (std::size_t j = 0; j < i; ++j) sum += twice_covariance(ranges[j], ranges[i]);
  }
  return std::max(sum, 0.0);
}

double TreeModel::unadjusted_variance(const Range& range) const {
  double sum = 0;
  for (const TreeShape::Node& node : shape_.decompose(range, root_counts())) sum += variances_[node.level];
  return sum;
}

}  // namespace sourdine
