#include "sourdine/random/multinomial.h"

#include <bit>

#include "sourdine/base/error.h"
#include "sourdine/random/binomial.h"

namespace sourdine {
namespace {

// Both functions split the cells in two, draw how many balls fall on the left, and go on with each side: given its
// number of balls, a side is a multinomial of its own, independent of the other side.

void spread_evenly(Random& random, std::uint64_t n, std::span<std::uint64_t> cells) {
  if (cells.size() == 1) {
    cells[0] += n;
  } else if (n <= cells.size()) {
    for (; n > 0; --n) ++cells[random.below(cells.size())];
  } else {
    // A power of two on the left: below it every split is even, and an even split is one draw instead of log2(n).
    const std::size_t left = std::bit_ceil(cells.size()) / 2;
    const std::uint64_t on_left = sample_binomial(random, n, left, cells.size());
    spread_evenly(random, on_left, cells.first(left));
    spread_evenly(random, n - on_left, cells.subspan(left));
  }
}

Wide total(std::span<const std::uint64_t> weights) {
  Wide sum = 0;
  for (const std::uint64_t weight : weights) sum += weight;
  return sum;
}

// `sum` is the total of the weights; it is zero only where n is.
void spread(Random& random, std::uint64_t n, std::span<const std::uint64_t> weights, Wide sum,
            std::span<std::uint64_t> cells) {
  if (n == 0) return;
  if (cells.size() == 1) {
    cells[0] += n;
    return;
  }
  const std::size_t left = cells.size() / 2;
  const Wide left_sum = total(weights.first(left));
  const std::uint64_t on_left = sample_binomial(random, n, left_sum, sum);
  spread(random, on_left, weights.first(left), left_sum, cells.first(left));
  spread(random, n - on_left, weights.subspan(left), sum - left_sum, cells.subspan(left));
}

}  // namespace

void add_uniform_multinomial(Random& random, std::uint64_t n, std::span<std::uint64_t> cells) {
  if (n == 0) return;
  if (cells.empty()) fail_input("a multinomial sample needs at least one cell");
  spread_evenly(random, n, cells);
}

void add_multinomial(Random& random, std::uint64_t n, std::span<const std::uint64_t> weights,
                     std::span<std::uint64_t> cells) {
  if (weights.size() != cells.size()) fail_input("a multinomial sample needs one weight per cell");
  const Wide sum = total(weights);
  if (sum == 0 || sum >> 64 != 0) fail_input("the weights of a multinomial sample must sum to between 1 and 2^64 - 1");
  spread(random, n, weights, sum, cells);
}

}  // namespace sourdine
