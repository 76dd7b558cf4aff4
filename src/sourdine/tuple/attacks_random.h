// What attacks have in common: the largest of several numbers, among equals any, by chance. Internal to tuple/.
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>

#include "sourdine/random/random.h"

namespace sourdine {

// Sums in another order are equal, too. `most` is finite.
inline bool is_nearly(double number, double most) {
  return std::abs(number - most) <= 1e-9 * std::max(1.0, std::abs(most));
}

inline std::size_t any_largest(std::span<const double> numbers, Random& random) {
  const double most = *std::max_element(numbers.begin(), numbers.end());
  const auto is_largest = [most](double number) { return is_nearly(number, most); };
  std::uint64_t skip =
      random.below(static_cast<std::uint64_t>(std::count_if(numbers.begin(), numbers.end(), is_largest)));
  for (std::size_t i = 0;; ++i) {
    if (is_largest(numbers[i]) && skip-- == 0) return i;
  }
}

}  // namespace sourdine
