// The tally of local hashing: for every value, the reports that support it. Internal.
//
// A report supports value v when multiplier·v + addend − low mod 2^W < size (oracle/multiply_shift.h). Lanes are
// neighbouring values: one addition steps to the next vector of values, one comparison decides, one addition counts.
// A tile of values is counted in registers while a tile of reports, small enough for the nearest cache, goes by.
#pragma once

#include <concepts>
#include <cstdint>
#include <span>

namespace sourdine {

// What is left of a report: it supports the values v with multiplier·v + offset < size, in words that wrap around.
template <std::unsigned_integral Word>
struct HashTest {
  Word multiplier;
  Word offset;
  Word size;
};

// cells[v] += number of tests that value v passes, for every v < cells.size().
void add_hash_supports(std::span<const HashTest<std::uint32_t>> tests, std::span<std::uint64_t> cells);
void add_hash_supports(std::span<const HashTest<std::uint64_t>> tests, std::span<std::uint64_t> cells);

}  // namespace sourdine
