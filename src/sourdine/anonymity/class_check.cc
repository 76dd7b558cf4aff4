#include "sourdine/anonymity/class_check.h"

#include <algorithm>

namespace sourdine {

ClassCheck::ClassCheck(const AnonymityProblem& problem) : problem_(problem) {
  for (const CodedColumn& column : problem.sensitive) {
    std::vector<std::uint32_t>& table = tables_.emplace_back(column.size);
    for (const Value value : column.codes) ++table[value];
  }
}

bool ClassCheck::holds(std::span<const std::uint32_t> rows) {
  if (rows.size() < problem_.k) return false;
  for (std::size_t s = 0; s < tables_.size(); ++s) {
    // Only what the rows touched is looked at and cleared: domains may be large, and classes are many and small.
    histogram_.resize(std::max(histogram_.size(), tables_[s].size()));
    counts_.clear();
    for (const std::uint32_t row : rows) {
      const Value value = problem_.sensitive[s].codes[row];
      if (histogram_[value]++ == 0) counts_.push_back({value, 0});
    }
    std::sort(counts_.begin(), counts_.end(), [](const auto& a, const auto& b) { return a.value < b.value; });
    for (auto& count : counts_) {
      count.rows = histogram_[count.value];
      histogram_[count.value] = 0;
    }
    if (!problem_.models[s].holds(counts_, tables_[s])) return false;
  }
  return true;
}

}  // namespace sourdine
