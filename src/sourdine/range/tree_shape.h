// TreeShape: a tree of degree B over N ordered leaves; where its nodes lie and which of them make up a range.
//
// Level h holds the leaves, level 0 the root; a node of level l covers B^(h−l) leaves, the last of a level possibly
// fewer. Only nodes that cover a leaf exist: padding costs neither noise nor memory. h is the least number with B^h ≥ N
// (at least 1), found by multiplying integers. B = N is the flat histogram: one level, every leaf a node.
//
// Decomposition: a range is the disjoint union of the fewest nodes, at most 2(B−1) per level and, for proper parts of
// the domain, at most 2(B−1)h − B in all (B−1 for h = 1).
#pragma once

#include <cstdint>
#include <vector>

namespace sourdine {

// Leaves first … last, both included.
struct Range {
  std::uint64_t first, last;

  std::uint64_t length() const { return last - first + 1; }
  friend bool operator==(const Range&, const Range&) = default;
};

class TreeShape {
 public:
  static constexpr std::uint64_t max_size = std::uint64_t{1} << 31;

  struct Node {
    unsigned level;
    std::uint64_t index;  // from the left of its level
    friend bool operator==(const Node&, const Node&) = default;
  };

  // Throws Error(bad_input) for N = 0, N > max_size or B < 2. A degree above N is taken as N (2 for N = 1).
  TreeShape(std::uint64_t size, std::uint64_t degree);

  std::uint64_t size() const { return size_; }
  std::uint64_t degree() const { return degree_; }
  unsigned height() const { return static_cast<unsigned>(counts_.size()) - 1; }
  bool is_flat() const { return height() == 1; }
  // Nodes of a level.
  std::uint64_t count(unsigned level) const { return counts_[level]; }
  // How many leaves a full node of the level covers.
  std::uint64_t width(unsigned level) const { return widths_[level]; }
  // Children of the last node of a level above the leaves.
  std::uint64_t children_of_last(unsigned level) const { return count(level + 1) - degree_ * (count(level) - 1); }
  Range leaves(const Node& node) const;

  // The nodes that make up a range inside the domain, leaves first. The root is one of them only with `root_counts`,
  // for the whole domain.
  std::vector<Node> decompose(const Range& range, bool root_counts) const;

  friend bool operator==(const TreeShape&, const TreeShape&) = default;

 private:
  std::uint64_t size_;
  std::uint64_t degree_;
  std::vector<std::uint64_t> counts_;  // per level, root first
  std::vector<std::uint64_t> widths_;
};

}  // namespace sourdine
