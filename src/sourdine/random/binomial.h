// Exact binomial samples for any n up to 2^63: no normal approximation, no floating-point decision.
#pragma once

#include <cstdint>

#include "sourdine/base/wide.h"
#include "sourdine/random/random.h"

namespace sourdine {

// Number of successes among n independent trials of probability numerator/denominator, 0 ≤ numerator ≤ denominator,
// 1 ≤ denominator < 2^127, n ≤ 2^63.
std::uint64_t sample_binomial(Random& random, std::uint64_t n, Wide numerator, Wide denominator);

inline std::uint64_t sample_binomial(Random& random, std::uint64_t n, Threshold p) {
  return sample_binomial(random, n, p.numerator, static_cast<Wide>(1) << 64);
}

// Number of heads among n fair coins.
std::uint64_t sample_fair_binomial(Random& random, std::uint64_t n);

}  // namespace sourdine
