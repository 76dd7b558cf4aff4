// PackedTexts: many texts, or other strings of bytes, one after the other in one piece of memory, where a std::string
// for each would take several times as much.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"

namespace sourdine {

class PackedTexts {
 public:
  void add(std::string_view text) {
    bytes_ += text;
    offsets_.push_back(static_cast<std::int64_t>(bytes_.size()));
  }
  std::size_t size() const { return offsets_.size() - 1; }
  // Valid until add().
  std::string_view operator[](std::size_t i) const {
    const auto from = static_cast<std::size_t>(offsets_[i]);
    return std::string_view(bytes_).substr(from, static_cast<std::size_t>(offsets_[i + 1]) - from);
  }
  // As Arrow keeps them: text i is bytes offsets[i] … offsets[i+1]−1.
  std::span<const std::int64_t> offsets() const { return offsets_; }
  std::span<const std::uint8_t> bytes() const { return as_bytes(bytes_); }

 private:
  std::string bytes_;
  std::vector<std::int64_t> offsets_ = {0};
};

}  // namespace sourdine
