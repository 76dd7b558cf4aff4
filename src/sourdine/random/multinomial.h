// Exact multinomial samples, by conditional binomials.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/random/binomial.h"
#include "sourdine/random/random.h"

namespace sourdine {

// Throws n balls into the cells, each ball uniform and independent, and adds the numbers. O(min(n, cells)) draws.
void add_uniform_multinomial(Random& random, std::uint64_t n, std::span<std::uint64_t> cells);

// The same with cell i of probability weights[i] / Σ weights; Σ weights ≥ 1 must fit 64 bits.
void add_multinomial(Random& random, std::uint64_t n, std::span<const std::uint64_t> weights,
                     std::span<std::uint64_t> cells);

}  // namespace sourdine
