// How the planted violations are written: a body over any Chance, turned into the two forms the audits take. Internal.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/audit/planted.h"

namespace sourdine::zoo {

using Output = std::vector<std::uint8_t>;

inline constexpr double never_cut = 1024;

// `body(value, chance, output)` appends the output.
template <class Body>
AuditedMechanism both_ways(Body body) {
  return {[body](Value value, Branches& chance, Output& output) { body(value, chance, output); },
          [body](Value value, Random& chance, Output& output) { body(value, chance, output); }};
}

// The same for bodies that draw powers of e: noise from the samplers that ship.
template <class Body>
AuditedMechanism weighed_ways(Body body) {
  return {{},
          [body](Value value, Random& chance, Output& output) { body(value, chance, output); },
          [body](Value value, WeighedBranches& chance, Output& output) { body(value, chance, output); }};
}

// Reports whose bits or symbols are randomised.
std::vector<Planted> broken_bits();
std::vector<Planted> broken_answers();
// Counts with added noise.
std::vector<Planted> broken_noise();
// Mechanisms of the central model.
std::vector<Planted> broken_mechanisms();
// Places that are blurred.
std::vector<Planted> broken_places();
// Several attributes of a person.
std::vector<Planted> broken_tuples();

}  // namespace sourdine::zoo
