// ExactEpsilon: ε as a whole number of billionths. What is charged, budgeted and split among queries is counted in
// these, so that ten times 0.1 is 1. Doubles become exact in one place, in a direction that the name says; that 1.1 ·
// 10^9 is
// 1100000000.0000002 in doubles is no reason to round. (An ε that follows from thresholds is stated as the smallest
// double that is not below it: random/exact.h.)
#pragma once

#include <compare>
#include <cstdint>
#include <string>
#include <string_view>

namespace sourdine {

struct ExactEpsilon {
  static constexpr std::uint64_t billion = 1'000'000'000;

  std::uint64_t nano = 0;

  // What it costs: rounded up. Throws Error(bad_input) unless 0 ≤ ε ≤ 10^9.
  static ExactEpsilon charged(double epsilon);
  // What may be spent of it: rounded down. Throws Error(bad_input) unless 10^−9 ≤ ε ≤ 10^6.
  static ExactEpsilon spendable(double epsilon);
  // What text() gives, and nothing else. Throws Error(bad_input).
  static ExactEpsilon parse(std::string_view text);

  // "1.694595721": the exact decimal.
  std::string text() const;
  double value() const { return static_cast<double>(nano) / billion; }

  friend auto operator<=>(const ExactEpsilon&, const ExactEpsilon&) = default;
};

// Sums stop at the largest number there is: what does not fit is never called less.
ExactEpsilon operator+(ExactEpsilon a, ExactEpsilon b);

}  // namespace sourdine
