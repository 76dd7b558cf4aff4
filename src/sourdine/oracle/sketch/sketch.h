// Sketches: the domain is hashed onto `width` buckets by `rows` public hash functions; a report speaks about one row.
//
// Domain and report: 0 … k−1 of any size. A row j, uniform among the rows, and
//   cms   (count-mean sketch) `width` bits: the one-hot vector of the bucket h_j(v), every bit flipped;
//   hcms  (Hadamard count-mean sketch, width a power of two) a column l, uniform, and one bit: the sign of the Hadamard
//         entry H[l][h_j(v)], flipped. Column 0 is all +1 and tells nothing, as in the original.
// Probabilities: cms   the bucket's bit is 1 with p = e^{ε/2}/(e^{ε/2}+1), every other with q = 1−p.
//                hcms  the sign is the true one with p = e^ε/(e^ε+1), sampled as "keep with λ, else a fair coin".
//   So a report supports the value held, and all in its bucket of the row, with p, those in other buckets with q, where
//   q = 1/2 for hcms: unequal columns agree half of the time.
// ε = ln[p(1−q) / ((1−p)q)] for cms, ln[p/(1−p)] for hcms, of the thresholds; the functions are public and fixed, and
//   as soon as one row tells two values of the domain apart this is exact. Otherwise reports say nothing and ε = 0.
// Estimator: the functions are public, so what they mix can be taken apart. Let G_vw be the share of rows in which v
//   and w share a bucket, G_vv = 1. The mean of the supports C is n·q + (p−q)·G·counts, and G⁻¹(C − n·q)/(p−q) is
//   unbiased for the functions as they are.
// Variance for fixed counts and functions, over the choice of rows and columns and over the flips: with L = G⁻¹,
//     Var = Σ_w n_w [p(1−p)/(p−q)² · L_vv + S_vw − δ_vw],
//     S_vw = (1/rows) Σ_j (Σ of L_vu over the u in w's bucket of row j)² for cms, S_vw = L_vv for hcms.
//   S_vw − δ_vw is the variance of what a report without flips would add: cms knows the row's buckets, hcms one of
//   `width` coefficients, whose squares average to Σ_j Σ_buckets(…)²/rows = (L·G·L)_vv = L_vv (Parseval). Sharing costs
//   L_vv ≥ 1, about 1/(1 − k/(rows·width)) for values scattered at random.
// Larger domains: G⁻¹ is used up to 4096 values and k²·rows = 2^32, where G is regular; it is not when two values meet
//   in every row or k > rows·(width−1) + 1. Elsewhere the estimator is (C_v − n·b)/(p−b), b = q + (p−q)c with
//   c = 1/width the probability that two values share a bucket (oracle/sketch_hash.h). This is unbiased over the choice
//   of hash_seed only; over the seed and the noise, for fixed counts,
//     Var = [n_v p(1−p) + (n−n_v) b(1−b)]/(p−b)² + c/(1−c) · (1/rows) · Σ_{w≠v} n_w(n_w−1),
//   which needs the 3-wise independence of the hash functions. The last term comes in few large steps (a row shared or
//   not): beside a dominant value the normal law is a poor guide to it. support() gives p, b and p−b for any domain.
// Report: cms ⌈log2 rows⌉ + width bits, hcms ⌈log2 rows⌉ + log2 width + 1. Cost: randomise O(width) / O(1), tally
//   O(width) / O(1), decode O(k·rows), for hcms after O(rows·width·log width); and O(k²) after O(k³) once for G⁻¹, all
//   intervals O(k³), for cms also O(k²·rows).
// Choose them for domains too large to send or to count one by one: hcms when reports must be small, cms when not.
// Reference: Differential Privacy Team, Apple, Learning with privacy at scale, 2017 (the estimator over the choice of
//   hash functions).
#pragma once

#include <memory>

#include "sourdine/oracle/oracle.h"

namespace sourdine {

std::unique_ptr<Oracle> make_cms(OracleSpec spec);
std::unique_ptr<Oracle> make_hcms(OracleSpec spec);

}  // namespace sourdine
