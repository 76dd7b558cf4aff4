// Unary encodings: one bit per value. The bit of the true value is 1 with probability p, every other with q.
//
// Domain and report: 0 … k−1; k bits, independent given the value.
// Probabilities: sue   p = e^{ε/2}/(e^{ε/2}+1), q = 1−p. With the paper's f: p = 1−f/2, q = f/2, ε = 2 ln(2/f − 1).
//                oue   p = 1/2, q = 1/(e^ε+1).
//                ue    any 0 < q < p < 1.
//                the   histogram encoding (one-hot + Laplace(2/ε) noise) thresholded at θ on the client's side:
//                      p = 1 − e^{ε(θ−1)/2}/2, q = e^{−εθ/2}/2, θ minimising the variance. Only bits leave the client.
// ε = ln[p(1−q) / ((1−p)q)] of the thresholds: p rounded down, q rounded up. For `the` this is less than the asked ε:
//   the noise would protect the whole noisy vector, of which the bits are only a part.
// Variance: sue n·V = e^{ε/2}/(e^{ε/2}−1)²; oue n·V0 = 4e^ε/(e^ε−1)²; ue, the q(1−q)/(p−q)².
// Cost: randomise O(k), tally O(k), decode O(k).
// Choose oue for large k when k bits may be sent; sue for the paper's basic one-time RAPPOR; never `the` (kept to
//   compare).
// References: Erlingsson, Pihur, Korolova, RAPPOR, CCS 2014; Wang, Blocki, Li, Jha, Locally differentially private
//   protocols for frequency estimation, USENIX Security 2017.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_sue(OracleSpec spec);
std::unique_ptr<Oracle> make_oue(OracleSpec spec);
std::unique_ptr<Oracle> make_ue(OracleSpec spec);
std::unique_ptr<Oracle> make_the(OracleSpec spec);

// The threshold θ ∈ (½, 1) that minimises the variance of thresholded histogram encoding at ε.
double best_the_threshold(double epsilon);

}  // namespace sourdine
