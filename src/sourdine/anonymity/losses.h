// The measures of loss, in the form that searches need. Internal to anonymity/.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/anonymity/table.h"

namespace sourdine {

// Loss by tables: what a row of value v costs at level l of attribute a, summed over rows without looking at classes.
// Only for ncp and entropy, which do not depend on them.
class RowLosses {
 public:
  explicit RowLosses(const AnonymityProblem& problem);

  double of_value(std::size_t attribute, std::size_t level, Value value) const {
    return cost_[attribute][level][value];
  }
  double of_suppressed(std::size_t attribute, Value value) const { return suppressed_[attribute][value]; }
  // What all rows cost at that level, nothing being suppressed.
  double of_level(std::size_t attribute, std::size_t level) const { return level_[attribute][level]; }
  // Sums over rows and attributes become what is published.
  double scale() const { return scale_; }

 private:
  std::vector<std::vector<std::vector<double>>> cost_;
  std::vector<std::vector<double>> suppressed_;
  std::vector<std::vector<double>> level_;
  double scale_ = 1;
};

}  // namespace sourdine
