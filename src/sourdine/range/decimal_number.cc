#include "sourdine/range/decimal_number.h"

#include <fmt/format.h>

#include <charconv>

namespace sourdine {
namespace {

constexpr std::int64_t largest_steps = 1'000'000'000'000'000;

}  // namespace

std::optional<DecimalSteps> parse_decimal(std::string_view text, unsigned decimals) {
  const bool is_negative = text.starts_with('-');
  if (is_negative || text.starts_with('+')) text.remove_prefix(1);
  const std::string_view whole = text.substr(0, text.find('.'));
  const std::string_view fraction = whole.size() < text.size() ? text.substr(whole.size() + 1) : "";
  if (whole.empty() && fraction.empty()) return std::nullopt;
  std::string digits = fmt::format("0{}{}", whole, fraction);
  if (digits.find_first_not_of("0123456789") != digits.npos) return std::nullopt;
  const std::size_t kept = 1 + whole.size() + decimals;
  DecimalSteps result{.is_exact = digits.find_first_not_of('0', kept) == digits.npos};
  digits.resize(kept, '0');
  const auto error = std::from_chars(digits.data(), digits.data() + digits.size(), result.steps).ec;
  if (error != std::errc() || result.steps > largest_steps) return std::nullopt;
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
