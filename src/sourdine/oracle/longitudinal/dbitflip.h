// dbitflip: d sampled bits of a one-hot vector, randomised once and sent unchanged for ever (dBitFlipPM).
//
// Domain and report: the b = k buckets 0 … b−1 (whoever has finer values puts them into buckets before). A client draws
//   once, for life, d of the b buckets: the trait, uniform over all such sets (combinations.h). The report is the set's
//   number (⌈log2 C(b,d)⌉ bits) and a bit for each of its buckets, in rising order.
// Permanent response: the bit of the bucket that holds the value is 1 with p = e^{ε/2}/(e^{ε/2}+1), any other sampled
//   one with q = 1−p. There is no second round: a report is the permanent response. The memo belongs to the pattern of
//   the sampled one-hot bits, d+1 of them at most (b when all are sampled), not to the bucket: all buckets that are not
//   sampled share one, and changing between them shows nothing. Symbols: the place of the bucket among the sampled
//   ones, or d.
// ε = ln[p(1−q)/((1−p)q)] for d ≥ 2, of the first report as of all about one pattern. With d = 1 only one bit can
//   differ, and ε = ln(p/q), half of what was asked. At most min(d+1, b)·ε in all. A change of the pattern is seen by
//   whoever compares two reports (longitudinal/attacks.h has how often).
// Estimator: n̂_j = (b/d)·Σ (bit − q)/(p − q) over the reports that sampled j; unbiased.
// Variance: (b/d)·[n·q(1−q)/(p−q)²] + n_j(b/d − 1): n·V0 = (b/d)·e^{ε/2}/(e^{ε/2}−1)².
// Cost: randomise O(d log b), tally O(d log b), decode O(b).
// Choose it when the same answer may be sent again and again: fewer bits than l-ue, and fewer patterns than values.
// Reference: Ding, Kulkarni, Yekhanin, Collecting telemetry data privately, NeurIPS 2017.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

// Parameter "bits": d (4, or as many as there are sets of d buckets for).
std::unique_ptr<Oracle> make_dbitflip(OracleSpec spec);

}  // namespace sourdine
