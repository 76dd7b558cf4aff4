// PGR: projective geometry response. Outputs are points, values are hyperplanes; nearly the error of ss in log2 K bits.
//
// Domain and report: 0 … k−1 are the first hyperplanes of PG(t−1, q), t ≥ 2 the least with K = (q^t−1)/(q−1) ≥ k; the
//   report is a point, in ⌈log2 K⌉ bits.
// Probabilities: S_v = the c1 = (q^(t−1)−1)/(q−1) points of hyperplane v; two hyperplanes share c2 = (q^(t−2)−1)/(q−1).
//   With λ uniform over S_v, else uniform over all points: Pr[u|v] = π·e^ε on S_v, π elsewhere, π = 1/((e^ε−1)c1 + K).
//   yes = λ + (1−λ)c1/K = e^ε·π·c1; no = λ·c2/c1 + (1−λ)c1/K = π((e^ε−1)c2 + c1).
// ε = ln(1 + Kλ / (c1(1−λ))).
// Variance: n·V0 = no(1−no)/(yes−no)², least for q near e^ε + 1. The order is the prime that minimises it (then K), up
//   to the least prime ≥ k−1, where t = 2 makes it grr over q + 1 values. For t > 2, orders whose decoding takes more
//   than 2^32 additions per coordinate are left out.
// Cost: randomise O(t), tally O(1), decode O(K·q·t).
// Choose it when both the error and the report must be small and the server can hold K ≲ q·k cells.
// Reference: Feldman, Nelson, Nguyen, Talwar, Private frequency estimation via projective geometry, ICML 2022.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Parameter "order": another prime q.
std::unique_ptr<Oracle> make_pgr(OracleSpec spec);

}  // namespace sourdine
