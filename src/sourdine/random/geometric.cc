#include "sourdine/random/geometric.h"

#include <bit>
#include <cmath>

#include "sourdine/random/real_bernoulli.h"

namespace sourdine {
namespace {

// (1−p)^trials for trials ≤ 1/p: the probability that a run of trials all fail.
struct AllFail {
  Threshold p;
  double log_fail;  // ln(1−p)
  std::uint64_t trials;

  // The exponent lies between −1.4 and 0, so its error, like that of exp, is a few units in the 53rd bit.
  double estimate() const { return std::exp(static_cast<double>(trials) * log_fail); }

  // 1 − p is exact; the logarithm errs by a few 2^−bits, times at most 2^63 trials.
  template <unsigned bits>
  detail::Real<bits> log() const {
    const detail::Real<bits> fail = 1 - ldexp(detail::Real<bits>(p.numerator), -64);
    return boost::multiprecision::log(fail) * trials;
  }
};

}  // namespace

// Bringmann and Friedrich, "Exact and Efficient Generation of Geometric Random Variates and Random Graphs" (2013):
// whole blocks of 2^j ≤ 1/p failures are passed with probability (1−p)^(2^j) each; the position inside the last block
// is uniform, kept with probability (1−p)^position.
std::uint64_t sample_geometric(Random& random, Threshold p) {
  if (p.numerator == 0) return longest_skip;
  const int j = std::countl_zero(p.numerator);  // 2^−(j+1) ≤ p < 2^−j
  if (j <= 2) {
    std::uint64_t failures = 0;
    while (!random.bernoulli(p)) ++failures;
    return failures;
  }
  const std::uint64_t block = std::uint64_t{1} << j;
  const double log_fail = std::log1p(-p.probability());
  std::uint64_t passed = 0;
  while (detail::sample_real_bernoulli(random, AllFail{p, log_fail, block})) {
    passed += block;
    if (passed >= longest_skip) return longest_skip;
  }
  for (;;) {
    const std::uint64_t position = random.below(block);
    if (detail::sample_real_bernoulli(random, AllFail{p, log_fail, position})) return passed + position;
  }
}

}  // namespace sourdine
