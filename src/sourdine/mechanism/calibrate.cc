// How much noise counts need: the calibrations of count_noise.h.
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/mechanism/count_noise.h"
#include "sourdine/privacy/gaussian.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr std::uint64_t most_parts = gaussian_limit;

void require_calibration(double epsilon, double delta) {
  if (!(epsilon >= 1e-9 && epsilon <= 1e6)) fail_input("epsilon must be from 10^-9 to 10^6");
  if (!(delta > 0 && delta < 1)) fail_input("delta must be greater than 0 and less than 1");
}

std::unique_ptr<DiscreteGaussian> of_parts(std::uint64_t parts) {
  return std::make_unique<DiscreteGaussian>(SigmaSquared{parts, sigma_squared_parts});
}

// The least n in [1, most] that will do, where all above it do too; `guess` is near it.
template <class WillDo>
std::uint64_t least_parts(std::uint64_t guess, std::uint64_t most, WillDo will_do) {
  std::uint64_t too_few = 0;
  std::uint64_t enough = std::clamp<std::uint64_t>(guess, 1, most);
  for (std::uint64_t step = 1; !will_do(enough); step *= 2) {
    if (enough == most) fail_input("the noise would be wider than sampled noise can be", "ask for less privacy");
    too_few = enough;
    enough = std::min(most, enough + step);
  }
  if (too_few == 0) {
    for (std::uint64_t step = 1; enough > 1; step *= 2) {
      const std::uint64_t lower = enough > step ? enough - step : 1;
      if (!will_do(lower)) {
        too_few = lower;
        break;
      }
      enough = lower;
    }
  }
  while (enough - too_few > 1) {
    const std::uint64_t middle = too_few + (enough - too_few) / 2;
    (will_do(middle) ? enough : too_few) = middle;
  }
  return enough;
}

}  // namespace

std::unique_ptr<DiscreteLaplace> laplace_for(ExactEpsilon epsilon, std::uint64_t l1) {
  return std::make_unique<DiscreteLaplace>(LaplaceScale::of_epsilon(epsilon, l1));
}

std::unique_ptr<DiscreteGaussian> gaussian_for_zcdp(double rho, std::uint64_t l2_squared) {
  if (!(rho >= 1e-9 && rho <= 1e6)) fail_input("rho must be from 10^-9 to 10^6");
  if (l2_squared == 0 || l2_squared > 1'000'000'000'000'000) {
    fail_input("the squared sensitivity of counts must be a whole number from 1 to 10^15");
  }
  // parts ≥ l2²·4096/(2ρ), rounded up.
  const long double parts =
      std::ceil(static_cast<long double>(l2_squared) * (sigma_squared_parts / 2.0L) / rho * (1 + formula_slack));
  if (parts > static_cast<long double>(most_parts)) {
    fail_input("the noise would be wider than sampled noise can be (sigma 2^18)", "ask for a larger rho");
  }
  return of_parts(static_cast<std::uint64_t>(parts));
}

std::unique_ptr<DiscreteGaussian> gaussian_for(double epsilon, double delta, std::uint64_t change) {
  require_calibration(epsilon, delta);
  if (change == 0 || change > 1'000'000) {
    fail_input("the sensitivity of a count must be a whole number from 1 to 1000000");
  }
  const double sigma = gaussian_sigma(static_cast<double>(change), epsilon, delta);  // of the continuous law: close
  if (sigma > GaussianLaw::largest_summed - 1) {
    fail_input("the noise would be wider than sigma = 4096, up to which the discrete law is summed",
               "calibrate by zCDP, or ask for less privacy");
  }
  const auto most =
      static_cast<std::uint64_t>(GaussianLaw::largest_summed * GaussianLaw::largest_summed) * sigma_squared_parts;
  const auto guess = static_cast<std::uint64_t>(std::ceil(sigma * sigma * sigma_squared_parts));
  return of_parts(least_parts(guess, most, [&](std::uint64_t parts) {
    return GaussianLaw({parts, sigma_squared_parts}).delta(epsilon, change) <= delta;
  }));
}

std::unique_ptr<DiscreteGaussian> gaussian_for_counts(double epsilon, double delta, std::uint64_t l2_squared) {
  require_calibration(epsilon, delta);
  // The largest ρ whose ε at this δ is not above the asked one; ρ ≤ ε always.
  double enough = 0;
  double too_much = epsilon;
  for (int step = 0; step < 200 && std::nextafter(enough, too_much) < too_much; ++step) {
    const double middle = enough + (too_much - enough) / 2;
    (approximate_at(Zcdp{middle}, delta).epsilon <= epsilon ? enough : too_much) = middle;
  }
  return gaussian_for_zcdp(enough, l2_squared);
}

}  // namespace sourdine
