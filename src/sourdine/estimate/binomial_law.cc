#include "sourdine/estimate/binomial_law.h"

#include <algorithm>
#include <cmath>

namespace sourdine {
namespace {

constexpr double left_out_exponent = 35;  // e^−35 < 1e−15 on each side

}  // namespace

// Pr[|C − mean| > t] ≤ 2·exp(−t²/(2·variance + 2t/3)).
LikelyNumbers likely_numbers(std::uint64_t n, double mean, double variance) {
  constexpr double third = left_out_exponent / 3;
  const double reach = third + std::sqrt(third * third + 2 * left_out_exponent * variance);
  return {static_cast<std::uint64_t>(std::max(0.0, std::floor(mean - reach))),
          static_cast<std::uint64_t>(std::min(static_cast<double>(n), std::ceil(mean + reach)))};
}

// From the most likely number outwards by ratios, then scaled to 1.
BinomialLaw binomial_law(std::uint64_t n, double p) {
  const auto reports = static_cast<double>(n);
  if (p <= 0) return {0, {1}};
  if (p >= 1) return {n, {1}};
  const auto [first, last] = likely_numbers(n, reports * p, reports * p * (1 - p));
  BinomialLaw law{first, std::vector<double>(last - first + 1)};
  const auto mode = static_cast<std::uint64_t>(std::min(reports, std::floor((reports + 1) * p)));
  std::vector<double>& mass = law.mass;
  mass[mode - first] = 1;
  double sum = 1;
  for (std::uint64_t c = mode; c < last; ++c) {
    const auto at = static_cast<double>(c);
    sum += mass[c + 1 - first] = mass[c - first] * ((reports - at) / (at + 1)) * (p / (1 - p));
  }
  for (std::uint64_t c = mode; c > first; --c) {
    const auto at = static_cast<double>(c);
    sum += mass[c - 1 - first] = mass[c - first] * (at / (reports - at + 1)) * ((1 - p) / p);
  }
  for (double& one : mass) one /= sum;
  return law;
}

}  // namespace sourdine
