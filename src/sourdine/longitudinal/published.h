// The published parameters of repeated collections, beside ours: for comparing and reproducing. No oracle uses them.
//
// L-GRR (Arcolezi et al. 2022, Eq. 12) and LOLOHA (EDBT 2023) calibrate the second round by
// (p1·p2 + q1·q2)/(p1·q2 + q1·p2) = e^ε1, which is one report's ratio for two symbols; for n > 2 a report may also have
// passed through the n−2 others. One report then tells less than ε1, and the error is larger than it need be: 5.0 times
// at n = 17, (ε, ε1) = (2, 1). Their leakage (Eq. 16) puts ε1 where the second round's ε belongs, and states too
// little. Their variance has γ = b + f(2a−1), right only where a + b = 1.
#pragma once

#include <cstdint>

namespace sourdine::published {

struct Rounds {
  double p1, q1, p2, q2;
  double report_epsilon;        // what one report of these parameters tells in truth
  double approximate_variance;  // n·V0
};

// Over k values.
Rounds l_grr(std::uint64_t k, double epsilon, double epsilon1);
// Over g buckets; the number of values does not matter.
Rounds loloha(std::uint64_t g, double epsilon, double epsilon1);
// The optimum of these parameters, before and after rounding.
double loloha_buckets_unrounded(double epsilon, double epsilon1);
std::uint64_t loloha_buckets(double epsilon, double epsilon1);

// ε of t reports by Eq. 16.
double leakage(double epsilon, double epsilon1, std::uint64_t reports);

// n times the variance at frequency f by the printed γ, for rounds (p1, q1), (p2, q2).
double variance(double p1, double q1, double p2, double q2, double f);

}  // namespace sourdine::published
