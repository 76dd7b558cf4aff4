#include "sourdine/longitudinal/published.h"

#include <algorithm>
#include <cmath>

namespace sourdine::published {
namespace {

// λ = (e^x − 1)/(e^x + n − 1)
double keep_of(double epsilon, double n) { return std::expm1(epsilon) / (std::exp(epsilon) + n - 1); }

Rounds rounds_over(double n, double epsilon, double epsilon1) {
  const double second = std::log(std::expm1(epsilon + epsilon1) / (std::exp(epsilon) - std::exp(epsilon1)));
  const double first_keep = keep_of(epsilon, n);
  const double second_keep = keep_of(second, n);
  const auto lie = [n](double keep) { return (1 - keep) / n; };
  const double keep = first_keep * second_keep;
  return {first_keep + lie(first_keep),      lie(first_keep),
          second_keep + lie(second_keep),    lie(second_keep),
          std::log1p(n * keep / (1 - keep)), 0};
}

}  // namespace

Rounds l_grr(std::uint64_t k, double epsilon, double epsilon1) {
  Rounds rounds = rounds_over(static_cast<double>(k), epsilon, epsilon1);
  const double no =
      rounds.q1 * rounds.p2 + rounds.p1 * rounds.q2 + (static_cast<double>(k) - 2) * rounds.q1 * rounds.q2;
  const double gap = (rounds.p1 - rounds.q1) * (rounds.p2 - rounds.q2);
  rounds.approximate_variance = no * (1 - no) / (gap * gap);
  return rounds;
}

Rounds loloha(std::uint64_t g, double epsilon, double epsilon1) {
  const auto n = static_cast<double>(g);
  Rounds rounds = rounds_over(n, epsilon, epsilon1);
  // The bucket of another value is even: no = 1/g, yes − no = λ(1 − 1/g).
  const double keep = (rounds.p1 - rounds.q1) * (rounds.p2 - rounds.q2);
  rounds.approximate_variance = 1 / (keep * keep * (n - 1));
  return rounds;
}

double loloha_buckets_unrounded(double epsilon, double epsilon1) {
  const double alpha = epsilon1 / epsilon;
  const auto e = [epsilon](double times) { return std::exp(times * epsilon); };
  const double under_root = e(4) - 14 * e(2) - 12 * e(2 * (alpha + 1)) + 12 * e(alpha + 1) + 12 * e(alpha + 3) + 1;
  return (std::sqrt(under_root) - e(2) + 6 * e(1) - 6 * e(alpha) + 1) / (6 * (e(1) - e(alpha)));
}

std::uint64_t loloha_buckets(double epsilon, double epsilon1) {
  return std::max<std::uint64_t>(2, static_cast<std::uint64_t>(std::rint(loloha_buckets_unrounded(epsilon, epsilon1))));
}

double leakage(double epsilon, double epsilon1, std::uint64_t reports) {
  return 2 * std::atanh(std::tanh(epsilon / 2) * std::tanh(static_cast<double>(reports) * epsilon1 / 2));
}

double variance(double p1, double q1, double p2, double q2, double f) {
  const double gap = (p1 - q1) * (p2 - q2);
  const double no = q1 * p2 + (1 - q1) * q2;
  const double gamma = no + f * (2 * p1 * p2 - 2 * p1 * q2 + 2 * q2 - 1);
  return gamma * (1 - gamma) / (gap * gap);
}

}  // namespace sourdine::published
