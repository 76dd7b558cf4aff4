// Decimal numbers counted in steps of 10^−decimals, read without floating point: 2.517 is 25 steps of 0.1, and a bit
// more that is cut off.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace sourdine {

struct DecimalSteps {
  std::int64_t steps = 0;  // rounded down, also below 0
  bool is_exact = true;    // nothing was cut off
};

inline constexpr unsigned max_decimals = 9;

// "12", "-0.5", ".25"; nothing when the text is none, or has more than 15 digits before and in the steps.
std::optional<DecimalSteps> parse_decimal(std::string_view text, unsigned decimals);
// 25 steps of 0.1 are "2.5".
std::string decimal_text(std::int64_t steps, unsigned decimals);
// How many decimals a number is written with: 1 of "0.5", 0 of "5".
unsigned count_decimals(std::string_view text);

}  // namespace sourdine
