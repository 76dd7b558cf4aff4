#include "sourdine/estimate/bias.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"

namespace sourdine {
namespace {

// h for s = 1. In the lower tail the two terms cancel to φ(t)/t²: about t² units of the last digit are lost.
double standard_positive_part(double t) { return std::max(0.0, t * normal_cdf(t) + normal_density(t)); }

}  // namespace

double expected_positive_part(double mean, double std_error) {
  if (std_error == 0) return std::max(0.0, mean);
  return std_error * standard_positive_part(mean / std_error);
}

double mean_before_cut(double observed, double std_error) {
  if (!(observed >= 0) || !(std_error >= 0) || !std::isfinite(observed) || !std::isfinite(std_error)) {
    fail_input(fmt::format("a mean of cut estimates and its standard error must be at least 0, not {} and {}", observed,
                           std_error));
  }
  if (std_error == 0) return observed;
  const double target = observed / std_error;
  // h(t) > t, so the root lies left of the target; h(−37) ≈ 1e−301 is the last value a double can hold.
  double low = -37;
  double high = target;
  if (standard_positive_part(low) >= target) return -std::numeric_limits<double>::infinity();
  for (double middle = (low + high) / 2; middle > low && middle < high; middle = (low + high) / 2) {
    (standard_positive_part(middle) < target ? low : high) = middle;
  }
  return high * std_error;
}

}  // namespace sourdine
