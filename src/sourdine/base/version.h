#pragma once

#include <string_view>

namespace sourdine {

// The version that files and manifests name: that of project() in CMakeLists.txt.
std::string_view version();

}  // namespace sourdine
