#include "sourdine/random/binomial.h"
namespace sourdine {
std::uint64_t sample_fair_binomial(Random& random, std::uint64_t n) {
  std::uint64_t c = 0;
  for (; n; --n) c += random.next() & 1;
  return c;
}
std::uint64_t sample_binomial(Random& random, std::uint64_t n, Wide numerator, Wide) {
  std::uint64_t c = 0;
  for (; n; --n) c += random.next() < numerator;
  return c;
}
}  // namespace sourdine
