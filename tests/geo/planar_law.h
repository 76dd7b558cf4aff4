// The law of planar Laplace noise by the sampler's own decisions.
#pragma once

#include <cstdint>
#include <map>
#include <utility>

#include "sourdine/geo/planar_laplace.h"
#include "sourdine/random/weighed_branches.h"

namespace sourdine::testing {

using Offset = std::pair<std::int64_t, std::int64_t>;

// The law of the first proposal that is kept, by the sampler's own decisions; what was cut is added to `cut`.
inline std::map<Offset, Exact> enumerated_law(const PlanarLaplace& noise, Exact& cut) {
  std::map<Offset, Exact> law;
  Exact kept = 0;
  WeighedBranches branches(50);
  branches.explore([&](WeighedBranches& chance) {
    const auto offset = noise.propose(chance);
    if (!offset) return;
    law[{offset->x, offset->y}] += chance.weight();
    kept += chance.weight();
  });
  for (auto& [offset, probability] : law) probability /= kept;
  cut = branches.cut_mass() / kept;
  return law;
}

}  // namespace sourdine::testing
