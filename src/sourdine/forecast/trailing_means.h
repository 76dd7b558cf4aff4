// Means over the last n days of a table, in constant time each.
#pragma once

#include <algorithm>
#include <cstddef>
#include <span>
#include <vector>

namespace sourdine {

class TrailingMeans {
 public:
  // T × columns, row after row.
  TrailingMeans(std::span<const double> table, std::size_t columns) : columns_(columns), sums_(table.size() + columns) {
    for (std::size_t i = 0; i < table.size(); ++i) sums_[i + columns] = sums_[i] + table[i];
  }

  // The mean of days t−n+1 … t; of as many as there are near the beginning.
  double mean(std::size_t t, std::size_t n, std::size_t column = 0) const {
    const std::size_t from = t + 1 - std::min(n, t + 1);
    return (sums_[(t + 1) * columns_ + column] - sums_[from * columns_ + column]) / static_cast<double>(t + 1 - from);
  }

 private:
  std::size_t columns_;
  std::vector<double> sums_;
};

}  // namespace sourdine
