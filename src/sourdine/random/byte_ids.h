// Ids of bytes, as Arrow keeps text and binary arrays.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sourdine {

// Id i is bytes offsets[i] … offsets[i+1]−1, so there is one offset more than there are ids.
template <class Offset>
struct ByteIds {
  std::span<const Offset> offsets;
  std::span<const std::uint8_t> bytes;

  // Of ids that were checked.
  std::span<const std::uint8_t> operator[](std::size_t i) const {
    const auto from = static_cast<std::size_t>(offsets[i]);
    return bytes.subspan(from, static_cast<std::size_t>(offsets[i + 1]) - from);
  }
};

// Throw Error(bad_input) unless there is one id for every row, and offsets rise and end within the bytes.
void require_row_ids(std::size_t ids, std::size_t rows);
template <class Offset>  // std::int32_t, std::int64_t
void require_row_ids(ByteIds<Offset> ids, std::size_t rows);

}  // namespace sourdine
