#include "sourdine/anonymity/losses.h"

#include <cmath>

namespace sourdine {
namespace {

std::vector<std::uint64_t> rows_by_value(const CodedColumn& column) {
  std::vector<std::uint64_t> rows(column.size);
  for (const Value value : column.codes) ++rows[value];
  return rows;
}

}  // namespace

RowLosses::RowLosses(const AnonymityProblem& problem) {
  const auto rows = static_cast<double>(problem.rows());
  double whole = 0;  // of a table that is suppressed
  for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
    const Hierarchy& hierarchy = *problem.hierarchies[a];
    const std::vector<std::uint64_t> by_value = rows_by_value(problem.quasi[a]);
    auto& cost = cost_.emplace_back();
    auto& level_cost = level_.emplace_back();
    auto& suppressed = suppressed_.emplace_back(hierarchy.size(), 1.0);
    for (std::size_t level = 0; level < hierarchy.levels(); ++level) {
      std::vector<std::uint64_t> by_group(hierarchy.size(level));
      for (Value v = 0; v < hierarchy.size(); ++v) by_group[hierarchy.group(level, v)] += by_value[v];
      auto& values = cost.emplace_back(hierarchy.size());
      double sum = 0;
      for (Value v = 0; v < hierarchy.size(); ++v) {
        const Value group = hierarchy.group(level, v);
        const std::uint32_t leaves = hierarchy.leaves(level, group);
        if (problem.measure == LossMeasure::entropy) {
          values[v] =
              by_value[v] == 0 ? 0 : std::log(static_cast<double>(by_group[group]) / static_cast<double>(by_value[v]));
        } else {
          values[v] = leaves == 1 ? 0 : static_cast<double>(leaves) / hierarchy.size();
        }
        sum += values[v] * static_cast<double>(by_value[v]);
      }
      level_cost.push_back(sum);
    }
    for (Value v = 0; v < hierarchy.size(); ++v) {
      if (problem.measure == LossMeasure::entropy) {
        suppressed[v] = by_value[v] == 0 ? 0 : std::log(rows / static_cast<double>(by_value[v]));
      }
      whole += suppressed[v] * static_cast<double>(by_value[v]);
    }
  }
  scale_ = whole > 0 ? 1 / whole : 0;
}

}  // namespace sourdine
