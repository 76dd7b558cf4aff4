// Local recoding on top of a generalisation of whole domains: every class is published as finely as its own rows allow,
// and rows that would be suppressed are placed by generalising them further.
//
// How: a part of the rows, published at some levels, is split along one attribute into the groups of the next finer
// level. Groups that may be classes of their own become so; what is left stays at the levels of the part, which must
// still be a class itself (or nothing), for which the smallest of the good groups stay with it where that is needed. Of
// all attributes the split that takes away most of NCP is made, the first of those, until none can be made. The parts
// to begin with are the published classes, and the suppressed rows at the last levels of all attributes, where they may
// be a class; those who may not stay suppressed.
//
// Where presence is asked for, nobody of the population may be covered by two classes, or their numbers of rows would
// be no shares: the people of town a would be covered by "a", and by "north" where others of the north are left. So a
// part is split only if all of its groups become classes, or have nobody of the table where the least share is 0; it is
// made finer only as far as its people of the population agree; and suppressed rows stay suppressed.
//
// By no measure of table.h does the result lose more than what it began with. Every class fulfils every model, and so
// do classes that are published alike. Deterministic. Cost: O(rows · attributes · levels) for each split that is made.
#pragma once

#include <cstdint>
#include <functional>

#include "sourdine/anonymity/recoding.h"
#include "sourdine/base/stop.h"

namespace sourdine {

// `progress`: told how many of how many rows are placed.
Recoding recode_locally(const AnonymityProblem& problem, const Generalised& from,
                        const std::function<void(std::uint64_t, std::uint64_t)>& progress = {},
                        const StopToken& stop = {});

}  // namespace sourdine
