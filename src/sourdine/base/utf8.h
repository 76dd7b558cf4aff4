// UTF-8, one character at a time.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

namespace sourdine {

struct Utf8Character {
  char32_t code;
  std::size_t bytes;
};

// The character at the beginning of a text that is not empty; nothing for bytes that are none (also overlong forms,
// surrogates, and what lies beyond U+10FFFF).
std::optional<Utf8Character> first_character(std::string_view text);

bool is_utf8(std::string_view text);

}  // namespace sourdine
