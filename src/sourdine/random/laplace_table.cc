#include "sourdine/random/laplace_table.h"

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

std::vector<std::uint64_t> laplace_thresholds(std::uint64_t t, std::uint64_t s) {
  const auto length = static_cast<std::size_t>(static_cast<Wide>(8) * t / s) + 1;  // e^−8 is left to the excess
  const detail::Real<256> ratio = exp(-detail::Real<256>(s) / t);
  detail::Real<256> tail = 1;
  std::vector<std::uint64_t> thresholds;
  thresholds.reserve(length + 1);
  for (std::size_t m = 1; m <= length; ++m) {
    tail *= ratio;  // 2^12 roundings of 2^−256
    thresholds.push_back(detail::floor_of_word(tail));
  }
  return thresholds;
}

}  // namespace

bool LaplaceTable::fits(std::uint64_t t, std::uint64_t s) {
  return t > 0 && s > 0 && s <= static_cast<Wide>(16) * t && t <= static_cast<Wide>(512) * s;
}

LaplaceTable::LaplaceTable(std::uint64_t t, std::uint64_t s) : t_(t), s_(s), table_(laplace_thresholds(t, s)) {}

// `above` thresholds exceed the word and the next equals it; the one after that is smaller, so it cannot exceed U.
[[gnu::noinline, gnu::cold]] std::size_t LaplaceTable::settle(Random& random, std::uint64_t word,
                                                              std::size_t above) const {
  if (above == table_.length()) return above;  // the zero at the end
  return above + (detail::sample_closely(random, Tail{t_, s_, above + 1}, word) ? 1 : 0);
}

inline std::int64_t LaplaceTable::sample_magnitude(Random& random) const {
  std::size_t magnitude = 0;
  for (;;) {
    const std::uint64_t word = random.next();
    std::size_t above = table_.count_above(word);
    if (table_.is_next(above, word)) above = settle(random, word, above);
    magnitude += above;
    if (above < table_.length()) return static_cast<std::int64_t>(magnitude);
  }
}

void LaplaceTable::add(Random& random, std::span<std::int64_t> numbers) const {
  FairSigns signs;
  for (std::int64_t& number : numbers) {
    std::int64_t magnitude = 0;
    bool is_negative = false;
    do {
      magnitude = sample_magnitude(random);
      is_negative = signs.is_negative(random);
    } while (magnitude == 0 && is_negative);  // zero has one sign only
    number += is_negative ? -magnitude : magnitude;
  }
}

}  // namespace sourdine
