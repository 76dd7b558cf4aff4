#include "sourdine/base/decimals.h"

#include <fmt/format.h>

#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <iterator>

namespace sourdine {

void append_four_decimals(double value, std::string& into) {
  constexpr double largest = 1e8;
  constexpr double doubt = 1.0 / 4096;
  const double scaled = std::abs(value) * 1e4;
  const double whole = std::floor(scaled);
  const double rest = scaled - whole;
  // Below 2^40 the product is wrong by at most 2^-13: only next to a half can that change the rounding.
  if (!(scaled < largest * 1e4) || std::abs(rest - 0.5) < doubt) {
    fmt::format_to(std::back_inserter(into), "{:.4f}", value);
    return;
  }
  auto digits = static_cast<std::uint64_t>(whole) + (rest > 0.5 ? 1 : 0);
  std::array<char, 24> text;
  char* at = text.data();
  if (std::signbit(value)) *at++ = '-';
  at = std::to_chars(at, text.data() + text.size(), digits / 10'000).ptr;
  *at++ = '.';
  digits %= 10'000;
  for (std::uint64_t unit = 1000; unit > 0; unit /= 10) *at++ = static_cast<char>('0' + digits / unit % 10);
  into.append(text.data(), at);
}

}  // namespace sourdine
