// How far columns of a recoding tell its published rows apart: two rows are told apart by a column when what is
// published of them has no value in common. What is only written differently, as "married" and "*", tells nobody apart.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sourdine/anonymity/recoding.h"

namespace sourdine {

class Separation {
 public:
  // Columns whose published rows have more different texts together are not compared: it is done pair by pair.
  static constexpr std::size_t max_combinations = 8192;

  // Both must outlive it.
  Separation(const AnonymityProblem& problem, const Recoding& recoding);

  // The share of all pairs of published rows that one of the columns tells apart; 0 for less than two rows. Nothing
  // where there are too many combinations. Cost: O(combinations² · columns).
  std::optional<double> of_columns(std::span<const std::size_t> columns) const;

 private:
  struct Column {
    std::vector<std::uint32_t> range_of;  // by class: the number of what is published of it
    std::size_t ranges = 0;
    std::vector<bool> overlap;  // of two ranges
  };

  const Recoding& recoding_;
  std::vector<Column> columns_;
};

}  // namespace sourdine
