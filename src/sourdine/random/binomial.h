// Exact binomial samples for any n up to 2^63: no normal approximation, no floating-point decision.
//
// Each of the n trials compares its own uniform real U with p, bit by bit from the left; trials whose bits so far equal
// those of p are undecided. Trials are exchangeable, so only their number matters: among m undecided trials the next
// bits of U are m fair coins, and Binomial(m, ½) of them show a one. Where p's bit is 1, the zeros succeed and the
// ones stay undecided; where it is 0, the ones fail and the zeros stay. That takes about log2(n) + 2 rounds, each O(1)
// in expectation (Binomial(m, ½): counting random bits for small m, exact rejection for large m; fair_binomial.h).
#pragma once

#include <cstdint>

#include "sourdine/base/wide.h"
#include "sourdine/random/random.h"

namespace sourdine {

// Number of successes among n independent trials of probability numerator/denominator, 0 ≤ numerator ≤ denominator,
// 1 ≤ denominator < 2^127, n ≤ 2^63. Throws Error(bad_input) otherwise.
std::uint64_t sample_binomial(Random& random, std::uint64_t n, Wide numerator, Wide denominator);

inline std::uint64_t sample_binomial(Random& random, std::uint64_t n, Threshold p) {
  return sample_binomial(random, n, p.numerator, static_cast<Wide>(1) << 64);
}

// Number of heads among n ≤ 2^63 fair coins. Throws Error(bad_input) for a larger n.
std::uint64_t sample_fair_binomial(Random& random, std::uint64_t n);

}  // namespace sourdine
