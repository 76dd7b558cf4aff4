// The laws of the discrete noises, from their definitions (methods E2), for the tests of the samplers.
#pragma once

#include <cmath>
#include <cstdint>
#include <vector>

namespace sourdine::testing {

// Probabilities of −radius … radius.
struct NoiseLaw {
  std::int64_t radius;
  std::vector<double> probabilities;

  double at(std::int64_t x) const { return probabilities.at(static_cast<std::size_t>(x + radius)); }
  double variance() const {
    double sum = 0;
    for (std::int64_t x = -radius; x <= radius; ++x) sum += static_cast<double>(x * x) * at(x);
    return sum;
  }
};

template <class Weight>
NoiseLaw noise_law(std::int64_t radius, Weight weight) {
  NoiseLaw law{radius, {}};
  double total = 0;
  for (std::int64_t x = -radius; x <= radius; ++x) {
    law.probabilities.push_back(weight(static_cast<double>(x)));
    total += law.probabilities.back();
  }
  for (double& p : law.probabilities) p /= total;
  return law;
}

// The radius leaves out less than 10^−17 of the mass.
inline NoiseLaw discrete_laplace_law(double scale) {
  return noise_law(static_cast<std::int64_t>(40 * scale) + 2, [=](double x) { return std::exp(-std::abs(x) / scale); });
}

inline NoiseLaw discrete_gaussian_law(double sigma_squared) {
  return noise_law(static_cast<std::int64_t>(9 * std::sqrt(sigma_squared)) + 2,
                   [=](double x) { return std::exp(-x * x / (2 * sigma_squared)); });
}

}  // namespace sourdine::testing
