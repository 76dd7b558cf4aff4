#include "sourdine/anonymity/recoding.h"

#include <fmt/format.h>

#include <cmath>
#include <numeric>

namespace sourdine {
namespace {

// How many rows of the table have a value of a range.
class RangeRows {
 public:
  RangeRows(const Hierarchy& hierarchy, const CodedColumn& column)
      : hierarchy_(hierarchy), by_value_(hierarchy.size()), before_(hierarchy.size() + 1) {
    for (const Value value : column.codes) ++by_value_[value];
    std::partial_sum(by_value_.begin(), by_value_.end(), before_.begin() + 1);
    for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
      std::vector<std::uint64_t>& groups = by_group_.emplace_back(hierarchy.size(level));
      for (Value v = 0; v < hierarchy.size(); ++v) groups[hierarchy.group(level, v)] += by_value_[v];
    }
  }

  double with_value(Value value) const { return static_cast<double>(by_value_[value]); }
  double within(const PublishedRange& range) const {
    if (range.level == hierarchy_.levels()) return static_cast<double>(before_.back());
    if (range.level > 0) return static_cast<double>(by_group_[range.level][range.first]);
    return static_cast<double>(before_[range.last + 1] - before_[range.first]);
  }

 private:
  const Hierarchy& hierarchy_;
  std::vector<std::uint64_t> by_value_;
  std::vector<std::uint64_t> before_;                 // of values below
  std::vector<std::vector<std::uint64_t>> by_group_;  // by level
};

}  // namespace

std::string published_text(const Hierarchy& hierarchy, const PublishedRange& range) {
  if (range.level == hierarchy.levels()) return "*";
  if (range.level > 0 || range.first == range.last) return hierarchy.label(range.level, range.first);
  return fmt::format("[{};{}]", hierarchy.label(0, range.first), hierarchy.label(0, range.last));
}

std::uint64_t leaves_of(const Hierarchy& hierarchy, const PublishedRange& range) {
  if (range.level == hierarchy.levels()) return hierarchy.size();
  return range.level > 0 ? hierarchy.leaves(range.level, range.first) : range.last - range.first + 1;
}

bool covers(const Hierarchy& hierarchy, const PublishedRange& range, Value value) {
  if (range.level == hierarchy.levels()) return true;
  if (range.level > 0) return hierarchy.group(range.level, value) == range.first;
  return range.first <= value && value <= range.last;
}

std::uint64_t Recoding::suppressed() const {
  std::uint64_t rows = 0;
  for (std::size_t i = 0; i < classes.count(); ++i) rows += is_published[i] ? 0 : classes.sizes[i];
  return rows;
}

Recoding recoding_of(const AnonymityProblem& problem, const Generalised& generalised) {
  Recoding made{generalised.classes, generalised.is_published, {}};
  made.published.assign(made.classes.count(), std::vector<PublishedRange>(problem.quasi.size()));
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    std::vector<PublishedRange>& ranges = made.published[made.classes.class_of[row]];
    for (std::size_t a = 0; a < ranges.size(); ++a) {
      const std::size_t level = generalised.levels[a];
      const Value group = problem.hierarchies[a]->group(level, problem.quasi[a].codes[row]);
      ranges[a] = {group, group, level};
    }
  }
  return made;
}

Losses losses_of(const AnonymityProblem& problem, const Recoding& recoding) {
  const auto rows = static_cast<double>(problem.rows());
  const auto suppressed = static_cast<double>(recoding.suppressed());
  Losses losses;
  losses.discernibility = suppressed * rows;
  std::size_t classes = suppressed > 0 ? 1 : 0;
  for (std::size_t i = 0; i < recoding.classes.count(); ++i) {
    if (!recoding.is_published[i]) continue;
    ++classes;
    losses.discernibility += static_cast<double>(recoding.classes.sizes[i]) * recoding.classes.sizes[i];
  }
  losses.class_size = rows / (static_cast<double>(problem.k) * static_cast<double>(classes));
  double entropy = 0, whole = 0;
  for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
    const Hierarchy& hierarchy = *problem.hierarchies[a];
    const RangeRows range_rows(hierarchy, problem.quasi[a]);
    std::vector<double> share(recoding.classes.count(), 1), rows_of_range(recoding.classes.count(), rows);
    for (std::size_t i = 0; i < share.size(); ++i) {
      if (!recoding.is_published[i]) continue;
      const std::uint64_t leaves = leaves_of(hierarchy, recoding.published[i][a]);
      share[i] = leaves == 1 ? 0 : static_cast<double>(leaves) / hierarchy.size();
      rows_of_range[i] = range_rows.within(recoding.published[i][a]);
    }
    for (std::size_t row = 0; row < problem.rows(); ++row) {
      const auto with_value = range_rows.with_value(problem.quasi[a].codes[row]);
      losses.ncp += share[recoding.classes.class_of[row]];
      entropy += std::log(rows_of_range[recoding.classes.class_of[row]] / with_value);
      whole += std::log(rows / with_value);
    }
  }
  losses.ncp /= rows * static_cast<double>(problem.quasi.size());
  losses.entropy = whole > 0 ? entropy / whole : 0;
  return losses;
}

}  // namespace sourdine
