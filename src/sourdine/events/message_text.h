// What messages about rows have in common. Internal to events/ and release/.
#pragma once

#include <string_view>

#include "sourdine/base/text.h"

namespace sourdine {

// Spaces and tabs at the ends taken away.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Hints on rows that cannot be read. Some commands have options, others a configuration.
inline constexpr const char* correct_or_skip =
    "Correct the row, or skip bad rows: on_bad_row = \"skip\" in a configuration, --on-bad-row skip otherwise.";
inline constexpr const char* give_time_format =
    "Give the column's format, such as \"%d/%m/%Y %H:%M\": time_format in a configuration, --time-format otherwise.";

}  // namespace sourdine
