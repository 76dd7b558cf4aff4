// Whole numbers in given proportions, by largest remainders: every part gets its exact share rounded down, and what is
// left goes, one each, to the parts with the largest remainders (of equal ones, to the first).
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace sourdine {

// They add up to `total`. Weights are finite and ≥ 0; where all are 0, the last part gets everything.
std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const double> weights);
// The same in whole numbers, exactly. Where total ≤ Σ weights, no part gets more than its weight. Σ weights < 2^63.
std::vector<std::uint64_t> apportion(std::uint64_t total, std::span<const std::uint64_t> weights);

}  // namespace sourdine
