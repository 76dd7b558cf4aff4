// Whole numbers of any type as values of a protocol.
#pragma once

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <span>
#include <type_traits>

#include "sourdine/base/error.h"
#include "sourdine/protocol/protocol.h"

namespace sourdine::python {

// Negative numbers have their high bits set, too.
template <class Number>
bool has_more_than_32_bits(Number number) {
  if constexpr (std::is_signed_v<Number>) return number < 0 || static_cast<std::uint64_t>(number) >> 32 != 0;
  return static_cast<std::uint64_t>(number) >> 32 != 0;
}

// Copies the values of people from number `first_row` (from 0) on. Throws Error(bad_input) naming the first value that is
// negative or has more than 32 bits, or one before it that the protocol does not know.
template <class Number>
void copy_numbers(std::span<const Number> from, std::size_t first_row, const Protocol& protocol, std::size_t width,
                  std::span<Value> into) {
  if constexpr (std::is_unsigned_v<Number> && sizeof(Number) <= sizeof(Value)) {
    std::copy(from.begin(), from.end(), into.begin());
  } else {
    std::uint64_t all = 0;  // bits that are set anywhere
    for (std::size_t i = 0; i < from.size(); ++i) {
      const auto number = static_cast<std::uint64_t>(static_cast<std::int64_t>(from[i]));
      into[i] = static_cast<Value>(number);
      all |= number;
    }
    if (all >> 32 == 0) return;
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Number number = from[i];  // once: it may change
      if (!has_more_than_32_bits(number)) {
        into[i] = static_cast<Value>(number);
        continue;
      }
      const std::size_t row = i / width, attribute = i % width;
      protocol.require_valid({into.first(row * width), width}, first_row);
      const std::size_t place = first_row + row + 1;
      fail_input(fmt::format(
          "value {} ({}) is outside the domain 0 … {}", number,
          width == 1 ? fmt::format("number {}", place) : fmt::format("record {}, attribute {}", place, attribute + 1),
          protocol.domain_size(attribute) - 1));
    }
  }
}

}  // namespace sourdine::python
