#include "sourdine/kernel/walsh_hadamard.h"

#include <gtest/gtest.h>

#include <random>
#include <vector>

#include "kernel/definitions.h"
#include "support/simd_targets.h"

namespace sourdine::testing {
namespace {

TEST(WalshHadamard, IsTheTransformOfTheDefinition) {
  for (std::size_t size = 1; size <= std::size_t{1} << 15; size *= 2) {
    std::mt19937_64 random(size);
    std::vector<std::int64_t> data(size);
    for (std::int64_t& number : data) number = static_cast<std::int64_t>(random() >> 17) - (std::int64_t{1} << 46);
    std::vector<std::int64_t> expected = data;
    walsh_hadamard_by_definition(expected);
    on_every_simd_target([&] {
      std::vector<std::int64_t> transformed = data;
      walsh_hadamard(transformed);
      EXPECT_EQ(transformed, expected) << size;
    });
  }
}

}  // namespace
}  // namespace sourdine::testing
