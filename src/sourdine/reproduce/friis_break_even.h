// From which length on does a tree answer better than the flat histogram? In closed form, as a mean over all ranges of
// a length, for small ε (where noise is all there is, and ε cancels).
//
//   local: a tree's node has h times the variance of the flat histogram's (h levels share the people).
//   central: (h+1)² times (h + 1 levels share ε, the root among them).
// Adjusted trees are compared with the flat histogram adjusted likewise: to the public number of people in the local
// model, to nothing in the central one. Who knows the total errs on a range as on the rest of the domain, so lengths up
// to N/2 are compared there, and up to N−1 otherwise.
#pragma once

#include <cstdint>
#include <optional>

#include "sourdine/privacy/guarantee.h"

namespace sourdine {

struct FriisBreakEven {
  std::uint64_t size, degree;
  std::uint64_t rule;
  // The smallest length from which on the tree wins at every length compared; nothing: never.
  std::optional<std::uint64_t> local_plain, local_adjusted, central_plain, central_adjusted;
};

// The rule of the thesis: 2B⌈log_B N⌉².
std::uint64_t friis_rule(std::uint64_t size, std::uint64_t degree);

FriisBreakEven friis_break_even(std::uint64_t size, std::uint64_t degree);

std::optional<std::uint64_t> break_even_length(PrivacyModel model, std::uint64_t size, std::uint64_t degree,
                                               bool is_adjusted);

}  // namespace sourdine
