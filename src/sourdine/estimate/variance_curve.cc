#include "sourdine/estimate/variance_curve.h"

#include <tbb/parallel_for.h>

#include <algorithm>
#include <numeric>

namespace sourdine {
namespace {

VarianceCurve pure_curve(const Oracle& oracle, double n) {
  std::vector<double> counts(oracle.k());
  counts[1] = n;
  const double nobody = oracle.variance(0, counts);
  const double everybody = oracle.variance(1, counts);
  return {nobody, (everybody - nobody) / n, 0};
}

// The parabola through V(0), V(n/2) and V(n): exact, as no oracle's variance has terms above the second power.
VarianceCurve curve_of(const Oracle& oracle, double n, Value value, std::span<const double> weights, double total) {
  const double others = total - weights[value];
  const auto even = 1.0 / static_cast<double>(weights.size() - 1);
  std::vector<double> counts(weights.size());
  const auto variance_at = [&](double x) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = (n - x) * (others > 0 ? weights[i] / others : even);
    counts[value] = x;
    return oracle.variance(value, counts);
  };
  const double start = variance_at(0);
  const double middle = variance_at(n / 2);
  const double end = variance_at(n);
  const double square = 2 * (start - 2 * middle + end) / (n * n);
  return {start, (end - start) / n - square * n, square};
}

}  // namespace

std::vector<VarianceCurve> variance_curves(const Oracle& oracle, double n, std::span<const double> counts) {
  if (oracle.k() == 1) return {{0, 0, 0}};
  if (oracle.is_pure()) return std::vector<VarianceCurve>(oracle.k(), pure_curve(oracle, n));
  std::vector<double> weights(counts.begin(), counts.end());
  for (double& weight : weights) weight = std::max(0.0, weight);
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<VarianceCurve> curves(oracle.k());
  tbb::parallel_for(Value{0}, oracle.k(),
                    [&](Value value) { curves[value] = curve_of(oracle, n, value, weights, total); });
  return curves;
}

double rare_value_variance(const Oracle& oracle, double n) {
  if (oracle.k() == 1) return 0;
  std::vector<double> counts(oracle.k(), n / (oracle.k() - 1));
  counts[0] = 0;
  return oracle.variance(0, counts);
}

}  // namespace sourdine
