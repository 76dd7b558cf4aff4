#include "sourdine/random/laplace_table.h"

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/wide.h"
#include "sourdine/random/real_bernoulli.h"

namespace sourdine {
namespace {

// Pr[|X| ≥ m] (two-sided, m ≥ 1) or Pr[E ≥ m] = α^m.
struct Tail {
  std::uint64_t t, s, m;
  bool is_two_sided;

  // m ≤ 2^13 and s/t ≤ 16, so every term errs by less than 2^−(bits−20).
  template <unsigned bits>
  detail::Real<bits> log() const {
    const detail::Real<bits> exponent = -detail::Real<bits>(s) / t;
    if (!is_two_sided) return exponent * m;
    return exponent * m + boost::multiprecision::log(2 / (1 + exp(exponent)));
  }
};

std::size_t table_length(std::uint64_t t, std::uint64_t s) {
  return static_cast<std::size_t>(static_cast<Wide>(8) * t / s) + 1;  // e^−8 is left to the excess
}

// ⌊2^64·tail⌋ for a 256-bit approximation of the tail: certain unless the fraction is closer to 0 or 1 than the error.
std::uint64_t floor_of(const detail::Real<256>& tail) {
  const detail::Real<256> scaled = ldexp(tail, 64);
  const detail::Real<256> whole = floor(scaled);
  const detail::Real<256> margin = ldexp(detail::Real<256>(1), -128);
  if (scaled - whole < margin || whole + 1 - scaled < margin) {
    throw Error(ErrorCode::internal, "a threshold of discrete Laplace noise cannot be told from its neighbour");
  }
  return whole.convert_to<std::uint64_t>();
}

}  // namespace

bool LaplaceTable::fits(std::uint64_t t, std::uint64_t s) {
  return t > 0 && s > 0 && s <= static_cast<Wide>(16) * t && t <= static_cast<Wide>(512) * s;
}

LaplaceTable::Tails::Tails(std::uint64_t t, std::uint64_t s, bool is_two_sided)
    : t_(t), s_(s), is_two_sided_(is_two_sided), guide_(std::size_t{1} << guide_bits) {
  const std::size_t length = table_length(t, s);
  const detail::Real<256> ratio = exp(-detail::Real<256>(s) / t);
  detail::Real<256> tail = is_two_sided ? detail::Real<256>(2 / (1 + ratio)) : detail::Real<256>(1);
  thresholds_.reserve(length + 1);
  for (std::size_t m = 1; m <= length; ++m) {
    tail *= ratio;  // 2^12 roundings of 2^−256
    thresholds_.push_back(floor_of(tail));
  }
  thresholds_.push_back(0);
  std::size_t above = length;
  for (std::size_t leading = 0; leading < guide_.size(); ++leading) {
    const std::uint64_t last = (std::uint64_t{leading} << (64 - guide_bits)) | (~std::uint64_t{0} >> guide_bits);
    while (above > 0 && thresholds_[above - 1] <= last) --above;
    guide_[leading] = static_cast<std::uint16_t>(above);
  }
}

inline std::size_t LaplaceTable::Tails::sample(Random& random) const {
  const std::uint64_t word = random.next();
  std::size_t above = guide_[word >> (64 - guide_bits)];
  while (word < thresholds_[above]) ++above;
  return word == thresholds_[above] ? settle(random, word, above) : above;
}

// `above` thresholds exceed the word and the next equals it; the one after that is smaller, so it cannot exceed U.
[[gnu::noinline, gnu::cold]] std::size_t LaplaceTable::Tails::settle(Random& random, std::uint64_t word,
                                                                     std::size_t above) const {
  if (above == length()) return above;  // the zero at the end
  return above + (detail::sample_closely(random, Tail{t_, s_, above + 1, is_two_sided_}, word) ? 1 : 0);
}

LaplaceTable::LaplaceTable(std::uint64_t t, std::uint64_t s) : magnitude_(t, s, true), excess_(t, s, false) {}

inline std::int64_t LaplaceTable::sample_magnitude(Random& random) const {
  std::size_t magnitude = magnitude_.sample(random);
  if (magnitude < magnitude_.length()) [[likely]]
    return static_cast<std::int64_t>(magnitude);
  for (std::size_t more = excess_.length(); more == excess_.length();) {
    more = excess_.sample(random);
    magnitude += more;
  }
  return static_cast<std::int64_t>(magnitude);
}

void LaplaceTable::add(Random& random, std::span<std::int64_t> numbers) const {
  while (!numbers.empty()) {
    std::uint64_t signs = random.next();
    const std::size_t block = std::min<std::size_t>(numbers.size(), 64);
    for (std::int64_t& number : numbers.first(block)) {
      const std::int64_t magnitude = sample_magnitude(random);
      number += (signs & 1) != 0 ? -magnitude : magnitude;
      signs >>= 1;
    }
    numbers = numbers.subspan(block);
  }
}

}  // namespace sourdine
