#include "sourdine/random/fair_binomial.h"

#include <bit>
#include <cmath>
#include <limits>
#include <numbers>

namespace sourdine::detail {
namespace {

// Number of tails before the first head.
std::uint64_t sample_step(Random& random) {
  for (std::uint64_t tails = 0;; tails += 64) {
    if (const std::uint64_t coins = random.next(); coins != 0) {
      return tails + static_cast<std::uint64_t>(std::countr_zero(coins));
    }
  }
}

// Stirling's correction: ln n! − [(n + ½)·ln n − n + ½·ln 2π], within 1/(1260 n⁵).
double stirling_correction(double n) { return (1.0 / 12 - 1 / (360 * n * n)) / n; }

}  // namespace

// With x = d/N and Stirling's formula,
//   ln[p(d)·2^k·√(πN)] = k·ln 2 − N·h(x) − ½·ln(1 − x²) + c(2N) − c(N+d) − c(N−d),
//   N·h(x) = N·[(1+x)·ln(1+x) + (1−x)·ln(1−x)] = d²/N · Σ_{i≥0} x^{2i} / ((i+1)(2i+1)),
// a sum of positive terms, so nothing cancels. Errors for N ≥ 256 and x ≤ 1/8: the series stops after x^12, leaving
// less than 2^−48 of its value; the corrections c leave less than 2^−48; rounding, and exp and log1p to within 2^−42,
// leave less than 2^−41 relative to the terms. A relative error δ of d²/N in the exponent changes the result by less
// than 2δ because the result is at most exp(0.6·√t − 8t/9) for t = d²/N. In all less than 2^−38; the contract is 2^−36.
// Beyond x = 1/8 the bound exp(k·ln 2 − d²/(N+d)) tells that the result is practically zero: for N ≥ 2064 always.
double FairAcceptance::estimate() const {
  constexpr double unknown = std::numeric_limits<double>::quiet_NaN();
  if (half < 256) return unknown;
  const auto n = static_cast<double>(half);
  const auto d = static_cast<double>(shift);
  const double rise = static_cast<double>(step) * std::numbers::ln2;
  if (shift > half / 8) return d * d / (n + d) - rise > 26 ? 0 : unknown;  // e^−26 < 2^−37
  const double x = d / n;
  const double xx = x * x;
  const double series =
      1 + xx * (1.0 / 6 + xx * (1.0 / 15 + xx * (1.0 / 28 + xx * (1.0 / 45 + xx * (1.0 / 66 + xx * (1.0 / 91))))));
  return std::exp(rise - d * x * series - std::log1p(-xx) / 2 + stirling_correction(2 * n) -
                  stirling_correction(n + d) - stirling_correction(n - d));
}

std::uint64_t sample_even_fair_binomial(Random& random, std::uint64_t half) {
  const std::uint64_t width = proposal_width(half);
  for (;;) {
    const std::uint64_t step = sample_step(random);
    if (step > half / width) continue;  // d > N whatever the offset
    const std::uint64_t signed_offset = random.below(2 * width);
    const bool negative = (signed_offset & 1) != 0;
    const std::uint64_t shift = step * width + signed_offset / 2;
    if (shift > half || (negative && shift == 0)) continue;
    if (sample_real_bernoulli(random, FairAcceptance{half, shift, step})) {
      return negative ? half - shift : half + shift;
    }
  }
}

}  // namespace sourdine::detail
