// The fast Walsh–Hadamard transform, two stages in one pass over the data. Internal; the matrix is defined in
// oracle/walsh_hadamard.h.
#pragma once

#include <cstdint>
#include <span>

namespace sourdine {

// data ← H · data, in place; the size is a power of two. O(size · log size) additions; applied twice it multiplies by
// size. The sum of the absolute values must fit 64 bits; the result is then exact.
void walsh_hadamard(std::span<std::int64_t> data);

}  // namespace sourdine
