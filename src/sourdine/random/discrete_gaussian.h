// Discrete Gaussian noise: an integer X with Pr[X = x] ∝ e^−x²/(2σ²), σ² = numerator/denominator. Exact; written for
// any Chance.
//
// Privacy: added to integer queries whose answers change by D in Euclidean length, it gives ρ-zCDP with ρ = D²/(2σ²),
// as the continuous law does. Variance at most σ², and equal to it for all practical purposes once σ ≥ 1. Expected O(1)
// draws whatever σ.
// Limits: numerator and denominator from 1 to 2^48; Error(bad_input) otherwise.
//
// Reference: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), algorithm 3.
#pragma once

#include <algorithm>
#include <cstdint>

#include "sourdine/base/error.h"
#include "sourdine/random/bernoulli.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/integer_sqrt.h"

namespace sourdine {

inline constexpr std::uint64_t gaussian_limit = std::uint64_t{1} << 48;

namespace detail {

// True with probability e^−(a²/denominator); a < 2^114, 1 ≤ denominator < 2^127. A square that does not fit is taken in
// parts, whose probabilities multiply.
template <Chance C>
bool bernoulli_exp_square(C& chance, Wide a, Wide denominator) {
  if (a == 0) return true;
  const Wide part = std::min(a, ~Wide{0} / a);
  for (Wide left = a; left > 0; left -= std::min(left, part)) {
    if (!bernoulli_exp(chance, a * std::min(left, part), denominator)) return false;
  }
  return true;
}

}  // namespace detail

// Noise of variance parameter σ² = numerator/denominator.
template <Chance C>
std::int64_t sample_discrete_gaussian(C& chance, std::uint64_t numerator, std::uint64_t denominator) {
  if (numerator == 0 || denominator == 0 || numerator > gaussian_limit || denominator > gaussian_limit) {
    fail_input("sigma^2 of discrete Gaussian noise must be a fraction of whole numbers from 1 to 2^48");
  }
  const std::uint64_t t = integer_sqrt(numerator / denominator) + 1;  // ⌊σ⌋ + 1
  // |Y| − σ²/t = (|Y|·d·t − n)/(d·t), and its square over 2σ² has the denominator 2·n·d·t² ≤ 2·(n + √(nd))² < 2^100.
  const Wide step = static_cast<Wide>(denominator) * t;
  for (;;) {
    const std::int64_t y = sample_discrete_laplace(chance, t, 1);
    const Wide reach = static_cast<Wide>(y < 0 ? -y : y) * step;
    const Wide distance = reach > numerator ? reach - numerator : numerator - reach;
    if (detail::bernoulli_exp_square(chance, distance, 2 * static_cast<Wide>(numerator) * step * t)) return y;
  }
}

}  // namespace sourdine
