#include "sourdine/range/tree_shape.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"

namespace sourdine {

TreeShape::TreeShape(std::uint64_t size, std::uint64_t degree) : size_(size), degree_(degree) {
  if (size == 0 || size > max_size) {
    fail_input(fmt::format("an ordered domain must have between 1 and 2^31 values, not {}", size));
  }
  if (degree < 2) {
    fail_input(fmt::format("the degree of a tree must be at least 2, not {}", degree),
               "8 or 16 suit most domains; as many as there are values gives the flat histogram.");
  }
  degree_ = std::clamp<std::uint64_t>(size, 2, degree);
  std::uint64_t width = 1;
  do {
    widths_.push_back(width);
    width *= degree_;  // below 2^64: both factors are at most 2^31
  } while (width < size);
  widths_.push_back(width);
  std::reverse(widths_.begin(), widths_.end());
  for (const std::uint64_t w : widths_) counts_.push_back((size + w - 1) / w);
}

Range TreeShape::leaves(const Node& node) const {
  const std::uint64_t first = node.index * widths_[node.level];
  return {first, std::min(first + widths_[node.level], size_) - 1};
}

std::vector<TreeShape::Node> TreeShape::decompose(const Range& range, bool root_counts) const {
  std::vector<Node> nodes;
  if (root_counts && range.length() == size_) return {{0, 0}};
  std::uint64_t first = range.first, end = range.last + 1;
  for (unsigned level = height(); level > 0 && first < end; --level) {
    // The missing siblings right of a level's last node are empty, so its end is as good as a parent's end.
    const std::uint64_t parents_end = level == 1 ? 0 : end == count(level) ? count(level - 1) : end / degree_;
    const std::uint64_t parents_first = level == 1 ? 0 : (first + degree_ - 1) / degree_;
    if (level == 1 || parents_first >= parents_end) {
      for (; first < end; ++first) nodes.push_back({level, first});
      break;
    }
    for (; first < parents_first * degree_; ++first) nodes.push_back({level, first});
    for (std::uint64_t i = std::min(parents_end * degree_, count(level)); i < end; ++i) nodes.push_back({level, i});
    first = parents_first;
    end = parents_end;
  }
  return nodes;
}

}  // namespace sourdine
