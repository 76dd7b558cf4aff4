// The Walsh–Hadamard matrix: H[r][c] = (−1)^(number of common one bits of r and c), and its fast transform.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sourdine {

// True where H[row][column] = −1.
constexpr bool hadamard_is_minus(std::uint64_t row, std::uint64_t column) {
  return (std::popcount(row & column) & 1) != 0;
}

// data ← H · data, in place; the size is a power of two. O(size · log size) additions; applied twice it multiplies by
// size. Exact for integers whose absolute sum fits T.
template <class T>
void walsh_hadamard(std::span<T> data) {
  for (std::size_t half = 1; half < data.size(); half *= 2) {
    for (std::size_t start = 0; start < data.size(); start += 2 * half) {
      for (std::size_t i = start; i < start + half; ++i) {
        const T sum = data[i] + data[i + half];
        data[i + half] = data[i] - data[i + half];
        data[i] = sum;
      }
    }
  }
}

}  // namespace sourdine
