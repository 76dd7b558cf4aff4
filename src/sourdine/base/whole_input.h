// What is left of an input, for files that are small, or bounded otherwise.
#pragma once

#include <array>
#include <cstdint>
#include <string>

#include "sourdine/base/stream.h"

namespace sourdine {

// Throws what reading throws.
inline std::string whole_input(Input& input) {
  std::string all;
  std::array<std::uint8_t, 65536> piece;
  for (std::size_t got = piece.size(); got == piece.size();) {
    got = input.read(piece);
    all.append(reinterpret_cast<const char*>(piece.data()), got);
  }
  return all;
}

}  // namespace sourdine
