#include "sourdine/mechanism/laplace_scale.h"

#include <cmath>
#include <numeric>

#include "sourdine/base/error.h"

namespace sourdine {

LaplaceScale LaplaceScale::of_budget(std::uint64_t nano, std::uint64_t share, std::uint64_t total,
                                     std::uint64_t sensitivity) {
  const std::uint64_t t = sensitivity * ExactEpsilon::billion * total;
  const std::uint64_t s = nano * share;
  const std::uint64_t common = std::gcd(t, s);
  return {t / common, s / common};
}

LaplaceScale LaplaceScale::of_epsilon(ExactEpsilon epsilon, std::uint64_t sensitivity) {
  constexpr std::uint64_t largest = 1'000'000'000;
  if (sensitivity == 0 || sensitivity > largest) {
    fail_input("the sensitivity of a count must be a whole number from 1 to 10^9");
  }
  if (epsilon.nano == 0) fail_input("epsilon must be greater than 0");
  const std::uint64_t t = sensitivity * ExactEpsilon::billion;
  if (t / epsilon.nano >= std::uint64_t{1} << 53) {
    fail_input("the scale of discrete Laplace noise must be at most 2^53", "ask for a larger epsilon");
  }
  const std::uint64_t common = std::gcd(t, epsilon.nano);
  return {t / common, epsilon.nano / common};
}

double LaplaceScale::variance() const {
  const double half = std::sinh(static_cast<double>(s) / static_cast<double>(t) / 2);
  return 1 / (2 * half * half);
}

}  // namespace sourdine
