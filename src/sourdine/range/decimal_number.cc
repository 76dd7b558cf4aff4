#include "sourdine/range/decimal_number.h"

#include <fmt/format.h>

namespace sourdine {
namespace {

constexpr std::int64_t largest_steps = 1'000'000'000'000'000;

bool is_digit_character(char c) { return c >= '0' && c <= '9'; }

}  // namespace

std::optional<DecimalSteps> parse_decimal(std::string_view text, unsigned decimals) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  DecimalSteps result;
  bool has_digit = false, has_point = false;
  unsigned taken = 0;  // decimals so far
  for (const char c : text) {
    if (c == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (!is_digit_character(c)) return std::nullopt;
    has_digit = true;
    if (has_point && taken == decimals) {
      result.is_exact &= c == '0';
      continue;
    }
    taken += has_point ? 1 : 0;
    result.steps = 10 * result.steps + (c - '0');
    if (result.steps > largest_steps) return std::nullopt;
  }
  if (!has_digit) return std::nullopt;
  for (; taken < decimals; ++taken) {
    result.steps *= 10;
    if (result.steps > largest_steps) return std::nullopt;
  }
  if (is_negative) result.steps = -result.steps - (result.is_exact ? 0 : 1);
  return result;
}

std::string decimal_text(std::int64_t steps, unsigned decimals) {
  std::string digits = fmt::format("{:0{}}", steps < 0 ? -steps : steps, decimals + 1);
  if (decimals > 0) digits.insert(digits.size() - decimals, ".");
  return (steps < 0 ? "-" : "") + digits;
}

unsigned count_decimals(std::string_view text) {
  const std::size_t point = text.find('.');
  return point == std::string_view::npos ? 0 : static_cast<unsigned>(text.size() - point - 1);
}

}  // namespace sourdine
