#include "sourdine/range/range_structure.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <numbers>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"

namespace sourdine {

Confidence::Confidence(double level) : level_(level) {
  if (!(level > 0 && level < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1 (both excluded), not {}", level),
               "0.95 is customary.");
  }
  normal_ = normal_upper_quantile((1 - level) / 2);
  laplace_ = std::max(normal_, -std::log1p(-level) / std::numbers::sqrt2);
}

const Confidence& Confidence::customary() {
  static const Confidence confidence(0.95);
  return confidence;
}

// Sums of Laplace noise, as central_estimate() (range/central.h) has it; who differs overrides.
IntervalRule RangeStructure::interval_rule(const Confidence& confidence) const {
  return {.quantile = confidence.laplace(), .extra = 0.5, .largest = std::numeric_limits<double>::infinity()};
}

Estimate count_estimate(double value, double std_error, double half, double largest) {
  const double middle = std::clamp(value, 0.0, largest);
  return {value, std_error, std::max(middle - half, 0.0), std::min(middle + half, largest)};
}

void require_inside(const Range& range, std::uint64_t size) {
  if (range.first > range.last) {
    fail_input(fmt::format("the range {} … {} is reversed", range.first, range.last), "Write the smaller end first.");
  }
  if (range.last >= size) {
    fail_input(fmt::format("the range {} … {} leaves the domain 0 … {}", range.first, range.last, size - 1));
  }
}

}  // namespace sourdine
