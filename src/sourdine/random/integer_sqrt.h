// Integer square root, exact.
#pragma once

#include <cmath>
#include <cstdint>

#include "sourdine/base/wide.h"

namespace sourdine {

// ⌊√x⌋ for x < 2^126. The double is only a first guess; integers correct it.
inline std::uint64_t integer_sqrt(Wide x) {
  auto root = static_cast<std::uint64_t>(std::sqrt(static_cast<double>(x)));
  while (static_cast<Wide>(root) * root > x) --root;
  while (static_cast<Wide>(root + 1) * (root + 1) <= x) ++root;
  return root;
}

}  // namespace sourdine
