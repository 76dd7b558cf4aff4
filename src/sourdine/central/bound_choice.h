// max_events chosen behind noise: the smallest bound, of those that are tried, that most people stay within.
#pragma once

#include <cstdint>
#include <span>

#include "sourdine/privacy/exact_epsilon.h"
#include "sourdine/privacy/loss_kinds.h"
#include "sourdine/random/random.h"

namespace sourdine {

// What "auto" looks for: the number of events that this share of the people do not exceed.
inline constexpr std::uint64_t bound_quantile_percent = 95;
// The largest bound that "auto" chooses. Not large: among bounds that equally many people stay within, as where nobody
// has between 5 and 50 events, all are as likely to be chosen.
inline constexpr std::uint64_t largest_chosen_bound = 20;

struct ChosenBound {
  std::uint64_t max_events = 1;
  PureEpsilon loss;  // about one person more or less: `epsilon` or less
};
// By the private quantile (mechanism/private_quantile.h).
ChosenBound choose_bound(std::span<const std::uint64_t> events_of_people, ExactEpsilon epsilon, Random& random);

}  // namespace sourdine
