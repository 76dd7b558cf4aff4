#include "sourdine/central/budget.h"

#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

constexpr double delta_where_rho_is_given = 1e-6;  // what ε is stated at when ρ is given without a δ
constexpr std::uint64_t most_parts = CentralDesign::parts;

double implied_epsilon(double rho, double delta) { return approximate_at(Zcdp{rho}, delta).epsilon; }

// The largest ρ, nearly, whose ε at δ is not above the asked one.
double rho_of(double epsilon, double delta) {
  double low = 0, high = 1;
  while (implied_epsilon(high, delta) <= epsilon) high *= 2;
  for (int step = 0; step < 60; ++step) {
    const double middle = (low + high) / 2;
    (implied_epsilon(middle, delta) <= epsilon ? low : high) = middle;
  }
  return low;
}

}  // namespace

CentralBudget::CentralBudget(const PrivacyConfig& privacy) : kind_(privacy.noise) {
  if (kind_ == CentralNoise::laplace) {
    epsilon_asked_ = *privacy.epsilon;
    epsilon_ = ExactEpsilon::spendable(epsilon_asked_);
    return;
  }
  delta_ = privacy.delta.value_or(delta_where_rho_is_given);
  rho_ = privacy.rho ? *privacy.rho : rho_of(*privacy.epsilon, delta_) * (1 - 1e-9);  // room for sums rounded up
  epsilon_asked_ = privacy.rho ? implied_epsilon(rho_, delta_) : *privacy.epsilon;
}

ExactEpsilon CentralBudget::pure_epsilon(std::uint64_t parts) const {
  if (kind_ == CentralNoise::laplace)
    return {epsilon_.nano / most_parts * parts + epsilon_.nano % most_parts * parts / most_parts};
  // Pure ε is (ε²/2)-zCDP.
  const double rho = rho_ * static_cast<double>(parts) / static_cast<double>(most_parts);
  return ExactEpsilon::spendable(std::sqrt(2 * rho) * (1 - 1e-12));
}

std::unique_ptr<const CountNoise> CentralBudget::noise(std::uint64_t parts, std::uint64_t max_events) const {
  if (parts == 0) return nullptr;
  const CountSensitivity sensitivity = CountSensitivity::of_unit(max_events, Neighbours::add_remove);
  if (kind_ == CentralNoise::laplace) return laplace_for(pure_epsilon(parts), sensitivity.l1);
  return gaussian_for_zcdp(rho_ * static_cast<double>(parts) / static_cast<double>(most_parts), sensitivity.l2_squared);
}

PrivacyLoss CentralBudget::loss(std::uint64_t parts) const {
  if (kind_ == CentralNoise::laplace) return PureEpsilon{pure_epsilon(parts).value()};
  return Zcdp{rho_ * static_cast<double>(parts) / static_cast<double>(most_parts)};
}

double CentralBudget::epsilon_of(const PrivacyLoss& loss) const { return approximate_at(loss, delta_).epsilon; }

std::string_view noise_title(CentralNoise noise) {
  return noise == CentralNoise::laplace ? "discrete Laplace noise" : "discrete Gaussian noise";
}

}  // namespace sourdine
