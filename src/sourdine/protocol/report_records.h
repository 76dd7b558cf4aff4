// The first byte of every record of a report file. Internal to its reader and writer.
#pragma once

#include <cstdint>

namespace sourdine {

inline constexpr std::uint8_t block_tag = 'B';
inline constexpr std::uint8_t seal_tag = 'S';

}  // namespace sourdine
