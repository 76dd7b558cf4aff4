// Group privacy: from one unit to `size` of them, e.g. from an event to a person with at most that many events.
// All results are rounded up.
#pragma once

#include <cstdint>

#include "sourdine/privacy/loss_kinds.h"

namespace sourdine {

// size · x, for what grows in proportion: pure ε, a Laplace or Gaussian mechanism's sensitivity.
// Throws Error(bad_input) when size is 0.
double group_factor(double x, std::uint64_t size);

PureEpsilon group_pure(PureEpsilon loss, std::uint64_t size);

// (mε, δ (e^{mε} − 1) / (e^ε − 1)) (Vadhan 2017, Lemma 2.2, summed).
ApproximateDp group_approximate(ApproximateDp loss, std::uint64_t size);

// m² ρ (Bun, Steinke 2016, Prop. 1.9).
Zcdp group_zcdp(Zcdp loss, std::uint64_t size);

}  // namespace sourdine
