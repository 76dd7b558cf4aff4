// LineReader: the lines of a text, without their ends (LF or CRLF); the last one may lack its end. A UTF-8 byte order
// mark is skipped.
#pragma once

#include <cstdint>
#include <string_view>

#include "sourdine/base/text_buffer.h"

namespace sourdine {

// Cuts the first line off the front of a text that is not empty; returns it without its end.
inline std::string_view take_line(std::string_view& text) {
  const std::size_t newline = text.find('\n');
  std::string_view line = text.substr(0, newline);
  text.remove_prefix(newline == std::string_view::npos ? text.size() : newline + 1);
  if (line.ends_with('\r')) line.remove_suffix(1);
  return line;
}

class LineReader {
 public:
  static constexpr std::size_t max_line_bytes = std::size_t{1} << 20;

  // The input must outlive the reader. `block_bytes`: of a block of more than one line, at most.
  explicit LineReader(Input& input, std::size_t block_bytes = std::size_t{1} << 18)
      : buffer_(input, max_line_bytes), block_bytes_(block_bytes) {}

  // False at the end. Throws Error(bad_input) when the line is longer than max_line_bytes.
  bool next();
  // Valid until next().
  std::string_view text() const { return text_; }
  // Counted from 1.
  std::uint64_t line() const { return line_; }
  const std::string& name() const { return buffer_.name(); }

  // Cuts off the next whole lines instead, for take_line() on another core.
  bool next_block(TextBlock& block);

 private:
  std::size_t find_line();

  TextBuffer buffer_;
  std::size_t block_bytes_;
  std::string_view text_;
  std::uint64_t line_ = 0;
};

}  // namespace sourdine
