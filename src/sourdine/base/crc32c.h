// CRC-32C (Castagnoli; RFC 3720, reflected polynomial 0x82F63B78): finds accidents, not attackers. All errors of up to
// 32 adjacent bits, and any other damage but for a chance of 2^−32.
#pragma once

#include <cstdint>
#include <span>

namespace sourdine {

// The checksum of the bytes; with `before`, of what gave `before` followed by the bytes.
// Uses the processor's instruction where there is one (about 8 bytes a cycle when they are many), tables elsewhere.
std::uint32_t crc32c(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

// The checksum of what gave `before` followed by `after_bytes` bytes that gave `after` on their own: parts of a file
// can be checked apart, on several cores. Takes about a microsecond, however long they are.
std::uint32_t crc32c_joined(std::uint32_t before, std::uint32_t after, std::uint64_t after_bytes);

// The tables' version, the same on every machine.
std::uint32_t crc32c_portable(std::span<const std::uint8_t> bytes, std::uint32_t before = 0);

}  // namespace sourdine
