#include "sourdine/base/stream.h"

#include <algorithm>

namespace sourdine {

std::size_t InputBytes::read(std::span<std::uint8_t> into) {
  const std::size_t count = std::min(into.size(), left_.size());
  std::copy_n(left_.begin(), count, into.begin());
  left_ = left_.subspan(count);
  return count;
}

}  // namespace sourdine
