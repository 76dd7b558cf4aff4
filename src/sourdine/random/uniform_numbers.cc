#include "sourdine/random/uniform_numbers.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <limits>

namespace sourdine {
namespace {

// Pieces of random words, a number from each: ⌊piece·n / 2^w⌋, where the low half of the product must not lie below
// 2^w mod n. One pass without branches, and a second one where a piece was rejected.
template <class Piece, class Product>
void multiply(Random& random, std::uint64_t n, std::span<std::uint32_t> out) {
  constexpr int width = std::numeric_limits<Piece>::digits;
  constexpr std::size_t pieces_per_word = sizeof(std::uint64_t) / sizeof(Piece);
  std::array<Piece, UniformNumbers::max_batch> pieces;
  const std::size_t words = (out.size() + pieces_per_word - 1) / pieces_per_word;
  std::memcpy(pieces.data(), random.words(words).data(), words * sizeof(std::uint64_t));
  const auto factor = static_cast<Product>(n);
  const auto reject_below = static_cast<Piece>((Product{1} << width) % factor);
  unsigned rejected = 0;
  for (std::size_t i = 0; i < out.size(); ++i) {
    const auto product = static_cast<Product>(pieces[i] * factor);
    out[i] = static_cast<std::uint32_t>(product >> width);
    rejected |= static_cast<Piece>(product) < reject_below ? 1U : 0U;
  }
  if (rejected == 0) return;
  for (std::size_t i = 0; i < out.size(); ++i) {
    if (static_cast<Piece>(pieces[i] * factor) < reject_below) out[i] = static_cast<std::uint32_t>(random.below(n));
  }
}

}  // namespace

void UniformNumbers::fill(Random& random, std::span<std::uint32_t> out) const {
  if (n_ == 1) {
    std::fill(out.begin(), out.end(), 0U);
  } else if (n_ <= std::uint64_t{1} << 8) {
    multiply<std::uint16_t, std::uint32_t>(random, n_, out);
  } else if (n_ <= std::uint64_t{1} << 24) {
    multiply<std::uint32_t, std::uint64_t>(random, n_, out);
  } else {
    for (std::uint32_t& number : out) number = static_cast<std::uint32_t>(random.below(n_));
  }
}

}  // namespace sourdine
