// All sets of d of b things, numbered from 0: rank = Σ C(c_i, i), i = 1 … d, for members c_1 < … < c_d. So a uniform
// number below count() is a uniform set, and a set is written in ⌈log2 count()⌉ bits.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>
#include <vector>

namespace sourdine {

class Combinations {
 public:
  static constexpr std::uint64_t max_count = std::uint64_t{1} << 63;
  static constexpr std::uint64_t max_table = std::uint64_t{1} << 22;

  // Whether there are few enough sets for their numbers, and few enough things for the table that decodes them.
  static bool fit(std::uint64_t things, std::uint64_t chosen);

  // 1 ≤ chosen ≤ things, and they fit.
  Combinations(std::uint32_t things, std::uint32_t chosen);

  std::uint64_t count() const { return count_; }
  // Calls use(place, member) for every member of a set, from the largest, at place d−1, down; rank < count().
  template <class Use>
  void for_each_member(std::uint64_t rank, Use use) const {
    if (chosen_ == things_) {
      for (std::uint32_t i = things_; i > 0; --i) use(i - 1, i - 1);
    } else if (chosen_ == 1) {
      use(std::uint32_t{0}, static_cast<std::uint32_t>(rank));
    } else {
      // The largest member is the largest c with C(c, d) ≤ rank, and so on with what is left.
      for (std::uint32_t i = chosen_; i > 0; --i) {
        const auto row = std::span(table_).subspan(std::size_t{i - 1} * things_, things_);
        const auto above = std::upper_bound(row.begin(), row.end(), rank);
        rank -= *(above - 1);
        use(i - 1, static_cast<std::uint32_t>(above - row.begin()) - 1);
      }
    }
  }

 private:
  std::uint32_t things_;
  std::uint32_t chosen_;
  std::uint64_t count_;
  std::vector<std::uint64_t> table_;  // C(c, i) for i = 1 … d, each for c = 0 … b−1; empty where d = 1 or d = b
};

}  // namespace sourdine
