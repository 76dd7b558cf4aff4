#include "sourdine/oracle/variance_curve.h"

#include <tbb/parallel_for.h>

#include <numeric>

#include "sourdine/oracle/oracle.h"

namespace sourdine {
namespace {

VarianceCurve pure_curve(const Oracle& oracle, double n) {
  std::vector<double> counts(oracle.k());
  counts[1] = n;
  const double nobody = oracle.variance(0, counts);
  const double everybody = oracle.variance(1, counts);
  return {nobody, (everybody - nobody) / n, 0};
}

VarianceCurve curve_of(const Oracle& oracle, double n, Value value, std::span<const double> weights, double total) {
  const double others = total - weights[value];
  const auto even = 1.0 / static_cast<double>(weights.size() - 1);
  std::vector<double> counts(weights.size());
  const auto variance_at = [&](double x) {
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = (n - x) * (others > 0 ? weights[i] / others : even);
    counts[value] = x;
    return oracle.variance(value, counts);
  };
  return parabola(variance_at(0), variance_at(n / 2), variance_at(n), n);
}

}  // namespace

VarianceCurve parabola(double start, double middle, double end, double n) {
  const double square = 2 * (start - 2 * middle + end) / (n * n);
  return {start, (end - start) / n - square * n, square};
}

VarianceCurve linear_curve(Value value, std::span<const double> per_holder, double n, std::span<const double> weights) {
  double others = 0;
  double weighted = 0;
  double even = 0;
  for (std::size_t w = 0; w < weights.size(); ++w) {
    if (w == value) continue;
    others += weights[w];
    weighted += weights[w] * per_holder[w];
    even += per_holder[w];
  }
  const double other = others > 0 ? weighted / others : even / static_cast<double>(weights.size() - 1);
  return {n * other, per_holder[value] - other, 0};
}

std::vector<VarianceCurve> curves_one_by_one(const Oracle& oracle, double n, std::span<const double> weights) {
  if (oracle.is_pure()) return std::vector<VarianceCurve>(oracle.k(), pure_curve(oracle, n));
  const double total = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::vector<VarianceCurve> curves(oracle.k());
  tbb::parallel_for(Value{0}, oracle.k(),
                    [&](Value value) { curves[value] = curve_of(oracle, n, value, weights, total); });
  return curves;
}

}  // namespace sourdine
