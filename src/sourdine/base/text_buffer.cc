#include "sourdine/base/text_buffer.h"

#include <algorithm>
#include <cstring>

namespace sourdine {
namespace {

constexpr std::size_t refill_bytes = std::size_t{1} << 16;

}  // namespace

TextBuffer::TextBuffer(Input& input, std::size_t least)
    : input_(&input),
      name_(input.name()),
      data_(least + refill_bytes),
      view_(std::string_view(data_.data(), data_.size()).substr(0, 0)) {
  refill();
  if (view().starts_with(byte_order_mark)) consume(byte_order_mark.size());
}

bool TextBuffer::refill() {
  if (is_at_end_) return false;
  const std::size_t have = view_.size();
  std::memmove(data_.data(), view_.data(), have);
  const std::size_t room = data_.size() - have;
  const std::size_t got = input_->read({reinterpret_cast<std::uint8_t*>(data_.data() + have), room});
  view_ = {data_.data(), have + got};
  is_at_end_ = got < room;
  return got > 0 || is_at_end_;
}

std::uint64_t TextBuffer::cut(std::size_t count, std::uint64_t line, TextBlock& block) {
  const std::string_view text = view_.substr(0, count);
  block.text.assign(text.begin(), text.end());
  block.first_line = line;
  consume(count);
  return static_cast<std::uint64_t>(std::count(text.begin(), text.end(), '\n'));
}

void TextBuffer::skip_line() {
  do {
    const std::string_view rest = view();
    const std::size_t newline = rest.find('\n');
    if (newline != std::string_view::npos) return consume(newline + 1);
    consume(rest.size());
  } while (refill());
}

}  // namespace sourdine
