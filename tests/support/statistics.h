// Statistical tests with a declared false-alarm rate. Seeds are fixed, so a passing test passes for ever; the rate says
// how likely a correct program would have been to fail when the seed was chosen.
#pragma once

#include <cstdint>
#include <span>

namespace sourdine::testing {

inline constexpr double false_alarm = 1e-6;

// All throw std::logic_error when there is nothing to test: no trials, or fewer than two cells after pooling.

// Two-sided p-value of the exact binomial test: probability, under Binomial(n, p), of a result at least as unlikely
// in its tail as `successes` (twice the smaller tail).
double binomial_test(std::uint64_t successes, std::uint64_t n, double p);
// Pr[Binomial(n, p) ≤ successes]: for "covers at least at the stated rate".
double binomial_lower_tail(std::uint64_t successes, std::uint64_t n, double p);
// p-value of Pearson's chi-squared test; cells with expectation < 5 are pooled. 0 when an outcome of probability 0 was
// seen; 1 when only one outcome is possible and no other was seen.
double chi_squared_test(std::span<const std::uint64_t> observed, std::span<const double> probabilities);

}  // namespace sourdine::testing
