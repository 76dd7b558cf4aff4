#include "sourdine/privacy/exact_epsilon.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

// A whole number where only the rounding of doubles keeps ε from one, else what `otherwise` makes of it.
std::uint64_t billionths(double epsilon, double (*otherwise)(double)) {
  const double scaled = epsilon * static_cast<double>(ExactEpsilon::billion);
  const double near = std::round(scaled);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * scaled;
  return static_cast<std::uint64_t>(std::abs(scaled - near) <= rounding ? near : otherwise(scaled));
}

}  // namespace

ExactEpsilon ExactEpsilon::charged(double epsilon) {
  if (!(epsilon >= 0 && epsilon <= 1e9)) {
    fail_input(fmt::format("a ledger cannot hold epsilon {}", epsilon), "It must lie between 0 and 10^9.");
  }
  return {billionths(epsilon, [](double scaled) { return std::ceil(scaled); })};
}

ExactEpsilon ExactEpsilon::spendable(double epsilon) {
  if (!(epsilon > 0) || !(epsilon <= 1e6)) {
    fail_input(fmt::format("epsilon must be a number greater than 0 and at most 10^6, not {}", epsilon));
  }
  const ExactEpsilon spendable{billionths(epsilon, [](double scaled) { return std::floor(scaled); })};
  if (spendable.nano == 0) {
    fail_input(fmt::format("epsilon {} is less than the least that can be spent, 10^-9", epsilon));
  }
  return spendable;
}

ExactEpsilon ExactEpsilon::parse(std::string_view text) {
  constexpr std::size_t decimals = 9;
  const std::size_t point = text.find('.');
  const auto is_digit = [](char c) { return c >= '0' && c <= '9'; };
  const bool is_valid = point != text.npos && point >= 1 && point <= 10 && text.size() - point - 1 == decimals &&
                        std::all_of(text.begin(), text.begin() + static_cast<std::ptrdiff_t>(point), is_digit) &&
                        std::all_of(text.begin() + static_cast<std::ptrdiff_t>(point) + 1, text.end(), is_digit);
  if (!is_valid) fail_input(fmt::format("'{}' is not an epsilon with nine decimals", text));
  std::uint64_t units = 0;
  std::uint64_t rest = 0;
  std::from_chars(text.data(), text.data() + point, units);
  std::from_chars(text.data() + point + 1, text.data() + text.size(), rest);
  return {units * billion + rest};
}

std::string ExactEpsilon::text() const { return fmt::format("{}.{:09}", nano / billion, nano % billion); }

ExactEpsilon operator+(ExactEpsilon a, ExactEpsilon b) {
  constexpr std::uint64_t largest = std::numeric_limits<std::uint64_t>::max();
  return {a.nano > largest - b.nano ? largest : a.nano + b.nano};
}

}  // namespace sourdine
