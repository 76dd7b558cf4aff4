// Parts: how a protocol made of others (levels of a tree, attributes of a tuple) lays out its cells. Each part is
// [reports of the part, its cells …], one behind the other, so that the whole is a tally like any other, merging stays
// a sum, and estimating a part is the part's own code on a view.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/base/wide.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine {

class Parts {
 public:
  // A part of a protocol with this many cells comes next.
  void add(std::size_t cells) { first_.push_back(first_.back() + 1 + cells); }

  std::size_t size() const { return first_.size() - 1; }
  std::size_t cells() const { return first_.back(); }  // of all parts, their numbers of reports included

  // True when the parts' reports are all reports of the tally: what is_consistent() of such a protocol asks first.
  bool add_up(TallyView tally) const {
    Wide sum = 0;
    for (std::size_t part = 0; part < size(); ++part) sum += view(tally.cells, part).reports;
    return sum == tally.reports;
  }

  TallyView view(std::span<const std::uint64_t> cells, std::size_t part) const {
    return {cells[first_[part]], cells.subspan(first_[part] + 1, first_[part + 1] - first_[part] - 1)};
  }
  TallySpan span(std::span<std::uint64_t> cells, std::size_t part) const {
    return {cells[first_[part]], cells.subspan(first_[part] + 1, first_[part + 1] - first_[part] - 1)};
  }

 private:
  std::vector<std::size_t> first_ = {0};  // where each part begins, and where the last one ends
};

}  // namespace sourdine
