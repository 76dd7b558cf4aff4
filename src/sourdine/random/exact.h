// Exact: 100-digit arithmetic for turning probabilities into integer thresholds and thresholds back into ε.
// Internal to .cc files (third-party type); slow to compile and to run, used once per oracle.
#pragma once

#include <boost/multiprecision/cpp_bin_float.hpp>
#include <cmath>
#include <cstdint>
#include <limits>

#include "sourdine/random/threshold.h"

namespace sourdine {

using Exact = boost::multiprecision::cpp_bin_float_100;

inline Exact two_to_64() { return boost::multiprecision::ldexp(Exact(1), 64); }
inline Exact exact(Threshold t) { return Exact(t.numerator) / two_to_64(); }

// e^ε for sizes that depend on it (hash range, subset size, block width), capped at e^64: beyond any of them. Sizes are
// part of what a report means, so every machine must round the same number: no libm here.
inline Exact capped_exp(double epsilon) { return exp(Exact(epsilon < 64 ? epsilon : 64)); }

// The smallest double ≥ x: how an ε is stated, so that the statement is never below the truth.
inline double up_to_double(const Exact& x) {
  const auto nearest = static_cast<double>(x);
  return Exact(nearest) < x ? std::nextafter(nearest, std::numeric_limits<double>::infinity()) : nearest;
}

// The largest threshold ≤ p (truth), at most 1 − 2^−64.
inline Threshold round_down(const Exact& p) {
  const Exact scaled = floor(p * two_to_64());
  if (scaled >= two_to_64()) return {~std::uint64_t{0}};
  return {scaled <= 0 ? 0 : scaled.convert_to<std::uint64_t>()};
}

// The smallest threshold ≥ p (lies), at least 2^−64.
inline Threshold round_up(const Exact& p) {
  const Exact scaled = ceil(p * two_to_64());
  if (scaled >= two_to_64()) return {~std::uint64_t{0}};
  return {scaled < 1 ? 1 : scaled.convert_to<std::uint64_t>()};
}

}  // namespace sourdine
