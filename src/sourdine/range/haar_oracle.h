// HaarOracle: one sign of one Haar coefficient, by randomised response over the Hadamard transform (HaarHRR). Internal
// to local trees.
//
//   Domain and report: value 2m + side says "block m, left (0) or right (1) half". Rows of H_K, K the least power of
//     two ≥ the number of blocks; a report is a row j and a sign: 2K outputs.
//   Probabilities: with λ the right pair (j, H[j][m]·(−1)^side) with j uniform, else uniform over all 2K pairs.
//   ε = ln(1 + 2λ/(1−λ)).
//   Estimate: Σ sign·H[j][m] / λ over all reports is unbiased for (left − right) of block m; over the coin and over the
//     people sampled its second moments are n/λ² for every block and 0 for every pair of blocks.
//   Cost: randomise O(1), tally O(1), decode O(K log K).
//
// Reference: Cormode, Kulkarni, Srivastava, Answering range queries under local differential privacy, PVLDB 2019.
#pragma once

#include <memory>
#include <vector>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<const Oracle> make_haar_oracle(Value values, double epsilon);
// Left minus right of every block, from a tally of a Haar oracle.
std::vector<double> haar_coefficients(const Oracle& oracle, TallyView tally);

}  // namespace sourdine
