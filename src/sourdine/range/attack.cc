#include "sourdine/range/attack.h"

namespace sourdine {

std::vector<double> reconstruct_counts(std::uint64_t size, const RangeAnswers& answer) {
  std::vector<double> sums(size + 1);
  for (std::uint64_t i = 0; i <= size; ++i) {
    for (std::uint64_t j = i + 1; j <= size; ++j) {
      const double difference = answer({i, j - 1});
      sums[j] += difference;
      sums[i] -= difference;
    }
  }
  std::vector<double> counts(size);
  for (std::uint64_t i = 0; i < size; ++i) counts[i] = (sums[i + 1] - sums[i]) / static_cast<double>(size + 1);
  return counts;
}

std::vector<double> cancel_sibling_noise(std::uint64_t size, const RangeAnswers& answer) {
  std::vector<double> counts;
  for (std::uint64_t left = 0; left + 1 < size; left += 2) {
    const double block = answer({left, left + 1});
    counts.push_back((block - answer({left, left}) + answer({left + 1, left + 1})) / 2);
  }
  return counts;
}

}  // namespace sourdine
