// Local times for tests.
#pragma once

#include <chrono>

namespace sourdine::testing {

inline std::chrono::local_seconds at(int y, int m, int d, int hour = 0, int minute = 0, int second = 0) {
  using namespace std::chrono;
  return local_days{year{y} / m / d} + hours{hour} + minutes{minute} + seconds{second};
}

}  // namespace sourdine::testing
