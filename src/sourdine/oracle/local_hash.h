// Local hashing: each user draws a public hash of the domain onto g buckets and answers with a randomised bucket.
//
// Domain and report: 0 … k−1; the hash's seed (64 bits, 128 for k > 2^17) and a bucket y of g in ⌈log2 g⌉ bits.
// Hash: multiply_shift.h, exactly pairwise independent, of w bits: w = 33 − ⌈log2 k⌉ (32 for k > 2^17). Two values
//   collide with c = Σ (bucket size)², above 1/g by less than g/4^w.
// Probabilities: y = H(v) with λ, else uniform over the g buckets. A report supports the values that hash to y.
//   yes = λ + (1−λ)/g. no = λ·c + (1−λ)/g: a truthful y is H(v), and H(w) falls into it with c by pairwise
//   independence; an untruthful y does not depend on H, and Σ_y Pr[H(w) = y]/g = 1/g whatever the bucket sizes.
// ε = ln(1 + gλ/(1−λ)) for every seed: the seed does not depend on the value.
// Variance: n·V0 = (e^ε−1+g)² / ((e^ε−1)²(g−1)) up to the bucket sizes. olh takes g = ⌊e^ε + ½⌋ + 1, the optimum, at
//   most 2^15 (2^31 for k > 2^17); blh takes g = 2.
// Cost: randomise O(1), tally O(k) per report, decode O(k). The tally's law depends on the seeds, so simulate() goes
//   report by report.
// Choose olh for large domains, when k bits are too many to send but the server can afford k hashes per report.
// References: Bassily, Smith, STOC 2015 (blh); Wang, Blocki, Li, Jha, Locally differentially private protocols for
//   frequency estimation, USENIX Security 2017 (olh); Dietzfelbinger, Universal hashing and k-wise independent random
//   variables via integer arithmetic without primes, STACS 1996 (the hash).
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_blh(OracleSpec spec);
// Parameter "g": another number of buckets.
std::unique_ptr<Oracle> make_olh(OracleSpec spec);

}  // namespace sourdine
