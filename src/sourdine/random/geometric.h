// Geometric skip: how many trials fail before the first success. Exact, O(1) expected time however small p is.
//
// Use it to walk through n independent rare events (flipped bits of a sparse report) in time proportional to the number
// of events instead of n.
#pragma once

#include <cstdint>

#include "sourdine/random/random.h"

namespace sourdine {

// The largest skip told apart; more trials than any sample here has.
inline constexpr std::uint64_t longest_skip = std::uint64_t{1} << 63;

// min(G, longest_skip) where Pr[G = g] = (1−p)^g · p. With p = 0 the first success never comes: longest_skip.
std::uint64_t sample_geometric(Random& random, Threshold p);

}  // namespace sourdine
