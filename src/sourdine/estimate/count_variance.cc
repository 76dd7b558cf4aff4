#include "sourdine/estimate/count_variance.h"

#include <algorithm>

namespace sourdine {

std::vector<VarianceCurve> count_variance_curves(const Oracle& oracle, double n, std::span<const double> counts) {
  if (oracle.k() == 1) return {{0, 0, 0}};
  std::vector<double> weights(counts.begin(), counts.end());
  for (double& weight : weights) weight = std::max(0.0, weight);
  return oracle.variance_curves(n, weights);
}

double rare_value_variance(const Oracle& oracle, double n) {
  if (oracle.k() == 1) return 0;
  std::vector<double> counts(oracle.k(), n / (oracle.k() - 1));
  counts[0] = 0;
  return oracle.variance(0, counts);
}

}  // namespace sourdine
