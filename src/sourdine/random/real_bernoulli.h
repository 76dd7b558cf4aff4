// Bernoulli of a real probability, decided exactly. Internal (third-party type).
//
// To decide "U < p" for a uniform real U and a real p one needs U and p only as closely as it takes to tell them apart.
// U is drawn 64 bits at a time. p is first known as a double with an error bound far above that of the arithmetic; in
// the few cases that this leaves open (one in 2^34), p is computed again in 256-bit and then in 1024-bit arithmetic.
// Floating-point numbers only bracket p: whatever their precision, an outcome is taken only when every number in the
// bracket gives the same, so the law is exactly Bernoulli(p). If 896 bits do not decide (probability < 2^−880), Error.
//
// The words drawn do not depend on the double: when it cannot decide, the first word is tried again in 256 bits, which
// are computed in integers and hence alike on all machines.
//
// P offers   double estimate() const;   within 2^−36 of p, or NaN when it has no such estimate;
//            template <unsigned bits> Real<bits> log() const;   within 2^−(bits−96) of ln p ≤ 0.
#pragma once

#include <array>
#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cstdint>
#include <optional>
#include <span>

#include "sourdine/base/error.h"
#include "sourdine/random/random.h"

namespace sourdine::detail {

template <unsigned bits>
using Real =
    boost::multiprecision::number<boost::multiprecision::cpp_bin_float<bits, boost::multiprecision::digit_base_2>,
                                  boost::multiprecision::et_off>;

// ⌊2^64·p⌋ for a 256-bit approximation of p < 1 to 2^−192: certain unless the fraction is closer to 0 or 1 than the
// error, which throws Error(internal) and has not been seen.
inline std::uint64_t floor_of_word(const Real<256>& probability) {
  const Real<256> scaled = ldexp(probability, 64);
  const Real<256> whole = floor(scaled);
  const Real<256> margin = ldexp(Real<256>(1), -128);
  if (scaled - whole < margin || whole + 1 - scaled < margin) {
    fail_internal("a threshold of discrete noise cannot be told from its neighbour");
  }
  return whole.convert_to<std::uint64_t>();
}

// The leading words of a uniform real number in [0, 1).
struct UniformPrefix {
  std::array<std::uint64_t, 14> words;
  unsigned count;

  unsigned bits() const { return 64 * count; }
  template <unsigned precision>
  Real<precision> lower() const {
    Real<precision> sum = 0;
    for (unsigned i = 0; i < count; ++i) sum += ldexp(Real<precision>(words[i]), -64 * static_cast<int>(i + 1));
    return sum;
  }
};

// Decides with `bits`-bit arithmetic, drawing words as long as they carry less than bits − 128 bits in all.
template <unsigned bits, class P>
std::optional<bool> settle(Random& random, const P& probability, UniformPrefix& uniform) {
  const Real<bits> log = probability.template log<bits>();
  // e^x ≤ 1 turns an error of 2^−(bits−96) in x into at most twice that; below e^−2000 zero is close enough.
  const Real<bits> value = log < -2000 ? Real<bits>(0) : Real<bits>(exp(log));
  const Real<bits> radius = ldexp(Real<bits>(1), 100 - static_cast<int>(bits));
  for (;;) {
    const Real<bits> lower = uniform.lower<bits>();
    const Real<bits> upper = lower + ldexp(Real<bits>(1), -static_cast<int>(uniform.bits()));
    if (upper <= value - radius) return true;
    if (lower >= value + radius) return false;
    if (uniform.bits() + 64 > bits - 128) return std::nullopt;
    uniform.words[uniform.count++] = random.next();
  }
}

// Is U, of which some words are known, below p? Further words of it are drawn as they are needed.
template <class P>
bool is_below(Random& random, const P& probability, UniformPrefix& uniform) {
  if (const auto outcome = settle<256>(random, probability, uniform)) return *outcome;
  if (const auto outcome = settle<1024>(random, probability, uniform)) return *outcome;
  fail_internal("a random decision needed more than 896 bits; the random generator is broken");
}

template <class P>
[[gnu::noinline, gnu::cold]] bool sample_closely(Random& random, const P& probability, std::uint64_t first) {
  UniformPrefix uniform{{first}, 1};
  return is_below(random, probability, uniform);
}

// True with probability exactly p.
template <class P>
bool sample_real_bernoulli(Random& random, const P& probability) {
  const std::uint64_t first = random.next();
  // Within 2^−53 of every U that starts with `first`; with the estimate's 2^−36 the two err by less than 2^−35.
  const double excess = static_cast<double>(first) * 0x1p-64 - probability.estimate();
  if (excess < -0x1p-35) return true;
  if (excess > 0x1p-35) return false;
  return sample_closely(random, probability, first);
}

}  // namespace sourdine::detail
