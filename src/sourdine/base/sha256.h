// SHA-256: a name for bytes that no two different texts share.
#pragma once

#include <array>
#include <cstdint>
#include <span>

namespace sourdine {

using Sha256 = std::array<std::uint8_t, 32>;

Sha256 sha256(std::span<const std::uint8_t> bytes);

}  // namespace sourdine
