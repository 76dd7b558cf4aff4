// Exact multinomial samples, by recursive halving of the cells with exact binomials.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/random/random.h"

namespace sourdine {

// Throws n ≤ 2^63 balls into the cells, each ball uniform and independent, and adds the numbers. O(min(n, cells))
// draws. Throws Error(bad_input) when there are balls but no cells.
void add_uniform_multinomial(Random& random, std::uint64_t n, std::span<std::uint64_t> cells);

// The same with cell i of probability weights[i] / Σ weights; as many weights as cells, 1 ≤ Σ weights < 2^64.
// Throws Error(bad_input) otherwise, before any cell changes.
void add_multinomial(Random& random, std::uint64_t n, std::span<const std::uint64_t> weights,
                     std::span<std::uint64_t> cells);

}  // namespace sourdine
