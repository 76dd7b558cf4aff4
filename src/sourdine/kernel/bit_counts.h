// Positional popcount: how many of many packed reports have each bit set. Internal.
//
// Reports lie side by side in rows of a few vectors; carry-save adders add 16 rows bit by bit into a sixteens plane
// (15 adders of four or five operations), whose bits are added to byte counters. Counts are whole numbers: the result
// is that of a loop over all bits, on any input and any vector width. About seven operations per vector of reports.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sourdine {

// cells[i] += number of reports whose bit first_bit + i is set. `reports` holds whole reports of report_bytes ≥ 1
// bytes; first_bit + cells.size() ≤ 8 · report_bytes. Other bits are not looked at.
void add_bit_counts(std::span<const std::uint8_t> reports, std::size_t report_bytes, std::size_t first_bit,
                    std::span<std::uint64_t> cells);

// The number of the first report that does not have exactly `ones` bits set; the number of reports if there is none.
std::size_t first_with_other_popcount(std::span<const std::uint8_t> reports, std::size_t report_bytes,
                                      std::uint64_t ones);

}  // namespace sourdine
