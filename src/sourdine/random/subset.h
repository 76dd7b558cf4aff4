// A uniformly random subset of fixed size, without rejection (Floyd's algorithm): `size` bounded draws, each subset of
// {0 … n−1} with probability exactly 1 / C(n, size).
#pragma once

#include <cstdint>

#include "sourdine/random/random.h"

namespace sourdine {

// `has(x)` tells whether x was marked already, `mark(x)` marks it; nothing may be marked before. 0 ≤ size ≤ n.
template <Chance C, class Has, class Mark>
void sample_subset(C& chance, std::uint64_t n, std::uint64_t size, Has has, Mark mark) {
  for (std::uint64_t last = n - size; last < n; ++last) {
    const std::uint64_t drawn = chance.below(last + 1);
    mark(has(drawn) ? last : drawn);
  }
}

}  // namespace sourdine
