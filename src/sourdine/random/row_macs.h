// RowMacs: starts of rows (row_bits.h) for rows that do not fit 96 bits as they are: a row's number, its values and its
// bytes become 128 bits by CBC-MAC, AES-256 under a key of its own. A message is one block (the number, the first two
// values), the other values four to a block, and then the bytes of an id, filled up with zeros to whole blocks. All
// rows of one label have the same number of values, and where there are bytes, the number says how many: so no message
// is the beginning of another (keyed_rows.h has what that is worth).
//
// Up to max_rows messages are made side by side, so that one call encrypts a block of each. Not thread-safe.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "sourdine/random/aes_blocks.h"
#include "sourdine/random/row_bits.h"

namespace sourdine {

class RowMacs {
 public:
  static constexpr std::size_t max_rows = RowBits::max_rows;

  RowMacs(const RowSecret& secret, std::span<const std::uint8_t> label);

  // The numbers of at most max_rows rows, and `width` values of each, a row after the other.
  void begin(std::span<const std::uint64_t> numbers, std::span<const std::uint32_t> values, std::size_t width);
  // What follows in each of these rows.
  void add_bytes(std::span<const std::span<const std::uint8_t>> ids);

  RowStart operator[](std::size_t row) const { return {macs_[2 * row], macs_[2 * row + 1]}; }

 private:
  detail::AesBlocks aes_;
  std::array<std::uint64_t, 2 * max_rows> macs_;
  std::array<std::uint64_t, 2 * max_rows> gathered_;
  std::array<std::size_t, max_rows> open_;
};

}  // namespace sourdine
