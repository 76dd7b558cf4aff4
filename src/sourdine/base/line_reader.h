// LineReader: the lines of a text, without their ends (LF or CRLF); the last one may lack its end. A UTF-8 byte order
// mark is skipped.
#pragma once

#include <cstdint>
#include <string_view>

#include "sourdine/base/text_buffer.h"

namespace sourdine {

class LineReader {
 public:
  static constexpr std::size_t max_line_bytes = std::size_t{1} << 20;

  // The input must outlive the reader.
  explicit LineReader(Input& input) : buffer_(input, max_line_bytes) {}

  // False at the end. Throws Error(bad_input) when the line is longer than max_line_bytes.
  bool next();
  // Valid until next().
  std::string_view text() const { return text_; }
  // Counted from 1.
  std::uint64_t line() const { return line_; }
  const std::string& name() const { return buffer_.name(); }

 private:
  TextBuffer buffer_;
  std::string_view text_;
  std::uint64_t line_ = 0;
};

}  // namespace sourdine
