#include "sourdine/random/subset.h"

#include <gtest/gtest.h>

#include <bit>

#include "support/enumeration.h"

namespace sourdine {
namespace {

using testing::Rational;

template <Chance C>
unsigned draw(C& chance, std::uint64_t n, std::uint64_t size) {
  unsigned marks = 0;
  sample_subset(
      chance, n, size, [&](std::uint64_t x) { return (marks >> x & 1) != 0; },
      [&](std::uint64_t x) { marks |= 1U << x; });
  return marks;
}

std::uint64_t choose(std::uint64_t n, std::uint64_t k) { return k == 0 ? 1 : choose(n - 1, k - 1) * n / k; }

TEST(Subset, EverySubsetHasExactlyTheSameProbability) {
  for (std::uint64_t n = 1; n <= 6; ++n) {
    for (std::uint64_t size = 0; size <= n; ++size) {
      const auto law = testing::enumerate_law<Rational>({}, [&](Branches& b) { return draw(b, n, size); });
      EXPECT_EQ(law.mass.size(), choose(n, size)) << n << " " << size;
      for (const auto& [marks, probability] : law.mass) {
        EXPECT_EQ(std::popcount(marks), static_cast<int>(size));
        EXPECT_EQ(probability, Rational(1, choose(n, size))) << n << " " << size;
      }
    }
  }
}

}  // namespace
}  // namespace sourdine
