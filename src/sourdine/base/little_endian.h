// Numbers as bytes in files: little-endian whatever the machine is.
#pragma once

#include <concepts>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>

namespace sourdine {

template <std::unsigned_integral T>
void append_little_endian(std::string& into, T number) {
  for (std::size_t i = 0; i < sizeof(T); ++i) into.push_back(static_cast<char>(number >> (8 * i) & 0xFF));
}

template <std::unsigned_integral T>
T load_little_endian(std::span<const std::uint8_t> bytes) {
  T number = 0;
  for (std::size_t i = 0; i < sizeof(T); ++i) number = static_cast<T>(number | T{bytes[i]} << (8 * i));
  return number;
}

}  // namespace sourdine
