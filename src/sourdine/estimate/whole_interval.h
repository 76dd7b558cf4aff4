// Intervals of counts that are whole numbers. Internal to estimate/.
#pragma once

#include <algorithm>
#include <cmath>

namespace sourdine {

// The whole numbers from `lower` to `upper`: they hold a whole count exactly when the interval did. Where there is none
// between the two, the one nearest to `value`. All lie in [0, total]; total is whole. What is whole but for rounding is
// whole.
inline void keep_whole_numbers(double& lower, double& upper, double value, double total) {
  constexpr double rounding = 1e-9;
  const double first = std::max(0.0, std::ceil(lower - rounding * std::max(1.0, lower)));
  const double last = std::min(total, std::floor(upper + rounding * std::max(1.0, upper)));
  if (first <= last) {
    lower = first;
    upper = last;
  } else {
    lower = upper = std::round(std::clamp(value, 0.0, total));
  }
}

// Widens an interval of whole numbers until less than one lies between it and `point`, which is in [0, total].
inline void reach_point(double& lower, double& upper, double point) {
  lower = std::min(lower, std::ceil(point));
  upper = std::max(upper, std::floor(point));
}

}  // namespace sourdine
