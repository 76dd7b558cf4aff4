// l-grr: generalised randomised response for people who report again and again.
//
// Domain and report: 0 … k−1, written in ⌈log2 k⌉ bits. The permanent response is grr at ε, drawn once per client and
//   value and kept; every report is grr again, of the permanent response. Clients that come back: MemoClient
//   (protocol/memoised.h), report_rows() (protocol/memo_rows.h); symbols are the values.
// Probabilities of one report: those of grr at ε1 (chain.h): yes = λ + (1−λ)/k, no = (1−λ)/k, λ = λ1·λ2.
// ε = ε∞ = ln(1 + kλ1/(1−λ1)): all reports of a client about one value, together, for ever. One report alone tells
//   ε1 = ln(1 + kλ/(1−λ)), the parameter epsilon1 (half of ε); t of them epsilon_after(t).
// Variance: that of grr at ε1: n·V0 = (e^ε1+k−2)/(e^ε1−1)².
// Cost: randomise O(1), tally O(1), decode O(k).
// Choose it for small domains: k ≤ 3e^ε1 + 2 (longitudinal/allomfree.h), l-osue otherwise.
// Reference: Arcolezi, Couchot, Al Bouna, Xiao, Improving the utility of locally differentially private protocols for
//   longitudinal and multidimensional frequency estimates, Digital Communications and Networks 2022; with the exact λ2
//   in the place of the published one.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Parameter "epsilon1".
std::unique_ptr<Oracle> make_l_grr(OracleSpec spec);

}  // namespace sourdine
