// max_events chosen behind noise: the smallest bound, of those that are tried, that most people stay within.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/random/random.h"

namespace sourdine {

// What "auto" looks for: the number of events that this share of the people do not exceed.
inline constexpr double bound_quantile_percent = 95;
// The largest bound that "auto" chooses.
inline constexpr std::uint64_t largest_chosen_bound = 100;

// Differentially private with pure `epsilon` for one person more or less.
std::uint64_t choose_bound(std::span<const std::uint64_t> events_of_people, ExactEpsilon epsilon, Random& random);

}  // namespace sourdine
