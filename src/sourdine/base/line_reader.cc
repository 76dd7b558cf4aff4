#include "sourdine/base/line_reader.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {

// The bytes of the next line, its end included, all of them in the window; 0 at the end.
std::size_t LineReader::find_line() {
  std::size_t newline = buffer_.view().find('\n');
  while (newline == std::string_view::npos && buffer_.refill()) newline = buffer_.view().find('\n');
  const std::size_t text_bytes = std::min(newline, buffer_.view().size());
  if (text_bytes > max_line_bytes) {
    fail_input(fmt::format("{}: line {} is longer than {} bytes", buffer_.name(), line_ + 1, max_line_bytes));
  }
  return text_bytes + (newline == std::string_view::npos ? 0 : 1);
}

bool LineReader::next() {
  const std::size_t bytes = find_line();
  if (bytes == 0) return false;
  ++line_;
  std::string_view window = buffer_.view();
  text_ = take_line(window);
  buffer_.consume(bytes);
  return true;
}

bool LineReader::next_block(TextBlock& block) {
  while (buffer_.view().size() < block_bytes_ && buffer_.refill()) {
  }
  std::size_t bytes = buffer_.view().substr(0, block_bytes_).rfind('\n') + 1;
  if (bytes == 0) bytes = find_line();  // a very long line, or the last one
  if (bytes == 0) return false;
  line_ += buffer_.cut(bytes, line_ + 1, block);
  return true;
}

}  // namespace sourdine
