#include "sourdine/privacy/gaussian.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "sourdine/base/error.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

void require_noise_parameters(double sensitivity, double epsilon, double delta) {
  if (!(sensitivity > 0 && std::isfinite(sensitivity))) {
    fail_input(fmt::format("a sensitivity must be a number greater than 0, not {}", sensitivity));
  }
  if (!(epsilon > 0 && std::isfinite(epsilon))) {
    fail_input(fmt::format("epsilon must be a number greater than 0, not {}", epsilon));
  }
  if (!(delta > 0 && delta < 1)) fail_input(fmt::format("delta must lie between 0 and 1, not {}", delta));
}

long double normal_below(long double z) { return std::erfc(-z / std::numbers::sqrt2_v<long double>) / 2; }

}  // namespace

double laplace_scale(double sensitivity, double epsilon) {
  require_noise_parameters(sensitivity, epsilon, 0.5);
  return formula_up(static_cast<long double>(sensitivity) / epsilon);
}

double gaussian_delta(double shift, double epsilon) {
  const long double mu = shift;
  const long double truth = normal_below(mu / 2 - epsilon / mu);
  const long double other = normal_below(-mu / 2 - epsilon / mu);
  // e^ε Φ, which stays below the first term though both its factors may be out of range; nothing is taken off then.
  const long double lie = other > 0 ? std::exp(epsilon + std::log(other)) : 0;
  // Each error function errs by little of itself, the exponential by its argument; the difference may be much less.
  const long double slack = (truth + (lie > 0 ? lie * (1 + std::abs(epsilon) + mu * mu) : 0)) * formula_slack;
  return std::min(1.0, rounded_up(std::max(truth - lie, 0.0L) + slack));
}

double gaussian_sigma(double sensitivity, double epsilon, double delta) {
  require_noise_parameters(sensitivity, epsilon, delta);
  const auto is_enough = [&](double noise) { return gaussian_delta(1 / noise, epsilon) <= delta; };
  double low = 1;
  double high = 1;
  while (!is_enough(high)) high *= 2;
  while (is_enough(low)) low /= 2;
  while (true) {
    const double middle = low + (high - low) / 2;
    if (!(middle > low && middle < high)) break;
    (is_enough(middle) ? high : low) = middle;
  }
  return formula_up(high * (1 + 0x1p-52L) * sensitivity);
}

double gaussian_sigma_classic(double sensitivity, double epsilon, double delta) {
  require_noise_parameters(sensitivity, epsilon, delta);
  if (!(epsilon <= 1)) {
    fail_input(fmt::format("the classic Gaussian calibration is not proved for epsilon {}", epsilon),
               "It holds up to 1; gaussian_sigma() holds for every epsilon and needs less noise.");
  }
  const long double factor = std::sqrt(2 * std::log(1.25L / delta));
  return formula_up(sensitivity * factor / epsilon);
}

}  // namespace sourdine
