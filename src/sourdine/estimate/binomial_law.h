// The binomial law as a list of probabilities, without what is too small to matter. Internal to estimate/.
#pragma once

#include <cstdint>
#include <vector>

namespace sourdine {

// The whole numbers from 0 to n that a sum of n independent bits with this mean and variance takes, but for less than
// 1e−15 on each side (Bernstein's inequality).
struct LikelyNumbers {
  std::uint64_t first, last;
};
LikelyNumbers likely_numbers(std::uint64_t n, double mean, double variance);

struct BinomialLaw {
  std::uint64_t first = 0;   // the smallest number that is not left out
  std::vector<double> mass;  // Pr[first], Pr[first + 1] …; they sum to 1
};

// 0 ≤ p ≤ 1. Each probability is right to a relative error of about 1e−16 times its distance from the most likely
// number. Cost: O(√n).
BinomialLaw binomial_law(std::uint64_t n, double p);

}  // namespace sourdine
