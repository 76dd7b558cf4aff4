// Text from a file, fit for a message, and what messages have in common. Internal to events/ and release/.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>

namespace sourdine {

// Spaces and tabs at the ends taken away.
inline std::string_view trimmed(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

// Short, and without what would garble a terminal.
inline std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  std::size_t kept = std::min(text.size(), longest);
  if (kept < text.size()) {  // do not cut a UTF-8 character in two
    while (kept > 0 && (static_cast<unsigned char>(text[kept]) & 0xC0U) == 0x80U) --kept;
  }
  std::string result(text.substr(0, kept));
  std::replace_if(
      result.begin(), result.end(), [](char c) { return static_cast<unsigned char>(c) < ' ' || c == '\x7F'; }, '?');
  return kept < text.size() ? result + "…" : result;
}

// Hints on rows that cannot be read. Some commands have options, others a configuration.
inline constexpr const char* correct_or_skip =
    "Correct the row, or skip bad rows: on_bad_row = \"skip\" in a configuration, --on-bad-row skip otherwise.";
inline constexpr const char* give_time_format =
    "Give the column's format, such as \"%d/%m/%Y %H:%M\": time_format in a configuration, --time-format otherwise.";

}  // namespace sourdine
