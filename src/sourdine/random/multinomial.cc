#include "sourdine/random/multinomial.h"
namespace sourdine {
void add_uniform_multinomial(Random& random, std::uint64_t n, std::span<std::uint64_t> cells) {
  for (; n; --n) ++cells[random.below(cells.size())];
}
}  // namespace sourdine
