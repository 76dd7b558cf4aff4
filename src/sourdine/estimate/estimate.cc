#include "sourdine/estimate/estimate.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <functional>

#include "sourdine/base/error.h"
#include "sourdine/estimate/count_variance.h"
#include "sourdine/estimate/likelihood.h"
#include "sourdine/estimate/normal.h"

namespace sourdine {
namespace {

// The most likely counts, from whatever the caller has (tally or reports); asked for only when needed.
using MostLikely = std::function<std::vector<double>()>;

void require_valid(const Oracle& oracle, TallyView tally, const EstimateOptions& options) {
  if (!(options.confidence > 0 && options.confidence < 1)) {
    fail_input(fmt::format("the confidence must lie between 0 and 1 (both excluded), not {}", options.confidence),
               "0.95 is customary.");
  }
  if (tally.cells.size() != oracle.cells()) {
    fail_input(fmt::format("the tally has {} cells, but oracle '{}' fills {}", tally.cells.size(), oracle.name(),
                           oracle.cells()));
  }
}

void include_point(Estimate& estimate, double point, double n) {
  const double clipped = std::clamp(point, 0.0, n);
  estimate.lower = std::min(estimate.lower, clipped);
  estimate.upper = std::max(estimate.upper, clipped);
}

// All x ∈ [0, n] with (value − x)² ≤ z²·V(x). With V's coefficients (c0, c1, c2) and a = 1 − z²·c2 the solutions are
// centre ± half, centre = (value + z²·c1/2)/a, half = z·√(V(value) + z²·(c1²/4 − c0·c2))/a.
Estimate score_estimate(double value, const VarianceCurve& variance, double n, double z) {
  const double std_error = std::sqrt(std::max(0.0, variance.at(std::clamp(value, 0.0, n))));
  Estimate result{value, std_error, 0, n};
  const double a = 1 - z * z * variance.square;
  if (a <= 0) return result;  // the error grows as fast as the count: no x is contradicted
  const double centre = (value + z * z * variance.linear / 2) / a;
  const double under_root = variance.at(value) + z * z *
                                                     (variance.linear * variance.linear / 4 -  //
                                                      variance.constant * variance.square);
  const double half = z * std::sqrt(std::max(0.0, under_root)) / a;
  result.lower = std::clamp(centre - half, 0.0, n);
  result.upper = std::clamp(centre + half, 0.0, n);
  if (under_root < 0) result.lower = result.upper = std::clamp(value, 0.0, n);  // every x is contradicted
  include_point(result, value, n);
  return result;
}

Consistent made_consistent(const Oracle& oracle, const std::vector<double>& counts, double n,
                           const EstimateOptions& options, const MostLikely& most_likely) {
  switch (options.consistency) {
    case Consistency::none:
      return {counts};
    case Consistency::base_pos:
      return base_pos(counts);
    case Consistency::base_cut: {
      const double sigma0 = std::sqrt(rare_value_variance(oracle, n));
      return base_cut(counts, base_cut_threshold(counts.size(), sigma0, 1 - options.confidence));
    }
    case Consistency::norm:
      return norm(counts, n);
    case Consistency::norm_mul:
      return norm_mul(counts, n);
    case Consistency::norm_sub:
      return norm_sub(counts, n);
    case Consistency::norm_cut:
      return norm_cut(counts, n);
    case Consistency::mle:
      return {most_likely()};
  }
  throw Error(ErrorCode::internal, "unknown consistency method");
}

double critical_value(const EstimateOptions& options, Value k) {
  const double alpha = 1 - options.confidence;
  return normal_upper_quantile(alpha / 2 / (options.coverage == Coverage::simultaneous ? k : 1));
}

Estimates estimate_with(const Oracle& oracle, TallyView tally, const EstimateOptions& options,
                        const MostLikely& most_likely) {
  require_valid(oracle, tally, options);
  Estimates result{tally.reports, {}, 0, options};
  if (tally.reports == 0) return result;
  const auto n = static_cast<double>(tally.reports);
  const std::vector<double> counts = oracle.invert(tally);
  std::vector<VarianceCurve> variances = count_variance_curves(oracle, n, counts);
  if (options.population == Population::sampled && oracle.k() > 1) {
    for (VarianceCurve& variance : variances) {  // + x(n − x)/n
      variance.linear += 1;
      variance.square -= 1 / n;
    }
  }
  const double z = critical_value(options, oracle.k());
  const Consistent points = made_consistent(oracle, counts, n, options, most_likely);
  result.is_degenerate = points.is_degenerate;
  result.values.reserve(counts.size());
  for (std::size_t i = 0; i < counts.size(); ++i) {
    Estimate one = score_estimate(counts[i], variances[i], n, z);
    one.value = points.counts[i];
    include_point(one, one.value, n);
    result.values.push_back(one);
    result.total += one.value;
  }
  return result;
}

std::vector<double> likely_counts(const LikelihoodEstimate& fitted, std::uint64_t reports) {
  if (!fitted.has_converged) {
    throw Error(ErrorCode::internal,
                fmt::format("the maximum likelihood estimate did not converge in {} steps", fitted.steps),
                "Choose norm-sub instead.");
  }
  std::vector<double> counts = fitted.shares;
  for (double& count : counts) count *= static_cast<double>(reports);
  return counts;
}

}  // namespace

Estimates estimate(const Oracle& oracle, const Tally& tally, const EstimateOptions& options) {
  if (const std::string field = first_difference(oracle.spec(), tally.spec); !field.empty()) {
    fail_input(fmt::format("the tally was made by another oracle: the specs differ in '{}'", field),
               "Use the oracle that the tally's own spec describes.");
  }
  return estimate(oracle, static_cast<TallyView>(tally), options);
}

Estimates estimate(const Oracle& oracle, TallyView tally, const EstimateOptions& options) {
  return estimate_with(oracle, tally, options,
                       [&] { return likely_counts(maximum_likelihood(oracle, tally), tally.reports); });
}

Estimates estimate(const Oracle& oracle, ReportsView reports, const EstimateOptions& options) {
  Tally tally = oracle.empty_tally();
  oracle.tally(reports, tally);
  return estimate_with(oracle, tally, options,
                       [&] { return likely_counts(maximum_likelihood(oracle, reports), tally.reports); });
}

Estimates estimate(const Oracle& oracle, TallyView tally, const DistinctReports& reports,
                   const EstimateOptions& options) {
  return estimate_with(oracle, tally, options,
                       [&] { return likely_counts(maximum_likelihood(oracle, reports), tally.reports); });
}

Estimate frequency(const Estimate& count, std::uint64_t reports) {
  const auto n = static_cast<double>(reports);
  return {count.value / n, count.std_error / n, count.lower / n, count.upper / n};
}

}  // namespace sourdine
