// Exact samples of Binomial(2N, ½) in O(1) expected time, by rejection. Internal (third-party type): callers use
// sample_fair_binomial in binomial.h.
//
// Write p(d) = C(2N, N+d) / 4^N for the probability of N + d heads. Propose a step k with probability 2^−(k+1), an
// offset i uniform below the width w, a sign, and d = k·w + i; refuse d > N, and zero with a minus sign. Every (sign,
// d) is proposed with probability 2^−(k+2) / w, so accepting with probability p(d)·2^k·√(πN) gives exactly p. That is a
// probability (at most 1) because
//   p(d)/p(0) = Π_{j=1..d} (1 − d/(N+j)) ≤ exp(−d²/(N+d)),   p(0) ≤ 1/√(πN),
// and for d ≥ kw with w² ≥ 7N/5 and d ≤ N:   d²/(N+d) ≥ d²/2N ≥ 7k²/10 ≥ k·ln 2.
// The overall acceptance rate is √(πN)/4w ≈ 0.374 for every large N.
#pragma once

#include <cstdint>

#include "sourdine/random/integer_sqrt.h"
#include "sourdine/random/log_factorial.h"
#include "sourdine/random/real_bernoulli.h"

namespace sourdine::detail {

// The acceptance probability p(d)·2^k·√(πN), 1 ≤ N ≤ 2^62, d ≤ N.
struct FairAcceptance {
  std::uint64_t half;   // N
  std::uint64_t shift;  // d
  std::uint64_t step;   // k

  double estimate() const;

  // The three log-factorials err by less than 2^(77−bits) together, the other terms by less than 2^(70−bits).
  template <unsigned bits>
  Real<bits> log() const {
    using boost::math::constants::ln_two;
    using boost::math::constants::pi;
    const Real<bits> n = half;
    return log_factorial<bits>(2 * half) - log_factorial<bits>(half + shift) - log_factorial<bits>(half - shift) +
           (Real<bits>(step) - 2 * n) * ln_two<Real<bits>>() +
           boost::multiprecision::log(Real<bits>(n * pi<Real<bits>>())) / 2;
  }
};

// w: an integer with w² ≥ 7N/5.
inline std::uint64_t proposal_width(std::uint64_t half) { return integer_sqrt(static_cast<Wide>(half) * 7 / 5) + 1; }

// Number of heads among 2N fair coins, 1 ≤ N ≤ 2^62.
std::uint64_t sample_even_fair_binomial(Random& random, std::uint64_t half);

}  // namespace sourdine::detail
