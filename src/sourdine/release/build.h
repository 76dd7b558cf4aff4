// From events to a release, whichever model the configuration has.
#pragma once

#include <string>

#include "sourdine/counts/release.h"

namespace sourdine {

// `source`: of the events; empty: the configuration's.
PreparedRelease prepare_release(const ReleaseConfig& config, const std::string& source = {});
// Reads the events and draws.
Release draw_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options = {});
// Both.
Release build_release(const ReleaseConfig& config, const RandomSource& random, const BuildOptions& options = {});

}  // namespace sourdine
