#include "sourdine/estimate/normal.h"

#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <numbers>

namespace sourdine {

double normal_density(double x) { return std::exp(-x * x / 2) * std::numbers::inv_sqrtpi / std::numbers::sqrt2; }

double normal_cdf(double x) { return std::erfc(-x / std::numbers::sqrt2) / 2; }

double normal_upper_quantile(double tail) {
  return boost::math::quantile(boost::math::complement(boost::math::normal(), tail));
}

}  // namespace sourdine
