// Directed rounding of what theorems give: a loss is stated as a double that is not below the number meant, a lower
// bound as one that is not above it.
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>

namespace sourdine {

// The smallest double that is not below x, the largest that is not above it.
inline double rounded_up(long double x) {
  const auto nearest = static_cast<double>(x);
  return nearest < x ? std::nextafter(nearest, std::numeric_limits<double>::infinity()) : nearest;
}
inline double rounded_down(long double x) {
  const auto nearest = static_cast<double>(x);
  return nearest > x ? std::nextafter(nearest, -std::numeric_limits<double>::infinity()) : nearest;
}

// The same for what a short formula of long doubles gave, each of whose few steps may err by half a unit in the last
// place: 2^−58 of it is more than thirty such units.
inline constexpr long double formula_slack = 0x1p-58L;
inline double formula_up(long double x) { return rounded_up(x + std::abs(x) * formula_slack); }
inline double formula_down(long double x) { return rounded_down(x - std::abs(x) * formula_slack); }

// a/b of whole numbers below 2^64, b ≥ 1: the smallest double that is not below it, exactly. (The fused product shows
// whether the quotient was rounded down.)
inline double quotient_up(std::uint64_t a, std::uint64_t b) {
  const long double quotient = static_cast<long double>(a) / static_cast<long double>(b);
  const long double excess = std::fma(quotient, static_cast<long double>(b), -static_cast<long double>(a));
  return rounded_up(excess < 0 ? std::nextafter(quotient, std::numeric_limits<long double>::infinity()) : quotient);
}

}  // namespace sourdine
