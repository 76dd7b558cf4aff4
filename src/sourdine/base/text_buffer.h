// TextBuffer: a window of bounded size that slides over an input, for the readers of text.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"

namespace sourdine {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8

// Skips a byte order mark at the beginning.
class TextBuffer {
 public:
  // The window can always be made to show `least` bytes at once, unless the input ends before.
  TextBuffer(Input& input, std::size_t least);

  // What is in the window; valid until refill().
  std::string_view view() const { return {data_.data() + begin_, end_ - begin_}; }
  void consume(std::size_t count) { begin_ += count; }
  // Shows more, or finds the end of the input; false when neither is possible because the window is full, or the end
  // was known.
  bool refill();
  bool is_at_end() const { return is_at_end_; }
  // Drops everything up to the next line feed, that included; however far it is.
  void skip_line();

  std::size_t capacity() const { return data_.size(); }
  const std::string& name() const { return input_.name(); }

 private:
  Input& input_;
  std::vector<char> data_;
  std::size_t begin_ = 0;
  std::size_t end_ = 0;
  bool is_at_end_ = false;
};

}  // namespace sourdine
