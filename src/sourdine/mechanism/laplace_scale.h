// LaplaceScale: how wide discrete Laplace noise is, as the fraction of whole numbers that the sampler takes.
#pragma once

#include <cstdint>

#include "sourdine/privacy/exact_epsilon.h"

namespace sourdine {

// Pr[x] ∝ e^−|x|·s/t: added to a whole-number query of sensitivity 1, it gives ε = s/t exactly.
struct LaplaceScale {
  std::uint64_t t, s;

  // What `share` of `total` equal parts of a budget of `nano`·10^−9 gives a query of this sensitivity, in lowest terms
  // and without rounding. All at least 1; nano ≤ 10^15, share ≤ total ≤ 10^5, sensitivity ≤ 2.
  static LaplaceScale of_budget(std::uint64_t nano, std::uint64_t share, std::uint64_t total,
                                std::uint64_t sensitivity);
  // The same for a whole budget and a sensitivity (L1) up to 10^9. Throws Error(bad_input) when either is zero or
  // larger, or the scale exceeds 2^53.
  static LaplaceScale of_epsilon(ExactEpsilon epsilon, std::uint64_t sensitivity);
  // 2α/(1−α)² with α = e^−s/t.
  double variance() const;
  friend bool operator==(const LaplaceScale&, const LaplaceScale&) = default;
};

}  // namespace sourdine
