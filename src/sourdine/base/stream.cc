#include "sourdine/base/stream.h"

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {

std::optional<std::uint64_t> Input::skip(std::size_t) { return std::nullopt; }

void Input::read_at(std::uint64_t, std::span<std::uint8_t>) const {
  fail_internal(name_ + " cannot be read from a place in it");
}

std::size_t InputBytes::read(std::span<std::uint8_t> into) {
  const std::size_t count = std::min(into.size(), left_.size());
  std::copy_n(left_.begin(), count, into.begin());
  left_ = left_.subspan(count);
  return count;
}

}  // namespace sourdine
