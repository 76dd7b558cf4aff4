#include "sourdine/base/line_reader.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {

bool LineReader::next() {
  std::size_t newline = buffer_.view().find('\n');
  while (newline == std::string_view::npos && buffer_.refill()) newline = buffer_.view().find('\n');
  text_ = buffer_.view().substr(0, newline);
  if (newline == std::string_view::npos && text_.empty()) return false;
  ++line_;
  if (text_.size() > max_line_bytes) {
    fail_input(fmt::format("{}: line {} is longer than {} bytes", buffer_.name(), line_, max_line_bytes));
  }
  buffer_.consume(text_.size() + (newline == std::string_view::npos ? 0 : 1));
  if (text_.ends_with('\r')) text_.remove_suffix(1);
  return true;
}

}  // namespace sourdine
