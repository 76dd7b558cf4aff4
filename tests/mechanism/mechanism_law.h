// The exact law of a mechanism, by running its own code on every outcome.
#pragma once

#include <map>

#include "sourdine/random/weighed_branches.h"

namespace sourdine::testing {

template <class Body>
auto mechanism_law(Body body, double prune_bits = 60) {
  std::map<decltype(body(std::declval<WeighedBranches&>())), double> law;
  WeighedBranches branches(prune_bits);
  branches.explore([&](WeighedBranches& chance) {
    const auto result = body(chance);
    law[result] += static_cast<double>(chance.weight());
  });
  return law;
}

}  // namespace sourdine::testing
