// ExactDecimal: δ, ρ and other numbers that are small or add up often, as a whole number of 10^−30, so that ten times
// 10^−7 is 10^−6. Doubles become exact in a direction that the name says; that the double nearest to 10^−7 is a little
// less than it is no reason to round. (ε has nine decimals: exact_epsilon.h.)
#pragma once

#include <compare>
#include <string>
#include <string_view>

#include "sourdine/base/wide.h"

namespace sourdine {

struct ExactDecimal {
  static constexpr int places = 30;
  static constexpr double largest = 1e8;

  Wide units = 0;  // of 10^−30

  // Rounded up to 17 significant digits, and to 10^−30. Throws Error(bad_input) unless 0 ≤ x ≤ 10^8.
  static ExactDecimal charged(double x);
  // Rounded down likewise: what may be spent.
  static ExactDecimal spendable(double x);
  // "0.05", "12", "1e-7": exactly that number. Throws Error(bad_input): signs, more than 30 decimals, above 10^8.
  static ExactDecimal parse(std::string_view text);

  // The exact decimal, in digits from 0.001 on and as "1.5e-7" below; what parse() reads.
  std::string text() const;
  // The smallest double that is not below it, and the largest that is not above it, by its first 19 digits.
  double value_up() const;
  double value_down() const;

  friend auto operator<=>(const ExactDecimal&, const ExactDecimal&) = default;
};

// Sums stop at the largest number there is: what does not fit is never called less.
ExactDecimal operator+(ExactDecimal a, ExactDecimal b);
// What is left of a when b is taken from it; 0 at least.
ExactDecimal left_of(ExactDecimal a, ExactDecimal b);

}  // namespace sourdine
