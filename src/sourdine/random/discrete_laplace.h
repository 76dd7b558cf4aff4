// Discrete Laplace noise: an integer X with Pr[X = x] = (1−α)/(1+α) · α^|x|, α = e^−s/t. Exact; written for any Chance.
//
// Privacy: added to an integer query of sensitivity Δ, it gives pure ε-DP with ε = Δ·s/t.
// Variance 2α/(1−α)². Expected O(1) draws whatever the scale.
// Limits: 1 ≤ s, 1 ≤ t, and a scale t/s of at most 2^53; Error(bad_input) otherwise. |X| is capped at 2^63 − 1, which
// happens with probability below e^−1023 and, being post-processing, costs no privacy.
//
// Reference: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), algorithm 2.
#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/random/bernoulli.h"

namespace sourdine {

// Noise of scale t/s.
template <Chance C>
std::int64_t sample_discrete_laplace(C& chance, std::uint64_t t, std::uint64_t s) {
  if (t == 0 || s == 0 || t > static_cast<Wide>(s) << 53) {
    fail_input("the scale of discrete Laplace noise must be a fraction greater than 0 and at most 2^53");
  }
  constexpr Wide largest = std::numeric_limits<std::int64_t>::max();
  for (;;) {
    // u + t·v is geometric with ratio e^−1/t: the remainder u and the quotient v are independent.
    const std::uint64_t u = chance.below(t);
    if (!bernoulli_exp(chance, u, t)) continue;
    std::uint64_t v = 0;
    while (bernoulli_exp(chance, 1, 1)) ++v;
    // Groups of s neighbours: geometric with ratio e^−s/t.
    const Wide magnitude = (u + static_cast<Wide>(t) * v) / s;
    const bool negative = chance.below(2) == 1;
    if (negative && magnitude == 0) continue;  // zero has one sign only
    const auto result = static_cast<std::int64_t>(std::min(magnitude, largest));
    return negative ? -result : result;
  }
}

}  // namespace sourdine
