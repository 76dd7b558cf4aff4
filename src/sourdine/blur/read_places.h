// The places of a table of events, read and checked. Internal to blur/.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "sourdine/blur/blur.h"

namespace sourdine {

struct ReadPlaces {
  std::vector<GridPoint> cells;  // where the events were: private
  KeptColumns kept;
  std::uint64_t rows = 0;
  std::uint64_t outside = 0;
};

// The command line's, or the configuration's; empty: neither names one.
const std::string& source_of(const BlurGround& ground, const BlurOptions& options);
ReadPlaces read_places(const BlurGround& ground, const BlurOptions& options);

}  // namespace sourdine
