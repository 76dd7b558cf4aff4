// Counts to try structures on, and the check that they are exact where there is no noise.
#pragma once

#include <gtest/gtest.h>

#include <cstdint>
#include <vector>

#include "range/zero_noise.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"

namespace sourdine::testing {

inline std::vector<std::uint64_t> some_counts(std::uint64_t size) {
  SeededBits random(size);
  std::vector<std::uint64_t> counts(size);
  for (std::uint64_t& count : counts) count = random.below(50);
  return counts;
}

inline void expect_exact_without_noise(const CentralTreeSpec& spec) {
  const std::vector<std::uint64_t> counts = some_counts(spec.size);
  ZeroNoise zero;
  const auto tree = CentralTree::build(spec, counts, zero);
  for (std::uint64_t first = 0; first < spec.size; ++first) {
    double sum = 0;
    for (std::uint64_t last = first; last < spec.size; ++last) {
      sum += static_cast<double>(counts[last]);
      ASSERT_NEAR(tree->answer({first, last}).value, sum, 1e-9) << spec.size << ", " << spec.degree;
    }
  }
}

}  // namespace sourdine::testing
