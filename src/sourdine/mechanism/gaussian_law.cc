#include "sourdine/mechanism/gaussian_law.h"

#include <algorithm>
#include <boost/math/constants/constants.hpp>
#include <boost/math/special_functions/erf.hpp>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/random/discrete_gaussian.h"
#include "sourdine/random/exact.h"

namespace sourdine {
namespace {

// No double that matters is smaller; and what is left out of a sum is.
constexpr double least_stated = 1e-300;

Exact exact_variance(SigmaSquared sigma_squared) { return Exact(sigma_squared.numerator) / sigma_squared.denominator; }

// e^−x²/(2σ²) for x = first, first + 1, …; each step multiplies, which after 2^18 steps has lost less than 40 of 332
// bits.
class GaussianWeights {
 public:
  GaussianWeights(SigmaSquared sigma_squared, std::int64_t first)
      : weight_(exp(-Exact(first) * first / (2 * exact_variance(sigma_squared)))),
        step_(exp(-(2 * Exact(first) + 1) / (2 * exact_variance(sigma_squared)))),
        square_(exp(-1 / exact_variance(sigma_squared))) {}

  const Exact& weight() const { return weight_; }
  void advance() {
    weight_ *= step_;
    step_ *= square_;
  }
  // All weights from here on, where they fall (first > 0): a geometric series is above them.
  Exact rest() const { return weight_ / (1 - step_); }

 private:
  Exact weight_, step_, square_;
};

// Σ over all integers: by itself where it is short, by Poisson's summation formula otherwise.
Exact all_weights(SigmaSquared sigma_squared) {
  const Exact variance = exact_variance(sigma_squared);
  Exact sum = 0;
  if (variance < 4) {
    for (int x = 30; x >= 1; --x) sum += exp(-Exact(x) * x / (2 * variance));  // the next is below 10^−52
    return 1 + 2 * sum;
  }
  const Exact& pi = boost::math::constants::pi<Exact>();
  for (int k = 3; k >= 1; --k) sum += exp(-2 * pi * pi * k * k * variance);
  return sqrt(2 * pi * variance) * (1 + 2 * sum);
}

// A sum of positive terms that erred by less than 10^−40 of it, stated as a double.
double stated_up(const Exact& sum) {
  return std::min(1.0, std::max(least_stated, up_to_double(sum * (1 + Exact(1e-40)))));
}

}  // namespace

GaussianLaw::GaussianLaw(SigmaSquared sigma_squared) : sigma_squared_(sigma_squared) {
  const auto is_possible = [](std::uint64_t n) { return n >= 1 && n <= gaussian_limit; };
  if (!is_possible(sigma_squared.numerator) || !is_possible(sigma_squared.denominator)) {
    fail_input("sigma^2 of discrete Gaussian noise must be a fraction of whole numbers from 1 to 2^48");
  }
}

bool GaussianLaw::is_summed() const { return sigma_squared_.value() <= largest_summed * largest_summed; }

// Weights from here on are below e^−150 of those at x ≥ 0; whatever they are, a bound on them is added to the sums.
std::int64_t GaussianLaw::summed_end(double x) const {
  return static_cast<std::int64_t>(std::sqrt(x * x + 300 * sigma_squared_.value())) + 3;
}

double GaussianLaw::variance() const {
  if (sigma_squared_.value() >= 4) return sigma_squared_.value();
  Exact sum = 0;
  for (int x = 30; x >= 1; --x) sum += Exact(x) * x * exp(-Exact(x) * x / (2 * exact_variance(sigma_squared_)));
  return static_cast<double>(Exact(2 * sum / all_weights(sigma_squared_)));
}

double GaussianLaw::tail(std::int64_t x) const {
  if (x <= 0) return 1;
  const double sigma = std::sqrt(sigma_squared_.value());
  if (static_cast<double>(x) > 50 * (sigma + 1)) return least_stated;  // e^−1250 is less
  if (!is_summed()) {
    // Σ_{y ≥ x} e^−y²/(2σ²) is below the integral from x − 1, and the sum of all is above σ√(2π).
    const Exact at = Exact(x - 1) / sqrt(2 * exact_variance(sigma_squared_));
    return stated_up(erfc(at));
  }
  GaussianWeights weights(sigma_squared_, x);
  Exact sum = 0;
  for (const std::int64_t end = summed_end(static_cast<double>(x)); x < end; ++x) {
    sum += weights.weight();
    weights.advance();
  }
  return stated_up(2 * (sum + weights.rest()) / all_weights(sigma_squared_));
}

double GaussianLaw::delta(double epsilon, std::uint64_t shift) const {
  if (!(epsilon >= 0) || !std::isfinite(epsilon)) fail_input("epsilon must be a number that is not negative");
  if (!is_summed()) {
    fail_input("the delta of Gaussian noise is summed up to sigma = 4096 only",
               "state wider noise as zCDP: its rho needs no sum");
  }
  if (shift == 0) return 0;
  // Pr[X = x] > e^ε·Pr[X + shift' = x] for x above εσ²/shift − shift/2 (in the direction where X is the larger).
  const Exact variance = exact_variance(sigma_squared_);
  const Exact sigma = sqrt(variance);
  const Exact edge = Exact(epsilon) * variance / shift - Exact(shift) / 2;
  if (edge > 50 * (sigma + 1)) return least_stated;
  const auto first = Exact(floor(std::max(edge, Exact(-50 * (sigma + 1))))).convert_to<std::int64_t>();
  GaussianWeights weights(sigma_squared_, first);
  // e^ε times the other law's weight, relative to this one's: e^(ε − (2·x·shift + shift²)/(2σ²)).
  Exact ratio = exp(Exact(epsilon) - (2 * Exact(first) * shift + Exact(shift) * shift) / (2 * variance));
  const Exact fall = exp(-Exact(shift) / variance);
  Exact sum = 0;
  const std::int64_t end = summed_end(std::max(0.0, static_cast<double>(edge)));
  for (std::int64_t x = first; x < end; ++x) {
    if (ratio < 1) sum += weights.weight() * (1 - ratio);
    weights.advance();
    ratio *= fall;
  }
  return stated_up((sum + weights.rest()) / all_weights(sigma_squared_));
}

}  // namespace sourdine
