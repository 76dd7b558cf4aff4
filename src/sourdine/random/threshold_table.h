// ThresholdTable and FairSigns: what the tables of discrete noise have in common (laplace_table.h, gaussian_table.h).
//
// A magnitude M ≥ 0 is #{m ≥ 1 : U < T_m} for a uniform real U and its tails T_m = Pr[M ≥ m]. The table holds
// c_m = ⌊2^64·T_m⌋ for m ≤ K, and w is the first word of U: w < c_m implies U < T_m, w > c_m implies the contrary, and
// w = c_m is for the caller to settle, as is what lies beyond K.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "sourdine/random/random.h"

namespace sourdine {

class ThresholdTable {
 public:
  // c_1 > … > c_K > 0, of which there are less than 2^16.
  explicit ThresholdTable(std::vector<std::uint64_t> thresholds);

  std::span<const std::uint64_t> thresholds() const { return {thresholds_.data(), length()}; }
  std::size_t length() const { return thresholds_.size() - 1; }

  // How many thresholds exceed the word.
  std::size_t count_above(std::uint64_t word) const {
    std::size_t above = guide_[word >> (64 - guide_bits)];
    while (word < thresholds_[above]) ++above;
    return above;
  }
  // Of the threshold after these; after the last there is a zero.
  bool is_next(std::size_t above, std::uint64_t word) const { return thresholds_[above] == word; }

 private:
  static constexpr unsigned guide_bits = 12;
  std::vector<std::uint64_t> thresholds_;  // a zero at the end
  std::vector<std::uint16_t> guide_;       // how many thresholds lie above all words with these leading bits
};

// Fair coins, 64 of a word.
class FairSigns {
 public:
  bool is_negative(Random& random) {
    if (left_ == 0) {
      word_ = random.next();
      left_ = 64;
    }
    const bool is_odd = (word_ & 1) != 0;
    word_ >>= 1;
    --left_;
    return is_odd;
  }

 private:
  std::uint64_t word_ = 0;
  unsigned left_ = 0;
};

}  // namespace sourdine
