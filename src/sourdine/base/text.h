// Small text helpers.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace sourdine {

// The candidate with the smallest edit distance to `word`; nothing when every one differs in more than a third of its
// letters, or of the word's: a guess from there helps nobody.
std::optional<std::string_view> nearest(std::string_view word, std::span<const std::string_view> candidates);
// "did you mean 'x'? ", fit for a terminal; empty when there is nothing near.
std::string suggestion(std::string_view word, std::span<const std::string_view> candidates);
// True when no name has a letter: a row of data, then, not of names.
bool seem_to_be_data(std::span<const std::string_view> names);

// Spaces and tabs at the ends taken away.
std::string_view trimmed(std::string_view text);

// Text of unknown origin, fit for a terminal and for one line: whatever would end the line, move the cursor, change
// colours or turn the direction of reading, and every byte that is not UTF-8, becomes \n, \r, \t, \x1B or \u202E.
// Escaping again changes nothing.
std::string escaped(std::string_view text);
// The same of a text of several lines, which stay lines.
std::string escaped_lines(std::string_view text);

// How a message quotes text of unknown origin: escaped, and not more than its first 60 bytes, cut between two
// characters, with … for the rest.
std::string shown(std::string_view text);

// The text as one word of a shell's line: quoted where it must be.
std::string shell_word(std::string_view text);

// A number of things: "1 event", "2 events".
std::string counted(std::uint64_t count, std::string_view word);

}  // namespace sourdine
