// Sketches: the domain is hashed onto `width` buckets by `rows` public hash functions; a report speaks about one row.
//
// Domain and report: 0 … k−1 of any size. A row j, uniform among the rows, and
//   cms   (count-mean sketch) `width` bits: the one-hot vector of the bucket h_j(v), every bit flipped;
//   hcms  (Hadamard count-mean sketch, width a power of two) a column l, uniform, and one bit: the sign of the Hadamard
//         entry H[l][h_j(v)], flipped. Column 0 is all +1 and tells nothing, as in the original.
// Probabilities: cms   the bucket's bit is 1 with p = e^{ε/2}/(e^{ε/2}+1), every other with q = 1−p.
//                hcms  the sign is the true one with p = e^ε/(e^ε+1), sampled as "keep with λ, else a fair coin".
//   With c = 1/width, the probability that two values share a bucket (oracle/sketch_hash.h), a report supports the
//   value held with a = p and another with b = q + (p−q)c, where q = 1/2 for hcms: unequal columns agree half of the
//   time.
// ε = ln[p(1−q) / ((1−p)q)] for cms, ln[p/(1−p)] for hcms, of the thresholds; the functions are public and fixed, and
//   as soon as one row tells two values of the domain apart this is exact. Otherwise reports say nothing and ε = 0.
// Estimator and variance: (C_v − n·b)/(a−b), unbiased over the choice of hash_seed; for one fixed seed, who shares
//   buckets with whom does not average out. Over the seed and the noise, for fixed counts,
//     Var = [n_v a(1−a) + (n−n_v) b(1−b)]/(a−b)² + c/(1−c) · (1/rows) · Σ_{w≠v} n_w(n_w−1),
//   which needs the 3-wise independence of the hash functions. The last term is the price of shared buckets; it is the
//   only one that grows as n². It comes in few large steps (a row shared or not), not many small ones: beside a value
//   that dominates, normal intervals are too narrow for the values that share a bucket with it. Seen with hcms, ε = 4,
//   n = 200,000, nine tenths in one value: 4 % of the 99 % intervals of the others miss.
// Report: cms ⌈log2 rows⌉ + width bits, hcms ⌈log2 rows⌉ + log2 width + 1. Cost: randomise O(width) / O(1), tally
//   O(width) / O(1), decode O(k·rows), for hcms after O(rows·width·log width).
// Choose them for domains too large to send or to count one by one: hcms when reports must be small, cms when not.
// Reference: Differential Privacy Team, Apple, Learning with privacy at scale, 2017.
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_cms(OracleSpec spec);
std::unique_ptr<Oracle> make_hcms(OracleSpec spec);

}  // namespace sourdine
