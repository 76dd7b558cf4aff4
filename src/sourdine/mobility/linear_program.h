// A linear program: the least Σ cost·x with lower ≤ x ≤ upper for every column and lower ≤ Σ factor·x ≤ upper for every
// row. Solved by COIN-OR Clp's simplex, whose library is loaded by the first call.
#pragma once

#include <cstddef>
#include <limits>
#include <optional>
#include <utility>
#include <vector>

namespace sourdine {

struct LinearProgram {
  static constexpr double unbounded = std::numeric_limits<double>::infinity();

  struct Column {
    double cost = 0, lower = 0, upper = unbounded;
  };
  struct Row {
    double lower = 0, upper = 0;
    std::vector<std::pair<std::size_t, double>> factors;  // column, factor; each column once
  };

  std::vector<Column> columns;
  std::vector<Row> rows;
};

struct LinearOptimum {
  double cost = 0;
  std::vector<double> values;  // by column, within its bounds; a corner of what is allowed
};

// Nothing when no x is allowed. Throws Error(io) when Clp cannot be loaded, Error(internal) when the cost has no least
// value or the solver gives up. Any thread may call it.
std::optional<LinearOptimum> solve(const LinearProgram& program);

}  // namespace sourdine
