// ln n! with a proven error, in any precision up to 1024 bits. Internal (third-party type).
#pragma once

#include <boost/math/constants/constants.hpp>
#include <boost/multiprecision/cpp_int.hpp>
#include <cstdint>
#include <vector>

#include "sourdine/random/real_bernoulli.h"

namespace sourdine::detail {

// T_1 … T_80 = 1, 2, 16, 272, …: the Taylor coefficients of tan, exact. |B_2j| = 2j·T_j / (4^j·(4^j − 1)).
const std::vector<boost::multiprecision::cpp_int>& tangent_numbers();

// Within 2^(75−bits) of ln n!. Stirling's series alternates and a truncated sum errs by less than its first omitted
// term; for n ≥ 1024 the 80th term is below 2^−1080. What remains is rounding: the largest term, (n + ½)·ln n, is
// below 2^70 and passes through a handful of operations.
template <unsigned bits>
Real<bits> log_factorial(std::uint64_t n) {
  if (n < 1024) {
    Real<bits> product = 1;
    for (std::uint64_t i = 2; i <= n; ++i) product *= i;
    return boost::multiprecision::log(product);
  }
  const Real<bits> x = n;
  Real<bits> sum = (x + 0.5) * boost::multiprecision::log(x) - x +
                   boost::multiprecision::log(boost::math::constants::two_pi<Real<bits>>()) / 2;
  const Real<bits> negligible = ldexp(Real<bits>(1), -static_cast<int>(bits));
  const Real<bits> inverse = 1 / x;
  const Real<bits> minus_square = -inverse * inverse;
  Real<bits> power = inverse;  // ± n^−(2j−1)
  boost::multiprecision::cpp_int four = 4;
  unsigned odd = 1;
  for (const auto& tangent : tangent_numbers()) {
    const Real<bits> term =
        power * Real<bits>(tangent) / Real<bits>(boost::multiprecision::cpp_int(four * (four - 1) * odd));
    if (abs(term) < negligible) break;
    sum += term;
    power *= minus_square;
    four *= 4;
    odd += 2;
  }
  return sum;
}

}  // namespace sourdine::detail
