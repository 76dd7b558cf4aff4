// The order of names as people would have it: "2" before "10", "2026-02" before "2026-10".
#pragma once

#include <string_view>

namespace sourdine {

// By letters, and by numbers where both have some; equal ones ("2", "02") by their bytes.
bool name_comes_before(std::string_view first, std::string_view second);

}  // namespace sourdine
