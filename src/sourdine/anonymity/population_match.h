// Whom of the population a published table speaks of: the people whom what is published of a class covers. From the
// ranges alone, whichever algorithm made them.
#pragma once

#include <cstdint>
#include <vector>

#include "sourdine/anonymity/recoding.h"

namespace sourdine {

struct PopulationMatch {
  std::vector<std::uint64_t> people;  // by class: whom it covers; 0 where it is not published
  std::uint64_t outside = 0;          // whom no published class covers
  std::uint64_t ambiguous = 0;        // whom more than one does
};

// The problem has a population. Cost: O(people · attributes · classes / 64), people who are alike counted once.
PopulationMatch match_population(const AnonymityProblem& problem, const Recoding& recoding);

// Shares of the population: of every published class rows/people; of those whom none covers, the suppressed rows/them.
struct PresenceShares {
  double least = 1, most = 0;
};
PresenceShares presence_shares(const Recoding& recoding, const PopulationMatch& match);

}  // namespace sourdine
