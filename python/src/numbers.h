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

// Copies the values of people from number `first_row` (from 0) on; all are then valid. Each is read once, and what is
// checked is the copy. Throws Error(bad_input) naming the first that is outside its domain.
template <class Number>
void copy_valid(std::span<const Number> from, std::size_t first_row, const Protocol& protocol, std::size_t width,
                std::span<Value> into) {
  // One pass for what is right, a vector at a time: a number above the last one, or with more bits, leaves a high bit
  // behind. (No domain is larger than 2^26: differences of numbers below 2^31 do not wrap, others have the bit
  // themselves.)
  const Value last = protocol.domain_size(0) - 1;
  Value beyond = 0;
  std::uint64_t wide = 0;
  for (std::size_t i = 0; i < from.size(); ++i) {
    const auto number = static_cast<std::uint64_t>(from[i]);  // negative ones have all high bits
    const auto value = static_cast<Value>(number);
    into[i] = value;
    if constexpr (sizeof(Number) > sizeof(Value) || std::is_signed_v<Number>) wide |= number;
    beyond |= value | (last - value);
  }
  const bool is_wide = wide >> 32 != 0;
  if (width == 1 && !is_wide && beyond >> 31 == 0) return;
  if (is_wide) {
    for (std::size_t i = 0; i < from.size(); ++i) {
      const Number number = from[i];  // once: it may have changed
      into[i] = static_cast<Value>(number);
      if (!has_more_than_32_bits(number)) continue;
      const std::size_t row = i / width, attribute = i % width;
      protocol.require_valid({into.first(row * width), width}, first_row);
      const std::size_t place = first_row + row + 1;
      fail_input(fmt::format(
          "value {} ({}) is outside the domain 0 … {}", number,
          width == 1 ? fmt::format("number {}", place) : fmt::format("record {}, attribute {}", place, attribute + 1),
          protocol.domain_size(attribute) - 1));
    }
  }
  protocol.require_valid({into, width}, first_row);
}

}  // namespace sourdine::python
