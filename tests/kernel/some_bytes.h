// Bytes without a pattern, the same in every run.
#pragma once

#include <cstdint>
#include <random>
#include <vector>

namespace sourdine::testing {

inline std::vector<std::uint8_t> some_bytes(std::size_t count, std::uint64_t seed) {
  std::mt19937_64 random(seed);
  std::vector<std::uint8_t> bytes(count);
  for (std::uint8_t& byte : bytes) byte = static_cast<std::uint8_t>(random() >> 56);
  return bytes;
}

}  // namespace sourdine::testing
