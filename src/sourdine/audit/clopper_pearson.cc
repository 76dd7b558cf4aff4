#include <boost/math/special_functions/beta.hpp>
#include <cmath>
#include <limits>

#include "sourdine/audit/empirical.h"

namespace sourdine {

double clopper_pearson_lower(std::uint64_t successes, std::uint64_t trials, double alpha) {
  if (successes == 0) return 0;
  return boost::math::ibeta_inv(static_cast<double>(successes), static_cast<double>(trials - successes + 1), alpha);
}

double clopper_pearson_upper(std::uint64_t successes, std::uint64_t trials, double alpha) {
  if (successes == trials) return 1;
  // The complement's inverse: 1 − alpha would lose the digits of a small alpha.
  return boost::math::ibetac_inv(static_cast<double>(successes + 1), static_cast<double>(trials - successes), alpha);
}

double epsilon_lower_bound(std::uint64_t tp, std::uint64_t fp, std::uint64_t trials, double alpha) {
  if (tp == 0) return -std::numeric_limits<double>::infinity();
  return std::log(clopper_pearson_lower(tp, trials, alpha / 2) / clopper_pearson_upper(fp, trials, alpha / 2));
}

double epsilon_upper_bound(std::uint64_t tp, std::uint64_t fp, std::uint64_t trials, double alpha) {
  if (fp == 0) return std::numeric_limits<double>::infinity();
  return std::log(clopper_pearson_upper(tp, trials, alpha / 2) / clopper_pearson_lower(fp, trials, alpha / 2));
}

}  // namespace sourdine
