// A property that must hold for every input; its failure is a finding.
#pragma once

#include <cstdio>
#include <cstdlib>

namespace sourdine::fuzz {

inline void check(bool holds, const char* property) {
  if (holds) return;
  std::fprintf(stderr, "violated: %s\n", property);
  std::abort();
}

}  // namespace sourdine::fuzz
