#pragma once

#include <string_view>

namespace sourdine {

// The software version written into files and manifests, e.g. "0.1.0".
std::string_view version();

}  // namespace sourdine
