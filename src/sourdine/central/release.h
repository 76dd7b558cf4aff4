// Central releases: whoever makes them is trusted with the events; what is published is noisy counts and what follows
// from them, so that one person (or one event) more or less is protected, totals included.
//
// The order is the promise: bound a person's events → count → noise, once → everything else from the noisy counts. What
// depends on the events in any other way (the first and the last day, rows read, days without rows) is not published.
#pragma once

#include <cstdint>

#include "sourdine/counts/release.h"

namespace sourdine {

// What a central release may spend at most, and about whom. Known before the events are read.
Guarantee central_guarantee_asked(const ReleaseConfig& config, std::size_t regions);

// What whoever holds the events is told where none of `rows` is counted. Such a release is made and charged all the
// same: a refusal would be seen, and tell that there are none.
std::string nothing_counted(const ReleaseConfig& config, std::uint64_t rows);
// Raw data: for the officer's eyes only.
bool has_counted_something(const Release& release);

Release draw_central_release(PreparedRelease prepared, const RandomSource& random, const BuildOptions& options);

}  // namespace sourdine
