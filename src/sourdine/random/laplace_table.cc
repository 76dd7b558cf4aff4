#include "sourdine/random/laplace_table.h"

#include "sourdine/base/error.h"
#include "sourdine/base/wide.h"
#include "sourdine/random/real_bernoulli.h"

namespace sourdine {
namespace {

// α^m.
struct Tail {
  std::uint64_t t, s, m;

  // m ≤ 2^13 and s/t ≤ 16: the error is far below 2^−(bits−96).
  template <unsigned bits>
  detail::Real<bits> log() const {
    return -detail::Real<bits>(s) * m / t;
  }
};

// ⌊2^64·tail⌋ for a 256-bit approximation of the tail: certain unless the fraction is closer to 0 or 1 than the error.
std::uint64_t floor_of(const detail::Real<256>& tail) {
  const detail::Real<256> scaled = ldexp(tail, 64);
  const detail::Real<256> whole = floor(scaled);
  const detail::Real<256> margin = ldexp(detail::Real<256>(1), -128);
  if (scaled - whole < margin || whole + 1 - scaled < margin) {
    fail_internal("a threshold of discrete Laplace noise cannot be told from its neighbour");
  }
  return whole.convert_to<std::uint64_t>();
}

}  // namespace

bool LaplaceTable::fits(std::uint64_t t, std::uint64_t s) {
  return t > 0 && s > 0 && s <= static_cast<Wide>(16) * t && t <= static_cast<Wide>(512) * s;
}

LaplaceTable::LaplaceTable(std::uint64_t t, std::uint64_t s) : t_(t), s_(s), guide_(std::size_t{1} << guide_bits) {
  const auto length = static_cast<std::size_t>(static_cast<Wide>(8) * t / s) + 1;  // e^−8 is left to the excess
  const detail::Real<256> ratio = exp(-detail::Real<256>(s) / t);
  detail::Real<256> tail = 1;
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

// `above` thresholds exceed the word and the next equals it; the one after that is smaller, so it cannot exceed U.
[[gnu::noinline, gnu::cold]] std::size_t LaplaceTable::settle(Random& random, std::uint64_t word,
                                                              std::size_t above) const {
  if (above == length()) return above;  // the zero at the end
  return above + (detail::sample_closely(random, Tail{t_, s_, above + 1}, word) ? 1 : 0);
}

inline std::int64_t LaplaceTable::sample_magnitude(Random& random) const {
  std::size_t magnitude = 0;
  for (;;) {
    const std::uint64_t word = random.next();
    std::size_t above = guide_[word >> (64 - guide_bits)];
    while (word < thresholds_[above]) ++above;
    if (word == thresholds_[above]) above = settle(random, word, above);
    magnitude += above;
    if (above < length()) return static_cast<std::int64_t>(magnitude);
  }
}

void LaplaceTable::add(Random& random, std::span<std::int64_t> numbers) const {
  std::uint64_t signs = 0;
  unsigned signs_left = 0;
  for (std::int64_t& number : numbers) {
    std::int64_t magnitude = 0;
    bool is_negative = false;
    do {
      magnitude = sample_magnitude(random);
      if (signs_left == 0) {
        signs = random.next();
        signs_left = 64;
      }
      is_negative = (signs & 1) != 0;
      signs >>= 1;
      --signs_left;
    } while (magnitude == 0 && is_negative);  // zero has one sign only
    number += is_negative ? -magnitude : magnitude;
  }
}

}  // namespace sourdine
