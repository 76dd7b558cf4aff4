#include "sourdine/privacy/exact_decimal.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <cstdlib>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr Wide largest_units = static_cast<Wide>(-1);
constexpr int whole_digits = 8;

[[noreturn]] void fail_decimal(std::string_view text) {
  fail_input(fmt::format("'{}' is not a number from 0 to 10^8 with at most 30 decimals", shown(text)),
             "Write it like 0.05 or 1e-7.");
}

std::string digits_of(Wide units) {
  std::string digits;
  for (; units != 0; units /= 10) digits += static_cast<char>('0' + static_cast<int>(units % 10));
  std::reverse(digits.begin(), digits.end());
  return digits;
}

// Digits · 10^power of 10^−30; `up` decides about what lies below 10^−30.
ExactDecimal scaled(Wide digits, int power, bool up) {
  bool is_cut = false;
  for (; power < 0; ++power) {
    is_cut = is_cut || digits % 10 != 0;
    digits /= 10;
  }
  for (; power > 0; --power) digits *= 10;
  return {digits + (up && is_cut ? 1U : 0U)};
}

// The double as a decimal of 15 digits where that is what was written, else of 17 in the direction asked.
ExactDecimal directed(double x, bool up) {
  if (!(x >= 0 && x <= ExactDecimal::largest)) {
    fail_input(fmt::format("a ledger cannot hold the number {}", x), "It must lie between 0 and 10^8.");
  }
  if (x == 0) return {};
  for (const int decimals : {14, 16}) {
    const std::string text = fmt::format("{:.{}e}", x, decimals);
    const std::size_t e = text.find('e');
    std::string digits = text.substr(0, e);
    digits.erase(1, 1);  // the point
    Wide number = std::strtoull(digits.c_str(), nullptr, 10);
    const int power = std::atoi(text.c_str() + e + 1) - decimals + ExactDecimal::places;
    const double back = std::strtod(text.c_str(), nullptr);
    if (decimals == 14 && std::abs(back - x) > 2 * std::numeric_limits<double>::epsilon() * x) continue;
    // 17 digits name the double, and are off by less than one in the last of them.
    if (decimals == 16) number = up ? number + 1 : number - 1;
    return scaled(number, power, up);
  }
  fail_internal("a double without digits");
}

}  // namespace

ExactDecimal ExactDecimal::charged(double x) { return directed(x, true); }
ExactDecimal ExactDecimal::spendable(double x) { return directed(x, false); }

ExactDecimal ExactDecimal::parse(std::string_view text) {
  const std::size_t e = text.find_first_of("eE");
  const std::string_view mantissa = text.substr(0, e);
  int power = places;
  if (e != std::string_view::npos) {
    std::string_view exponent = text.substr(e + 1);
    const bool is_negative = exponent.starts_with('-');
    if (is_negative || exponent.starts_with('+')) exponent.remove_prefix(1);
    int size = 0;
    if (exponent.empty() || exponent.size() > 3) fail_decimal(text);
    for (const char c : exponent) {
      if (c < '0' || c > '9') fail_decimal(text);
      size = size * 10 + (c - '0');
    }
    power += is_negative ? -size : size;
  }
  Wide number = 0;
  bool has_point = false, has_digit = false;
  int significant = 0;
  for (const char c : mantissa) {
    if (c == '.' && !has_point) {
      has_point = true;
      continue;
    }
    if (c < '0' || c > '9') fail_decimal(text);
    has_digit = true;
    number = number * 10 + static_cast<unsigned>(c - '0');
    if (number != 0 && ++significant > places + whole_digits) fail_decimal(text);
    if (has_point) --power;
  }
  if (!has_digit) fail_decimal(text);
  if (number == 0) return {};
  for (; power < 0; ++power) {
    if (number % 10 != 0) fail_decimal(text);
    number /= 10;
  }
  for (; power > 0; --power) {
    if (number > largest_units / 10) fail_decimal(text);
    number *= 10;
  }
  static const ExactDecimal most = scaled(1, places + whole_digits, true);
  if (ExactDecimal{number} > most) fail_decimal(text);
  return {number};
}

std::string ExactDecimal::text() const {
  if (units == 0) return "0";
  std::string digits = digits_of(units);
  const int exponent = static_cast<int>(digits.size()) - 1 - places;  // of the first digit
  digits.erase(digits.find_last_not_of('0') + 1);
  const std::size_t count = digits.size();
  if (exponent < -3) {
    if (count > 1) digits.insert(1, ".");
    return fmt::format("{}e{}", digits, exponent);
  }
  if (exponent < 0) return "0." + std::string(static_cast<std::size_t>(-exponent - 1), '0') + digits;
  const auto whole = static_cast<std::size_t>(exponent) + 1;
  if (count <= whole) return digits + std::string(whole - count, '0');
  return digits.substr(0, whole) + "." + digits.substr(whole);
}

double ExactDecimal::value_up() const { return rounded_up(std::strtold(text().c_str(), nullptr)); }
double ExactDecimal::value_down() const { return rounded_down(std::strtold(text().c_str(), nullptr)); }

ExactDecimal operator+(ExactDecimal a, ExactDecimal b) {
  return {a.units > largest_units - b.units ? largest_units : a.units + b.units};
}

ExactDecimal left_of(ExactDecimal a, ExactDecimal b) { return {a.units > b.units ? a.units - b.units : 0}; }

}  // namespace sourdine
