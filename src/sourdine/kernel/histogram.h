// Histograms of reports that are one number each. Internal.
//
// Few cells: every report is compared with every cell's number, a vector of reports at a time (two operations per cell
// and vector). More cells: reports take turns in four tables, so that equal neighbours do not wait for each other's
// increment. Many cells: equal neighbours are rare, and the cells themselves are incremented.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sourdine {

// cells[y] += number of reports that are y. `numbers` holds whole little-endian numbers of `width` bytes, 1 ≤ width ≤
// 4, all below cells.size(). Numbers of one byte may be any: those that have no cell are counted nowhere.
void add_histogram(std::span<const std::uint8_t> numbers, std::size_t width, std::span<std::uint64_t> cells);

// The place of the first number ≥ end; how many numbers there are if there is none.
std::size_t first_not_below(std::span<const std::uint8_t> numbers, std::size_t width, std::uint64_t end);

}  // namespace sourdine
