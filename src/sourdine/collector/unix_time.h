#pragma once

#include <chrono>

namespace sourdine {

// Milliseconds since 1970, UTC.
using UnixTime = std::chrono::sys_time<std::chrono::milliseconds>;

}  // namespace sourdine
