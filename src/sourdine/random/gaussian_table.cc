#include "sourdine/random/gaussian_table.h"

#include "sourdine/base/wide.h"
#include "sourdine/random/discrete_gaussian.h"
#include "sourdine/random/real_bernoulli.h"

namespace sourdine {
namespace {

// T_1, T_2, … until one is below 2^−least_bits; the sums go on until terms below 2^−(bits+64).
//
// e^−(x+1)²/(2σ²) = e^−x²/(2σ²)·q^(2x+1) with q = e^−1/(2σ²): the factor is multiplied by q² at each step. With at most
// 2^16 steps the relative error of a term stays below 2^34 roundings, far inside the 96 bits that are given away.
template <unsigned bits>
std::vector<detail::Real<bits>> gaussian_tails(std::uint64_t numerator, std::uint64_t denominator) {
  using Number = detail::Real<bits>;
  const Number q = exp(-Number(denominator) / (Number(2) * numerator));
  const Number square = q * q;
  const Number least = ldexp(Number(1), -static_cast<int>(bits) - 64);
  std::vector<Number> sums;
  Number factor = q;
  for (Number term = q; term > least; term *= factor) {
    sums.push_back(term);
    factor *= square;
  }
  for (std::size_t i = sums.size(); i-- > 1;) sums[i - 1] += sums[i];
  // Below σ = 1/16 nothing would be left; fits() keeps away from that.
  const Number whole = Number(1) + 2 * sums.front();
  for (Number& sum : sums) sum = 2 * sum / whole;
  return sums;
}

// T_m for one m.
struct GaussianTail {
  std::uint64_t numerator, denominator;
  std::size_t m;

  template <unsigned bits>
  detail::Real<bits> log() const {
    const auto tails = gaussian_tails<bits>(numerator, denominator);
    // Beyond the last term the tail is below 2^−bits: as close to zero as the caller can tell.
    return m <= tails.size() ? detail::Real<bits>(log_of(tails[m - 1])) : detail::Real<bits>(-4000);
  }

 private:
  template <class Number>
  static Number log_of(const Number& x) {
    using std::log;
    return log(x);
  }
};

std::vector<std::uint64_t> gaussian_thresholds(std::uint64_t numerator, std::uint64_t denominator) {
  std::vector<std::uint64_t> thresholds;
  for (const detail::Real<256>& tail : gaussian_tails<256>(numerator, denominator)) {
    if (tail < ldexp(detail::Real<256>(1), -34)) break;
    thresholds.push_back(detail::floor_of_word(tail));
  }
  return thresholds;
}

}  // namespace

bool GaussianTable::fits(std::uint64_t numerator, std::uint64_t denominator) {
  return numerator > 0 && denominator > 0 && numerator <= gaussian_limit && denominator <= gaussian_limit &&
         denominator <= 16 * numerator && numerator <= static_cast<Wide>(denominator) << 18;
}

GaussianTable::GaussianTable(std::uint64_t numerator, std::uint64_t denominator)
    : numerator_(numerator), denominator_(denominator), table_(gaussian_thresholds(numerator, denominator)) {}

// `above` thresholds exceed the word: U is below T_above, and what is left to ask begins at the next.
[[gnu::noinline, gnu::cold]] std::size_t GaussianTable::settle(Random& random, std::uint64_t word,
                                                               std::size_t above) const {
  detail::UniformPrefix uniform{{word}, 1};
  while (detail::is_below(random, GaussianTail{numerator_, denominator_, above + 1}, uniform)) ++above;
  return above;
}

void GaussianTable::add(Random& random, std::span<std::int64_t> numbers) const {
  const std::size_t end = table_.length();
  FairSigns signs;
  for (std::int64_t& number : numbers) {
    const std::uint64_t word = random.next();
    std::size_t above = table_.count_above(word);
    if (table_.is_next(above, word) || above == end) above = settle(random, word, above);
    const auto magnitude = static_cast<std::int64_t>(above);
    number += signs.is_negative(random) ? -magnitude : magnitude;
  }
}

}  // namespace sourdine
