// SHA-256: a name for bytes that no two different texts share.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>

namespace sourdine {

class Input;

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::span<const std::uint8_t> bytes);
// Of all that is left to read.
Sha256 sha256(Input& input);

// 64 small letters and digits.
std::string hexadecimal(const Sha256& digest);

}  // namespace sourdine
