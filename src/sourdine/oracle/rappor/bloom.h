// Bloom: which bits of a filter a string sets, in each cohort. Public: whoever knows the seed knows the positions.
//
// Position i of cohort c is ⌊bits · word / 2^64⌋, where word is number c·hashes + i of the SplitMix64 sequence that
// starts at the first eight bytes (little-endian) of HMAC-SHA-256("sourdine bloom" ‖ seed, string). Positions of a
// string may coincide; its filter then has fewer than `hashes` bits set.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace sourdine {

struct Bloom {
  static constexpr std::size_t max_hashes = 16;
  static constexpr std::size_t max_bits = 1024;

  // The set bits of one filter, increasing.
  struct Filter {
    std::array<std::uint16_t, max_hashes> positions;
    std::size_t size = 0;

    const std::uint16_t* begin() const { return positions.data(); }
    const std::uint16_t* end() const { return positions.data() + size; }
  };

  std::uint64_t seed = 0;
  std::size_t bits = 16;
  std::size_t hashes = 2;
  std::size_t cohorts = 64;

  // What the positions of a string in every cohort follow from.
  std::uint64_t digest(std::string_view text) const;
  Filter filter(std::uint64_t digest, std::uint64_t cohort) const;
};

// Number of bits set in a and clear in b.
std::size_t bits_only_in(const Bloom::Filter& a, const Bloom::Filter& b);

}  // namespace sourdine
