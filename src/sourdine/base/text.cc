#include "sourdine/base/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <limits>
#include <numeric>
#include <vector>

#include "sourdine/base/utf8.h"

namespace sourdine {
namespace {

// Letters put in, left out, taken for another, or swapped with the next one: "shwo" is one slip from "show".
std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> before_last;
  std::vector<std::size_t> last(b.size() + 1);
  std::iota(last.begin(), last.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    std::vector<std::size_t> row(b.size() + 1, i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const std::size_t substituted = last[j - 1] + (a[i - 1] == b[j - 1] ? 0 : 1);
      row[j] = std::min({substituted, last[j] + 1, row[j - 1] + 1});
      const bool is_swapped = i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1];
      if (is_swapped) row[j] = std::min(row[j], before_last[j - 2] + 1);
    }
    before_last = std::move(last);
    last = std::move(row);
  }
  return last.back();
}

// Control characters (also those above ASCII, of which U+009B begins commands to a terminal), separators of lines, and
// marks that turn the direction of reading: what stands behind them would be shown before them.
bool garbles(char32_t code) {
  const auto is_in = [code](char32_t first, char32_t last) { return code >= first && code <= last; };
  return code < 0x20 || is_in(0x7F, 0x9F) || is_in(0x200E, 0x200F) || is_in(0x2028, 0x202E) || is_in(0x2066, 0x2069) ||
         code == 0x061C;
}

void append_escape(char32_t code, std::string& result) {
  if (code == '\n') {
    result += "\\n";
  } else if (code == '\r') {
    result += "\\r";
  } else if (code == '\t') {
    result += "\\t";
  } else {
    const auto number = static_cast<unsigned>(code);
    result += number < 0x80 ? fmt::format("\\x{:02X}", number) : fmt::format("\\u{:04X}", number);
  }
}

// Where a text can be cut so that at most `longest` bytes are left and no character is cut in two.
std::size_t cut_between_characters(std::string_view text, std::size_t longest) {
  if (text.size() <= longest) return text.size();
  std::size_t kept = 0;
  while (true) {
    const auto next = first_character(text.substr(kept));
    const std::size_t end = kept + (next ? next->bytes : 1);
    if (end > longest) return kept;
    kept = end;
  }
}

}  // namespace

std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates) {
  std::optional<std::string_view> best;
  std::size_t least = std::numeric_limits<std::size_t>::max();
  for (const std::string_view candidate : candidates) {
    const std::size_t distance = edit_distance(word, candidate);
    if (distance >= least) continue;
    least = distance;
    best = candidate;
  }
  if (!best || 3 * least > std::max(word.size(), best->size()) + 1) return std::nullopt;
  return best;
}

std::string suggestion(std::string_view word, std::span<const std::string_view> candidates) {
  const auto near = nearest(word, candidates);
  return near ? fmt::format("did you mean '{}'? ", shown(*near)) : "";
}

bool seem_to_be_data(std::span<const std::string_view> names) {
  const auto is_letter = [](unsigned char c) { return c >= 0x80 || std::isalpha(c) != 0; };
  return std::none_of(names.begin(), names.end(),
                      [&](std::string_view name) { return std::any_of(name.begin(), name.end(), is_letter); });
}

std::string_view trimmed(std::string_view text) {
  const std::size_t begin = std::min(text.find_first_not_of(" \t"), text.size());
  const std::size_t end = text.find_last_not_of(" \t");
  return end == std::string_view::npos ? std::string_view() : text.substr(begin, end + 1 - begin);
}

std::string escaped(std::string_view text) {
  std::string result;
  while (!text.empty()) {
    const auto next = first_character(text);
    const std::string_view as_written = text.substr(0, next ? next->bytes : 1);
    text.remove_prefix(as_written.size());
    if (!next) {
      result += fmt::format("\\x{:02X}", static_cast<unsigned char>(as_written[0]));
    } else if (garbles(next->code)) {
      append_escape(next->code, result);
    } else {
      result += as_written;
    }
  }
  return result;
}

std::string escaped_lines(std::string_view text) {
  std::string result;
  while (true) {
    const std::string_view line = text.substr(0, text.find('\n'));
    result += escaped(line);
    if (line.size() == text.size()) return result;
    result += '\n';
    text.remove_prefix(line.size() + 1);
  }
}

std::string shown(std::string_view text) {
  constexpr std::size_t longest = 60;
  const std::size_t kept = cut_between_characters(text, longest);
  return escaped(text.substr(0, kept)) + (kept < text.size() ? "…" : "");
}

std::string shell_word(std::string_view text) {
  const auto is_plain = [](char c) {
    constexpr std::string_view plain = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./+=:@%,-";
    return plain.find(c) != std::string_view::npos || static_cast<unsigned char>(c) >= 0x80;
  };
  if (!text.empty() && std::all_of(text.begin(), text.end(), is_plain)) return std::string(text);
  std::string quoted = "'";
  for (const char c : text) quoted += c == '\'' ? std::string("'\\''") : std::string(1, c);
  return quoted + "'";
}

std::string counted(std::uint64_t count, std::string_view word) {
  return fmt::format("{} {}{}", count, word, count == 1 ? "" : "s");
}

}  // namespace sourdine
