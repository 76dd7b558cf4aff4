// The languages that pages, statements and terminals speak.
#pragma once

#include <string_view>

namespace sourdine {

enum class Language { en, fr };

// "en", "fr".
inline constexpr std::string_view language_code(Language language) { return language == Language::fr ? "fr" : "en"; }
inline constexpr Language other_language(Language language) {
  return language == Language::fr ? Language::en : Language::fr;
}

}  // namespace sourdine
