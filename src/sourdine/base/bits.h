// Little-endian bit fields inside report bytes. Reports are packed (k bits, not k bytes) and padded with zero bits.
#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <span>

namespace sourdine {

constexpr std::size_t bytes_for_bits(std::size_t bits) { return (bits + 7) / 8; }

// Bits needed to write any of `count` different numbers 0 … count−1; 0 when there is only one.
constexpr std::size_t bits_for_count(std::uint64_t count) {
  return count <= 1 ? 0 : static_cast<std::size_t>(std::bit_width(count - 1));
}

inline bool get_bit(std::span<const std::uint8_t> bytes, std::size_t index) {
  return ((std::uint32_t{bytes[index / 8]} >> (index % 8)) & 1U) != 0;
}

inline void set_bit(std::span<std::uint8_t> bytes, std::size_t index) {
  bytes[index / 8] = static_cast<std::uint8_t>(bytes[index / 8] | (1U << (index % 8)));
}

inline void put_bit(std::span<std::uint8_t> bytes, std::size_t index, bool bit) {
  const unsigned others = bytes[index / 8] & ~(1U << (index % 8));
  bytes[index / 8] = static_cast<std::uint8_t>(others | (unsigned{bit} << (index % 8)));
}

// Writes the low `width` (≤ 64) bits of `number` at bit `offset`; those bits must be zero before.
inline void put_bits(std::span<std::uint8_t> bytes, std::size_t offset, std::size_t width, std::uint64_t number) {
  if (width < 64) number &= (std::uint64_t{1} << width) - 1;
  for (std::size_t done = 0; done < width;) {
    const std::size_t at = offset + done;
    const std::size_t room = 8 - at % 8;
    bytes[at / 8] = static_cast<std::uint8_t>(bytes[at / 8] | ((number >> done) << (at % 8)));
    done += room;
  }
}

inline std::uint64_t take_bits(std::span<const std::uint8_t> bytes, std::size_t offset, std::size_t width) {
  std::uint64_t number = 0;
  for (std::size_t done = 0; done < width;) {
    const std::size_t at = offset + done;
    const std::size_t room = 8 - at % 8;
    number |= (std::uint64_t{bytes[at / 8]} >> (at % 8)) << done;
    done += room;
  }
  return width >= 64 ? number : number & ((std::uint64_t{1} << width) - 1);
}

// The low `size` (≤ 8) bytes of `number`.
inline void put_bytes(std::uint8_t* to, std::size_t size, std::uint64_t number) {
  for (std::size_t i = 0; i < size; ++i) to[i] = static_cast<std::uint8_t>(number >> (8 * i));
}

// The low `size` bytes of every number, one after the other.
inline void put_numbers(std::span<std::uint8_t> to, std::size_t size, std::span<const std::uint32_t> numbers) {
  if (size == 1) {
    for (std::size_t i = 0; i < numbers.size(); ++i) to[i] = static_cast<std::uint8_t>(numbers[i]);
  } else {
    for (std::size_t i = 0; i < numbers.size(); ++i) put_bytes(&to[i * size], size, numbers[i]);
  }
}

// Clears the bits before `first` and those from `end` on.
inline void clear_outside(std::span<std::uint8_t> bytes, std::size_t first, std::size_t end) {
  for (std::size_t i = 0; i < first / 8; ++i) bytes[i] = 0;
  if (first % 8 != 0) bytes[first / 8] = static_cast<std::uint8_t>(bytes[first / 8] & (0xff << (first % 8)));
  if (end % 8 != 0) bytes[end / 8] = static_cast<std::uint8_t>(bytes[end / 8] & (0xff >> (8 - end % 8)));
  for (std::size_t i = (end + 7) / 8; i < bytes.size(); ++i) bytes[i] = 0;
}

// True when the unused bits of the last byte are zero, as every report we write has them.
inline bool padding_is_zero(std::span<const std::uint8_t> bytes, std::size_t bits) {
  return bits % 8 == 0 || (bytes[bits / 8] >> (bits % 8)) == 0;
}

}  // namespace sourdine
