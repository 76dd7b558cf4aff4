// PeekedInput: an input whose first bytes can be looked at before they are read. Internal to events/.
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"

namespace sourdine {

class PeekedInput final : public Input {
 public:
  static constexpr std::size_t peeked_bytes = std::size_t{1} << 16;

  explicit PeekedInput(std::unique_ptr<Input> input)
      : Input(input->name()), input_(std::move(input)), head_(peeked_bytes) {
    head_.resize(input_->read(head_));
  }

  // As much as was asked for, or the whole input.
  std::string_view head() const { return {reinterpret_cast<const char*>(head_.data()), head_.size()}; }

  std::size_t read(std::span<std::uint8_t> into) override {
    const std::size_t count = std::min(into.size(), head_.size() - taken_);
    std::copy_n(head_.data() + taken_, count, into.data());
    taken_ += count;
    return count == into.size() ? count : count + input_->read(into.subspan(count));
  }

 private:
  std::unique_ptr<Input> input_;
  std::vector<std::uint8_t> head_;
  std::size_t taken_ = 0;
};

}  // namespace sourdine
