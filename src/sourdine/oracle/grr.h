// GRR: generalised randomised response (k-RR, direct encoding). The report is a value of the domain.
//
// Domain and report: 0 … k−1, written in ⌈log2 k⌉ bits.
// Probabilities: the true value with p = e^ε/(e^ε+k−1), each other with q = 1/(e^ε+k−1). Sampled as "keep with λ,
//   else uniform over all k values": p = λ + (1−λ)/k, q = (1−λ)/k.
// ε = ln(1 + kλ/(1−λ)), λ = threshold/2^64.
// Variance: n·V0 = (e^ε+k−2)/(e^ε−1)²; grows with k.
// Cost: randomise O(1), tally O(1), decode O(k).
// Choose it for small domains: k ≤ 3e^ε + 2 (see adp).
// Reference: Kairouz, Bonawitz, Ramage, Discrete distribution estimation under local privacy, ICML 2016.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_grr(OracleSpec spec);

}  // namespace sourdine
