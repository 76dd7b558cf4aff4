// Hadamard responses. Rows of a Walsh–Hadamard matrix are balanced and orthogonal: few bits to send, one fast transform
// to decode.
//
// hr, the general (block) form
//   Domain and report: 0 … k−1 are dealt to blocks of w−1 values, value x to block ⌊x/(w−1)⌋ and row 1 + x mod (w−1) of
//     H_w. The report is one of K = w·⌈k/(w−1)⌉ outputs, w per block, in ⌈log2 K⌉ bits.
//     Sizes: w is the least power of two with (w−1)·B ≥ k, and B the power of two that gives the smallest error. (The
//     published rule, B = 2^⌊log2 min(e^ε, 2k)⌋, has up to half as much variance again; parameter `blocks` forces B.)
//   Probabilities: S_x = the s = w/2 outputs of the block where the row is +1. With λ uniform over S_x, else uniform
//     over all K: Pr[y|x] = e^ε/Z on S_x and 1/Z elsewhere, Z = s·e^ε + K − s.
//   ε = ln(1 + Kλ / (s(1−λ))).
//   Estimate and variance: the report scores T_x = +1 on S_x, −1 on the rest of x's block, 0 outside. Rows ≥ 1 are
//     balanced and orthogonal, so E[T_x] = λ for holders of x and 0 for all others: the estimate is Σ T_x / λ. With
//     u = (1−λ)w/K, Pr[T_x ≠ 0] = λ + u for holders of any value of the block and u for the others, so a report adds
//     (λ+u−λ²)/λ² (holds x), (λ+u)/λ² (another value of the block) or u/λ² (a value of another block).
//   Not pure: a report supports x (lies in S_x) with different probabilities for holders of values of the same block
//     and of another. support() gives the former; invert() and variance() do not use it.
//   Cost: randomise O(1), tally O(1), decode O(K log w).
//   Choose it for large domains when reports and the server's work per report must be small, at any ε.
//
// hrr, one random coefficient
//   Domain and report: 0 … k−1 are columns of H_K, K = 2^⌈log2 k⌉; a row j of K and one sign, in log2 K + 1 bits.
//   Probabilities: with λ uniform over the K pairs (j, H[j][v]), else uniform over all 2K pairs: j is uniform, the sign
//     right with e^ε/(e^ε+1). A report supports the values whose column has its sign in row j.
//     yes = (1+λ)/2 = e^ε/(e^ε+1), no = 1/2 by orthogonality.
//   ε = ln(1 + 2λ/(1−λ)).
//   Variance: n·V0 = ((e^ε+1)/(e^ε−1))²; holders add 1 less.
//   Cost: randomise O(1), tally O(1), decode O(K log K).
//   Choose it for small ε (it is as good as blh, with O(1) tally); hr has the smaller error from about ε = 1.6.
//
// References: Acharya, Sun, Zhang, Hadamard response, AISTATS 2019 (hr); Cormode, Kulkarni, Srivastava, Marginal
//   release under local differential privacy, SIGMOD 2018 (hrr).
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_hr(OracleSpec spec);
std::unique_ptr<Oracle> make_hrr(OracleSpec spec);

}  // namespace sourdine
