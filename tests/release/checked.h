// What a release would do, of a configuration alone.
#pragma once

#include "sourdine/release/check.h"
#include "sourdine/release/publication.h"

namespace sourdine::testing {

inline ReleaseCheck checked(const ReleaseConfig& config) {
  return check_release(config, prepare_release(lenient_config(config)));
}

}  // namespace sourdine::testing
