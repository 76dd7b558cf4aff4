// Memory for vectors of any width that we compile for, without Highway's library, whose loading costs milliseconds.
#pragma once

#include <cstddef>
#include <cstdlib>
#include <memory>
#include <new>

namespace sourdine {

struct FreeAligned {
  void operator()(double* numbers) const { std::free(numbers); }
};
using AlignedDoubles = std::unique_ptr<double[], FreeAligned>;

// Uninitialised. Throws std::bad_alloc.
inline AlignedDoubles aligned_doubles(std::size_t count) {
  constexpr std::size_t alignment = 128;
  const std::size_t bytes = (count * sizeof(double) / alignment + 1) * alignment;
  auto* const numbers = static_cast<double*>(std::aligned_alloc(alignment, bytes));
  if (numbers == nullptr) throw std::bad_alloc();
  return AlignedDoubles(numbers);
}

}  // namespace sourdine
