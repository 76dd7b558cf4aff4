#include <gtest/gtest.h>
#include <hwy/targets.h>

#include "sourdine/base/shared_library.h"

namespace sourdine {
namespace {

// Highway's shared library, which we do not link, is the definition.
TEST(VectorTargets, AreThoseThatHighwayFinds) {
  const SharedLibrary library("libhwy.so.1", "this test", "libhwy1");
  std::int64_t (*const supported)() = library["_ZN3hwy16SupportedTargetsEv"];
  EXPECT_EQ(hwy::SupportedTargets() & HWY_TARGETS, supported() & HWY_TARGETS);
}

TEST(VectorTargets, HaveAFallbackEverywhere) { EXPECT_NE(hwy::SupportedTargets() & HWY_BASELINE_SCALAR, 0); }

TEST(VectorTargets, CanBeChosenByTestsAndGivenBack) {
  const std::int64_t found = hwy::SupportedTargets();
  hwy::SetSupportedTargetsForTest(HWY_BASELINE_SCALAR);
  EXPECT_EQ(hwy::SupportedTargets(), HWY_BASELINE_SCALAR);
  hwy::SetSupportedTargetsForTest(0);
  EXPECT_EQ(hwy::SupportedTargets(), found);
  EXPECT_FALSE(hwy::GetChosenTarget().IsInitialized());
}

}  // namespace
}  // namespace sourdine
