// loloha: local hashing for people who report again and again. Fewer symbols than values, so that whoever changes
// often spends less in all.
//
// Domain and report: 0 … k−1; the seed of a hash function (64 bits) and a bucket y of g in ⌈log2 g⌉ bits. A client
//   draws its hash function once, for life: the trait. The permanent response is grr over the g buckets at ε, drawn
//   once per client and bucket and kept; every report is grr again. Clients that come back: MemoClient
//   (protocol/memoised.h), report_rows() (protocol/memo_rows.h); symbols are the buckets of values.
// Hash: oracle/multiply_shift.h, of 32-bit words whatever k: w = 33 − ⌈log2 k⌉ bits, so that g ≤ 2^(w−1). Two values
//   collide with c = Σ (bucket size)², 1/g or a little more.
// Probabilities of one report, λ = λ1·λ2 (chain.h): yes = λ + (1−λ)/g, no = λ·c + (1−λ)/g; those of olh at ε1.
// ε = ε∞ = ln(1 + gλ1/(1−λ1)): all reports of a client about values of one bucket, together, for ever; at most g·ε in
//   all. One report alone tells ε1, the parameter epsilon1 (half of ε); t of them epsilon_after(t).
// Variance: n·V0 = (e^ε1−1+g)²/((e^ε1−1)²(g−1)), smallest at the g for which (g−1)g first reaches e^{2·ε1}, near
//   e^ε1 + 1; that is taken (within what k allows). g = 2 is BiLOLOHA: the least that whoever changes often spends.
//   (The published optimum is that of the published calibration: longitudinal/published.h.)
// Cost: randomise O(1), tally O(k) per report, decode O(k). simulate() goes report by report.
// Choose it for large domains and values that change.
// Reference: Arcolezi, Pinzón, Palamidessi, Gambs, Frequency estimation of evolving data under local differential
//   privacy, EDBT 2023.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Parameters "epsilon1" and "g".
std::unique_ptr<Oracle> make_loloha(OracleSpec spec);

}  // namespace sourdine
