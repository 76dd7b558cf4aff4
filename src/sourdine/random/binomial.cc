#include "sourdine/random/binomial.h"

#include <bit>

#include "sourdine/base/error.h"
#include "sourdine/random/fair_binomial.h"

namespace sourdine {
namespace {

// Up to this many coins, counting random bits is about as fast as one rejection sample; above it (N ≥ 2112) the sampler
// never lacks a quick estimate (fair_binomial.cc). Both are exact.
constexpr std::uint64_t most_counted = 4224;

std::uint64_t count_heads(Random& random, std::uint64_t n) {
  std::uint64_t heads = 0;
  for (; n >= 64; n -= 64) heads += static_cast<std::uint64_t>(std::popcount(random.next()));
  if (n > 0) heads += static_cast<std::uint64_t>(std::popcount(random.next() >> (64 - n)));
  return heads;
}

std::uint64_t fair_binomial(Random& random, std::uint64_t n) {
  if (n <= most_counted) return count_heads(random, n);
  return detail::sample_even_fair_binomial(random, n / 2) + (n % 2 == 0 ? 0 : count_heads(random, 1));
}

void require_trials(std::uint64_t n) {
  if (n > std::uint64_t{1} << 63) fail_input("a binomial sample has at most 2^63 trials");
}

}  // namespace

std::uint64_t sample_fair_binomial(Random& random, std::uint64_t n) {
  require_trials(n);
  return fair_binomial(random, n);
}

std::uint64_t sample_binomial(Random& random, std::uint64_t n, Wide numerator, Wide denominator) {
  require_trials(n);
  if (denominator == 0 || denominator >> 127 != 0 || numerator > denominator) {
    fail_input("a binomial probability is a fraction between 0 and 1 with a denominator below 2^127");
  }
  if (numerator == denominator) return n;
  std::uint64_t successes = 0;
  std::uint64_t undecided = n;
  // Long division yields the bits of p; when the remainder is zero, p's bits are zero from here on, and a trial that
  // has agreed with p so far has U ≥ p.
  for (Wide remainder = numerator; undecided > 0 && remainder > 0;) {
    remainder *= 2;
    const std::uint64_t ones = fair_binomial(random, undecided);
    if (remainder >= denominator) {
      remainder -= denominator;
      successes += undecided - ones;
      undecided = ones;
    } else {
      undecided -= ones;
    }
  }
  return successes;
}

}  // namespace sourdine
