// The exact audit of (ε, δ): a mechanism's own code, run on every outcome (random/weighed_branches.h), gives the laws
// of its outputs; the hockey-stick divergence Σ max(0, P(y) − e^ε·Q(y)) of two neighbours is the least δ for ε.
//
// Unbounded noise is cut, and the cut mass c is accounted for: with S the sum over the visited outputs,
//   S − e^ε·c ≤ δ ≤ S + c   (what was cut may all belong to Q where it helps, or tell P outright).
// So a lower bound above the stated δ proves a violation; a mechanism whose upper bound is close to the stated δ is
// proved to have that δ but for the difference.
#pragma once

#include <cstddef>
#include <cstdint>

#include "sourdine/mechanism/table.h"

namespace sourdine {

struct DivergenceAudit {
  double epsilon = 0;        // at which δ was computed
  double delta_lower = 0;    // of the worst pair of neighbours
  double delta_upper = 0;    // of all pairs
  double visited_delta = 0;  // S of the worst pair
  double epsilon_lower = 0;  // ln of the worst ratio that is proved; +∞ when an output rules out an input
  double cut_mass = 0;       // the largest of all inputs
  std::size_t outputs = 0;   // different outputs seen
  std::uint64_t paths = 0;   // outcomes visited, over all inputs
  bool sums_to_one = false;  // cut mass included; false means that the enumeration itself is wrong
  Value likely = 0;          // the worst pair
  Value unlikely = 0;

  // A violation is proved.
  bool violates(double delta) const { return delta_lower > delta; }
};

// At the case's ε and δ. Throws Error(bad_input) when there are more than max_paths outcomes.
DivergenceAudit audit_divergence(const MechanismCase& one, std::uint64_t max_paths = std::uint64_t{1} << 22);

}  // namespace sourdine
