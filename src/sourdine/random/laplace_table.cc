#include "sourdine/random/laplace_table.h"

#include "sourdine/base/wide.h"
#include "sourdine/random/real_bernoulli.h"

namespace sourdine {
namespace {

constexpr std::uint64_t longest_scale = 512;  // of one table

// α^m, for α = e^−s/t.
struct Tail {
  std::uint64_t t, s, m;

  // m ≤ 2^13 and s/t ≤ 16: the error is far below 2^−(bits−96).
  template <unsigned bits>
  detail::Real<bits> log() const {
    return -detail::Real<bits>(s) * m / t;
  }
};

// (α^m − α^b)/(1 − α^b), 1 ≤ m < b.
template <unsigned bits>
detail::Real<bits> remainder_tail(std::uint64_t t, std::uint64_t s, std::uint64_t block, std::uint64_t m) {
  using Number = detail::Real<bits>;
  const Number end = exp(-Number(s) * block / t);
  return (exp(-Number(s) * m / t) - end) / (1 - end);
}

struct RemainderTail {
  std::uint64_t t, s, block, m;

  // s·b/t is 1/512 or more: what the differences cancel is 20 bits, and the logarithm of 2^−11 or more adds as few.
  template <unsigned bits>
  detail::Real<bits> log() const {
    return log_of(remainder_tail<bits>(t, s, block, m));
  }

 private:
  template <class Number>
  static Number log_of(const Number& x) {
    using std::log;
    return log(x);
  }
};

// The least power of two b for which the scale t/(s·b) fits one table.
std::uint64_t block_of(std::uint64_t t, std::uint64_t s) {
  std::uint64_t block = 1;
  while (t > static_cast<Wide>(longest_scale) * s * block) block *= 2;
  return block;
}

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

std::vector<std::uint64_t> remainder_thresholds_of(std::uint64_t t, std::uint64_t s, std::uint64_t block) {
  const detail::Real<256> ratio = exp(-detail::Real<256>(s) / t);
  const detail::Real<256> end = exp(-detail::Real<256>(s) * block / t);
  detail::Real<256> power = 1;
  std::vector<std::uint64_t> thresholds;
  thresholds.reserve(block);
  for (std::uint64_t m = 1; m < block; ++m) {
    power *= ratio;
    thresholds.push_back(detail::floor_of_word((power - end) / (1 - end)));
  }
  return thresholds;
}

// `above` thresholds exceed the word and the next equals it; the one after that is smaller, so it cannot exceed U.
template <class TailOf>
[[gnu::noinline, gnu::cold]] std::size_t settle(Random& random, const ThresholdTable& table, std::uint64_t word,
                                                std::size_t above, const TailOf& tail) {
  if (above == table.length()) return above;  // the zero at the end
  return above + (detail::sample_closely(random, tail, word) ? 1 : 0);
}

}  // namespace

bool LaplaceTable::fits(std::uint64_t t, std::uint64_t s) {
  return t > 0 && s > 0 && s <= static_cast<Wide>(16) * t && t <= static_cast<Wide>(s) << 20;
}

LaplaceTable::LaplaceTable(std::uint64_t t, std::uint64_t s)
    : t_(t),
      s_(s),
      block_(block_of(t, s)),
      table_(laplace_thresholds(t, s * block_)),  // t ≥ 512·s·b/2 where b > 1, so that s·b does not overflow
      remainders_(remainder_thresholds_of(t, s, block_)) {}

inline std::size_t LaplaceTable::sample_quotient(Random& random) const {
  std::size_t quotient = 0;
  for (;;) {
    const std::uint64_t word = random.next();
    std::size_t above = table_.count_above(word);
    if (table_.is_next(above, word)) above = settle(random, table_, word, above, Tail{t_, s_ * block_, above + 1});
    quotient += above;
    if (above < table_.length()) return quotient;
  }
}

inline std::size_t LaplaceTable::sample_remainder(Random& random) const {
  if (block_ == 1) return 0;
  const std::uint64_t word = random.next();
  const std::size_t above = remainders_.count_above(word);
  if (!remainders_.is_next(above, word)) return above;
  return settle(random, remainders_, word, above, RemainderTail{t_, s_, block_, above + 1});
}

inline std::int64_t LaplaceTable::sample_magnitude(Random& random) const {
  const std::size_t quotient = sample_quotient(random);
  return static_cast<std::int64_t>(quotient * block_ + sample_remainder(random));
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
