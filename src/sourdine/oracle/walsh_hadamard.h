// The Walsh–Hadamard matrix: H[r][c] = (−1)^(number of common one bits of r and c), and its fast transform.
#pragma once

#include <bit>
#include <cstdint>

#include "sourdine/kernel/walsh_hadamard.h"

namespace sourdine {

// True where H[row][column] = −1.
constexpr bool hadamard_is_minus(std::uint64_t row, std::uint64_t column) {
  return (std::popcount(row & column) & 1) != 0;
}

}  // namespace sourdine
