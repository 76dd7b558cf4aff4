#include "sourdine/range/tree_model.h"

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

std::vector<double> TreeModel::running_sums(std::span<const std::vector<double>> measurements) const {
  const unsigned height = shape_.height();
  const std::uint64_t degree = shape_.degree();
  std::vector<std::vector<double>> best(height + 1);  // z, level by level
  best[height] = measurements[height];
  for (unsigned level = height; level-- > 0;) {
    const bool is_measured = variances_[level] != unmeasured;
    const auto& below = best[level + 1];
    best[level].resize(shape_.count(level));
    std::uint64_t child = 0;
    for (std::uint64_t i = 0; i < best[level].size(); ++i) {
      const std::uint64_t end = std::min<std::uint64_t>(child + degree, below.size());
      double sum = 0;
      for (; child < end; ++child) sum += below[child];
      const double own = first_share(variances_[level], children_variance(level, i));
      best[level][i] = is_measured ? sum + own * (measurements[level][i] - sum) : sum;
    }
  }
  return running_sums_downwards(best);
}

// With the running sum at the start of every node: each is reached in h additions, not in N, and keeps its digits.
std::vector<double> TreeModel::running_sums_downwards(std::span<const std::vector<double>> best) const {
  const std::uint64_t degree = shape_.degree();
  std::vector<double> starts = {0, best[0][0]};  // of every node of a level, and the end
  for (unsigned level = 0; level < shape_.height(); ++level) {
    const auto& below = best[level + 1];
    std::vector<double> next(below.size() + 1);
    std::uint64_t child = 0;
    for (std::uint64_t i = 0; i < shape_.count(level); ++i) {
      const std::uint64_t end = std::min<std::uint64_t>(child + degree, below.size());
      const double siblings = std::accumulate(below.data() + child, below.data() + end, 0.0);
      const double surplus = starts[i + 1] - starts[i] - siblings;
      const double all = children_variance(level, i);
      double start = starts[i];
      for (; child < end; ++child) {
        next[child] = start;
        start += below[child] + part(subtree_variance(level + 1, child), all) * surplus;
      }
    }
    next.back() = starts.back();
    starts = std::move(next);
  }
  return starts;
}

double TreeModel::sum_of_variances(unsigned level, std::uint64_t first, std::uint64_t end) const {
  if (first >= end) return 0;
  const bool has_last = end == shape_.count(level);
  const auto full = static_cast<double>(end - first - (has_last ? 1 : 0));
  return full * subtrees_[level].full + (has_last ? subtrees_[level].last : 0);
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
// Σα²V − (ΣαV)²/S is written as the sum of squares around the share that it is: it cannot turn negative by rounding, and
// is 0 for a parent covered wholly.
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
  const std::uint64_t degree = shape_.degree();
  std::uint64_t left = range.first, right = range.last;
  Partial a{1, 0}, b{1, 0};
  for (unsigned level = shape_.height(); level > 0; --level) {
    const std::uint64_t begin = left / degree * degree;
    const std::uint64_t end = std::min((right / degree + 1) * degree, shape_.count(level));
    const double before = sum_of_variances(level, begin, left);
    const double after = sum_of_variances(level, right + 1, end);
    const Child first{a, subtree_variance(level, left)};
    const Child last = left == right ? none : Child{b, subtree_variance(level, right)};
    if (left / degree == right / degree) {
      a = b = parent_of(first, last, sum_of_variances(level, left + 1, right), before + after);
    } else {
      // Each end gathers the whole children between it and the inner end of its parent.
      a = parent_of(first, none, sum_of_variances(level, left + 1, begin + degree), before);
      b = parent_of(last, none, sum_of_variances(level, right / degree * degree, right), after);
    }
    left /= degree;
    right /= degree;
  }
  return a.share * a.share * subtrees_[0].last + a.rest;
}

double TreeModel::unadjusted_variance(const Range& range) const {
  double sum = 0;
  for (const TreeShape::Node& node : shape_.decompose(range, root_counts())) sum += variances_[node.level];
  return sum;
}

}  // namespace sourdine
