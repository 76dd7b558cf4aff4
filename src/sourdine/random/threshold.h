// A probability that a machine can keep: numerator / 2^64, decided by one comparison of integers.
#pragma once

#include <cstdint>

namespace sourdine {

struct Threshold {
  std::uint64_t numerator = 0;

  // The nearest double; for formulas and reports, never for a random decision.
  constexpr double probability() const { return static_cast<double>(numerator) * 0x1p-64; }
  // 1 − probability(), without cancellation.
  constexpr double complement() const {
    return numerator == 0 ? 1.0 : static_cast<double>(std::uint64_t{0} - numerator) * 0x1p-64;
  }
  friend constexpr bool operator==(Threshold, Threshold) = default;
};

}  // namespace sourdine
