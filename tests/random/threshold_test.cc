#include "sourdine/random/threshold.h"

#include <gtest/gtest.h>

namespace sourdine {
namespace {

TEST(Threshold, ComplementDoesNotCancel) {
  EXPECT_EQ(Threshold{~std::uint64_t{0}}.complement(), 0x1p-64);
  EXPECT_EQ(Threshold{0}.complement(), 1.0);
  EXPECT_EQ(Threshold{std::uint64_t{1} << 63}.probability(), 0.5);
}

}  // namespace
}  // namespace sourdine
