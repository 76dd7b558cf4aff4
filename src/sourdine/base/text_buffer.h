// TextBuffer: a window of bounded size that slides over an input, for the readers of text.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"

namespace sourdine {

inline constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";  // of UTF-8

// A piece of a text as it stands, cut off for another core to read.
struct TextBlock {
  std::vector<char> text;
  std::uint64_t first_line = 1;

  std::string_view view() const { return {text.data(), text.size()}; }
};

// Skips a byte order mark at the beginning.
class TextBuffer {
 public:
  // The window can always be made to show `least` bytes at once, unless the input ends before.
  TextBuffer(Input& input, std::size_t least);
  // Without an input: shows what it is given.
  explicit TextBuffer(std::string name) : name_(std::move(name)), is_at_end_(true) {}
  TextBuffer(TextBuffer&&) = default;

  // What is in the window; valid until refill().
  std::string_view view() const { return view_; }
  void consume(std::size_t count) { view_.remove_prefix(count); }
  // Moves the first bytes of the window, which begin on that line, into a block; returns the number of their line
  // feeds.
  std::uint64_t cut(std::size_t count, std::uint64_t line, TextBlock& block);
  // Shows more, or finds the end of the input; false when neither is possible because the window is full, or the end
  // was known.
  bool refill();
  bool is_at_end() const { return is_at_end_; }
  // Drops everything up to the next line feed, that included; however far it is.
  void skip_line();
  // Replaces the window, of a buffer without an input, by a text that outlives it.
  void show(std::string_view text) { view_ = text; }

  std::size_t capacity() const { return data_.size(); }
  const std::string& name() const { return name_; }

 private:
  Input* input_ = nullptr;
  std::string name_;
  std::vector<char> data_;
  std::string_view view_;  // into data_, or what is shown
  bool is_at_end_ = false;
};

}  // namespace sourdine
