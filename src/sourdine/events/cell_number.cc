#include "sourdine/events/cell_number.h"

#include <charconv>
#include <cmath>

namespace sourdine {

std::optional<double> cell_number(std::string_view text) {
  double number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  const bool is_number = error == std::errc() && end == text.data() + text.size() && std::isfinite(number);
  return is_number ? std::optional(number) : std::nullopt;
}

std::optional<double> cell_number_or_comma(std::string text) {
  if (const std::size_t comma = text.find(','); comma != std::string::npos) text[comma] = '.';
  return cell_number(text);
}

}  // namespace sourdine
