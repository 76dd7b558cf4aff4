// `sourdine reproduce friis2021`.
#pragma once

#include <cstdint>
#include <string>

#include "app.h"

namespace sourdine::cli {

struct FriisOptions {
  std::uint64_t seed = 1;
  std::string page;       // a file to write, or empty
  bool is_quick = false;  // fewer ε, N, structures and queries
  bool json = false;
};

void reproduce_friis(const FriisOptions& options, Context& context);

}  // namespace sourdine::cli
