// Amplification: hiding who took part makes a loss smaller. Both theorems have assumptions that code cannot check; who
// calls states that they hold.
#pragma once

#include <cstdint>

#include "sourdine/privacy/claim.h"

namespace sourdine {

enum class Sampling {
  poisson,              // every unit takes part with probability `rate`, independently: add/remove neighbours
  without_replacement,  // a fixed share `rate` of the units, any as likely as any: replace neighbours
};

// ln(1 + q (e^ε − 1)), qδ (Balle, Barthe, Gaboardi 2018, Thm. 8 and 9); rounded up.
// Assumes that nobody learns which units were sampled, and that what is sampled are whole units of the claim. Throws
// Error(bad_input) for an attribute: to sample one attribute of a tuple amplifies nothing for the tuple (methods of
// RS+FD claim it; all attributes of a neighbour may change); for neighbours that are not the sampling's; for the local
// model; for a loss that is neither pure nor (ε, δ). (Gaussian noise on a Poisson sample is SampledGaussianPair.)
PrivacyClaim amplified_by_sampling(const PrivacyClaim& claim, Sampling sampling, double rate);

// The (ε, δ) of n shuffled reports, each ε0-LDP, for replacing one value: the numerical "clones" bound (Feldman,
// McMillan, Talwar 2021, Sec. 3, its two laws evaluated); rounded up, never above ε0.
// Assumes one report per person, all by the same randomiser (which may use public randomness of its own, as a hash
// seed), and that nothing beside the multiset of reports is seen: no order, no sender, no cohort, no time.
ApproximateDp shuffled(PureEpsilon report, std::uint64_t reports, double delta);

// The closed form of the same theorem, for comparison: ln(1 + (e^ε0 − 1)/(e^ε0 + 1) (8 √(e^ε0 ln(4/δ)) / √n + 8 e^ε0 /
// n)). Throws Error(bad_input) above ε0 = ln(n / (16 ln(2/δ))), where it is not proved.
ApproximateDp shuffled_closed_form(PureEpsilon report, std::uint64_t reports, double delta);

// The claim of shuffled(): local reports of one value each become a central claim about an event.
PrivacyClaim amplified_by_shuffling(const PrivacyClaim& claim, std::uint64_t reports, double delta);

}  // namespace sourdine
