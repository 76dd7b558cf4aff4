// Discrete Gaussian noise: an integer X with Pr[X = x] ∝ e^−x²/(2σ²). Exact; written for any Chance.
//
// Privacy: added to an integer query of sensitivity Δ, it gives ρ-zCDP with ρ = Δ²/(2σ²), as continuous noise does.
// Variance at most σ². Expected O(1) draws whatever σ is.
// Limits: σ² = numerator/denominator with both between 1 and 2^48 (σ from 6·10^−8 to 1.6·10^7); Error(bad_input)
// otherwise.
//
// Reference: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), algorithm 3.
#pragma once

#include <cstdint>

#include "sourdine/base/error.h"
#include "sourdine/random/bernoulli.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/integer_sqrt.h"

namespace sourdine {

// Noise with parameter σ² = numerator/denominator.
template <Chance C>
std::int64_t sample_discrete_gaussian(C& chance, std::uint64_t numerator, std::uint64_t denominator) {
  constexpr std::uint64_t largest = std::uint64_t{1} << 48;
  if (numerator == 0 || denominator == 0 || numerator > largest || denominator > largest) {
    fail_input("sigma squared of discrete Gaussian noise must be a fraction of whole numbers between 1 and 2^48");
  }
  const std::uint64_t t = integer_sqrt(numerator / denominator) + 1;  // ⌊σ⌋ + 1
  for (;;) {
    const std::int64_t y = sample_discrete_laplace(chance, t, 1);
    const auto magnitude = static_cast<std::uint64_t>(y < 0 ? -y : y);
    // Accept with probability e^−γ, γ = (|y| − σ²/t)² / (2σ²) = distance² / (2 · numerator · denominator · t²).
    // t² ≤ 4·max(σ², 1), so the denominator is at most 2^99, and t·denominator ≤ 2^49, so the product is below 2^113.
    const Wide reached = static_cast<Wide>(magnitude) * t * denominator;
    const Wide distance = reached > numerator ? reached - numerator : numerator - reached;
    // Where the square would not fit, γ ≥ 2^29: e^−γ is zero to half a billion bits, and |y| > 10^4·t never occurs.
    if (distance >> 64 != 0) continue;
    if (bernoulli_exp(chance, distance * distance, static_cast<Wide>(2) * numerator * denominator * t * t)) return y;
  }
}

}  // namespace sourdine
