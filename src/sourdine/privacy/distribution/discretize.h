// Discretised privacy losses: the law of a loss moved onto a lattice of one step, so that losses add up by convolution.
//
// Two of them bracket the hockey-stick curve, which as a function of e^ε is convex, 1 at 0 and falling:
//  - above: the curve's points at the lattice are joined by straight lines, which lie above a convex curve (Doroshenko,
//    Ghazi, Kamath, Kumar, Manurangsi 2022, "Connect the dots"). In masses: what lies between two neighbours is divided
//    between them so that its masses under both P and Q are kept.
//  - below: tangents of the curve that meet at lattice points, and lie below it. In masses: what lies around a lattice
//    point is put together there, with so much of the next mass that the ratio of its masses under P and Q is that
//    point's; to forget which of several outcomes it was is post-processing. What lies above its point keeps its mass
//    under Q and loses some under P.
// Both err in the second order of the step, where rounding each loss up or down errs in the first.
#pragma once

#include <vector>

#include "sourdine/privacy/distribution/loss_law.h"

namespace sourdine {

struct LossMasses {
  long double first = 0;  // the loss of masses[0]; masses[i] belongs to first + i · step
  double step = 0;
  std::vector<double> masses = {};  // under P; together with `infinite` at most 1
  double infinite = 0;
};

struct LossBracket {
  LossMasses above;
  LossMasses below;
};

// The losses that matter when δ is changed by at most `tail` at either end.
struct LossRange {
  long double low = 0;
  long double high = 0;
};
LossRange loss_range(const LossLaw& law, long double tail);

// Throws Error(bad_input) when the range has more than 2^22 steps.
LossBracket discretized(const LossLaw& law, double step, long double tail);

}  // namespace sourdine
