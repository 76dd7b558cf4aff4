// The padding of many reports at once. Internal.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

namespace sourdine {

// True when the unused bits of every report's last byte are zero; `reports` holds whole reports of report_bytes =
// ⌈bits/8⌉ bytes. Four bytes are looked at independently, so that they are not waiting for each other.
inline bool all_padding_is_zero(std::span<const std::uint8_t> reports, std::size_t report_bytes, std::size_t bits) {
  if (bits % 8 == 0) return true;
  std::uint32_t seen[4] = {};
  std::size_t at = report_bytes - 1;
  for (; at + 3 * report_bytes < reports.size(); at += 4 * report_bytes) {
    for (std::size_t i = 0; i < 4; ++i) seen[i] |= reports[at + i * report_bytes];
  }
  for (; at < reports.size(); at += report_bytes) seen[0] |= reports[at];
  return (seen[0] | seen[1] | seen[2] | seen[3]) >> (bits % 8) == 0;
}

}  // namespace sourdine
