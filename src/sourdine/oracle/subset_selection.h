// SS: subset selection. The report is a set of ω values that is somewhat likelier to contain the true one.
//
// Domain and report: 0 … k−1; a set of ω values, as k bits or as ω increasing numbers of ⌈log2 k⌉ bits, whichever is
//   shorter. Either way a set has one spelling, so the order of drawing cannot leak.
// Probabilities: with λ uniform over the sets that contain v, else uniform over all sets. A report supports its values.
//   yes = λ + (1−λ)ω/k; no = λ(ω−1)/(k−1) + (1−λ)ω/k.
// ε = ln(1 + kλ / (ω(1−λ))): C(k, ω) / C(k−1, ω−1) = k/ω.
// Variance: n·V0 = no(1−no)/(yes−no)²; the smallest of all oracles here. ω = max(1, ⌊k/(e^ε+1) + ½⌋) is the optimum;
//   ω = 1 is grr.
// Cost: randomise O(ω log ω) (no rejection), tally O(ω) to O(k), decode O(k). Cells are dependent through the fixed
//   size ω, so simulate() goes report by report.
// Choose it when the error matters most and min(k, ω log2 k) bits per report are affordable.
// References: Ye, Barg, Optimal schemes for discrete distribution estimation under locally differential privacy, IEEE
//   Trans. Information Theory 2018; Wang et al., Mutual information optimally local private discrete distribution
//   estimation, 2016.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Parameter "omega": another subset size, 1 … k−1.
std::unique_ptr<Oracle> make_ss(OracleSpec spec);

}  // namespace sourdine
