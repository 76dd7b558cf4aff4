#include "sourdine/random/uniform_numbers.h"

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

// The numbers by definition, one after the other: a piece of a word, or below() where the piece is one of the
// 2^w mod n that would make some numbers likelier than others.
template <class Piece>
std::vector<std::uint32_t> plain(Random& random, std::uint64_t n, std::size_t count) {
  constexpr int width = 8 * sizeof(Piece);
  std::vector<Piece> pieces((count * sizeof(Piece) + 7) / 8 * 8 / sizeof(Piece));
  std::memcpy(pieces.data(), random.words(pieces.size() * sizeof(Piece) / 8).data(), pieces.size() * sizeof(Piece));
  std::vector<std::uint32_t> numbers;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint64_t product = pieces[i] * n;
    const std::uint64_t low = product & ((std::uint64_t{1} << width) - 1);
    numbers.push_back(
        static_cast<std::uint32_t>(low < (std::uint64_t{1} << width) % n ? random.below(n) : product >> width));
  }
  return numbers;
}

TEST(UniformNumbers, AreThePiecesOfWordsScaledOneByOne) {
  for (const std::uint64_t n :
       {2U, 3U, 17U, 127U, 255U, 256U, 257U, 1000U, 65'537U, 1U << 20, (1U << 24) - 3, 1U << 24}) {
    SeededBits fast_random(n);
    SeededBits plain_random(n);
    for (int batch = 0; batch < 50; ++batch) {
      const std::size_t count = 1 + fast_random.below(UniformNumbers::max_batch);
      ASSERT_EQ(plain_random.below(UniformNumbers::max_batch) + 1, count);
      std::vector<std::uint32_t> numbers(count);
      UniformNumbers(n).fill(fast_random, numbers);
      ASSERT_EQ(numbers,
                n <= 256 ? plain<std::uint16_t>(plain_random, n, count) : plain<std::uint32_t>(plain_random, n, count))
          << n;
    }
  }
}

// Each number has ⌊2^16/n⌋ accepted pieces: exactly uniform, by counting them all.
TEST(UniformNumbers, EveryNumberHasEquallyManyPieces) {
  for (std::uint32_t n = 1; n <= 256; ++n) {
    std::vector<std::uint32_t> pieces(n);
    for (std::uint32_t piece = 0; piece < 65'536; ++piece) {
      if (((piece * n) & 0xffff) >= 65'536 % n) ++pieces[piece * n >> 16];
    }
    for (const std::uint32_t count : pieces) ASSERT_EQ(count, 65'536 / n) << n;
  }
}

TEST(UniformNumbers, AreUniformForEveryKindOfRange) {
  for (const std::uint64_t n :
       {std::uint64_t{1}, std::uint64_t{17}, std::uint64_t{256}, std::uint64_t{1000}, std::uint64_t{1} << 32}) {
    const std::uint64_t cells = std::min<std::uint64_t>(n, 64);
    std::vector<std::uint64_t> counts(cells);
    SeededBits random(7 + n);
    std::vector<std::uint32_t> numbers(UniformNumbers::max_batch);
    for (int batch = 0; batch < 200; ++batch) {
      UniformNumbers(n).fill(random, numbers);
      for (const std::uint32_t number : numbers) {
        ASSERT_LT(number, n);
        ++counts[number % cells];
      }
    }
    std::vector<double> law(cells);
    for (std::uint64_t cell = 0; cell < cells; ++cell) {
      law[cell] = static_cast<double>((n - cell + cells - 1) / cells) / static_cast<double>(n);
    }
    if (cells > 1) {
      EXPECT_GT(testing::chi_squared_test(counts, law), testing::false_alarm) << n;
    }
  }
}

}  // namespace
}  // namespace sourdine
