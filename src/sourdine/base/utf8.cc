#include "sourdine/base/utf8.h"

#include <array>

namespace sourdine {

std::optional<Utf8Character> first_character(std::string_view text) {
  const auto byte = [text](std::size_t i) { return static_cast<unsigned char>(text[i]); };
  const unsigned first = byte(0);
  if (first < 0x80) return Utf8Character{first, 1};
  const std::size_t bytes = first >= 0xF0 ? 4 : first >= 0xE0 ? 3 : 2;
  if (first < 0xC2 || first > 0xF4 || text.size() < bytes) return std::nullopt;
  char32_t code = first & (0x7FU >> bytes);
  for (std::size_t i = 1; i < bytes; ++i) {
    if ((byte(i) & 0xC0U) != 0x80U) return std::nullopt;
    code = (code << 6) | (byte(i) & 0x3FU);
  }
  constexpr std::array<char32_t, 5> least{0, 0, 0x80, 0x800, 0x10000};
  const bool is_surrogate = code >= 0xD800 && code <= 0xDFFF;
  if (code < least[bytes] || is_surrogate || code > 0x10FFFF) return std::nullopt;
  return Utf8Character{code, bytes};
}

bool is_utf8(std::string_view text) {
  while (!text.empty()) {
    const auto next = first_character(text);
    if (!next) return false;
    text.remove_prefix(next->bytes);
  }
  return true;
}

}  // namespace sourdine
