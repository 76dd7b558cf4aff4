// Small text helpers.
#pragma once

#include <span>
#include <string_view>

namespace sourdine {

// The candidate with the smallest edit distance to `word`; candidates must not be empty.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

// True when the bytes are UTF-8 text: no stray or missing continuation bytes, no overlong forms, no surrogates.
bool is_utf8(std::string_view text);

}  // namespace sourdine
