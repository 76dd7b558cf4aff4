// Exact Bernoulli decisions for probabilities that are fractions, or e^−γ for a fraction γ. Only bounded integers are
// drawn. Written for any Chance, so that Branches can enumerate them.
//
// Reference: Canonne, Kamath, Steinke, "The Discrete Gaussian for Differential Privacy" (2020), algorithm 1.
#pragma once

#include <cstdint>

#include "sourdine/base/wide.h"
#include "sourdine/random/random.h"

namespace sourdine {

// True with probability numerator/denominator; 0 ≤ numerator ≤ denominator, 1 ≤ denominator < 2^127.
template <Chance C>
bool bernoulli_rational(C& chance, Wide numerator, Wide denominator) {
  if (numerator >= denominator) return true;
  if (denominator >> 64 == 0) {
    return chance.bernoulli(static_cast<std::uint64_t>(numerator), static_cast<std::uint64_t>(denominator));
  }
  // Compares a uniform real with the fraction bit by bit (long division); two bits decide on average.
  while (numerator > 0) {
    numerator *= 2;
    const bool bit = numerator >= denominator;
    if (bit) numerator -= denominator;
    if ((chance.below(2) == 1) != bit) return bit;
  }
  return false;
}

namespace detail {

// e^−γ for γ = numerator/denominator ≤ 1. The loop goes past k with probability γ^k/k!, so it stops at an odd k with
// probability Σ (−γ)^j/j!.
template <Chance C>
bool bernoulli_exp_unit(C& chance, Wide numerator, Wide denominator) {
  std::uint64_t k = 1;
  // Bernoulli(γ/k) as Bernoulli(γ) and Bernoulli(1/k): the product of the denominators could overflow.
  while (bernoulli_rational(chance, numerator, denominator) && bernoulli_rational(chance, 1, k)) ++k;
  return k % 2 == 1;
}

}  // namespace detail

// True with probability e^−(numerator/denominator); numerator any, 1 ≤ denominator < 2^127.
template <Chance C>
bool bernoulli_exp(C& chance, Wide numerator, Wide denominator) {
  for (Wide whole = numerator / denominator; whole > 0; --whole) {
    if (!detail::bernoulli_exp_unit(chance, 1, 1)) return false;
  }
  return detail::bernoulli_exp_unit(chance, numerator % denominator, denominator);
}

}  // namespace sourdine
