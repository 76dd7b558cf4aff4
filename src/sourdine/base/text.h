// Small text helpers for messages.
#pragma once

#include <span>
#include <string_view>

namespace sourdine {

// The candidate with the smallest edit distance to `word`; candidates must not be empty.
std::string_view nearest(std::string_view word, std::span<const std::string_view> candidates);

}  // namespace sourdine
