// Runs a check on every vector target that this machine has and the library was compiled for (and on the portable
// fallback), then gives the choice back to the machine.
#pragma once

#include <gtest/gtest.h>
#include <hwy/targets.h>

namespace sourdine::testing {

template <class Check>
void on_every_simd_target(Check check) {
  for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
    SCOPED_TRACE(hwy::TargetName(target));
    hwy::SetSupportedTargetsForTest(target);
    hwy::GetChosenTarget().Update(hwy::SupportedTargets());
    check();
  }
  hwy::SetSupportedTargetsForTest(0);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

}  // namespace sourdine::testing
