#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/mobility/mobility_stores.h"

namespace sourdine {
namespace {

// Variance of the estimated count among the m, as a function of its expectation s = m·f: that of the reports when h of
// the m hold the value, averaged over h, and that of h.
VarianceCurve with_sampling(const VarianceCurve& reports, double m, double n) {
  const double left_out = n > 1 ? (n - m) / (n - 1) : 0;
  // h has mean s and variance left_out·(s − s²/m), and so E[h²] = s² + that.
  const double weight = left_out * (1 + reports.square);
  return {reports.constant, reports.linear + weight, reports.square - weight / m};
}

struct Ends {
  double lower, upper;
};

// All s ∈ [0, m] with (estimate − s)² ≤ z²·V(s): the roots of a quadratic.
Ends score_ends(double estimate, const VarianceCurve& variance, double m, double z) {
  const double square = z * z;
  const double a = 1 - square * variance.square, b = estimate + square * variance.linear / 2;
  const double c = estimate * estimate - square * variance.constant;
  if (a <= 0) return {0, m};
  const double root = std::sqrt(std::max(0.0, b * b - a * c));
  return {std::clamp((b - root) / a, 0.0, m), std::clamp((b + root) / a, 0.0, m)};
}

std::vector<Estimate> sampled_counts(const Oracle& oracle, TallyView tally, double n, double confidence) {
  const auto m = static_cast<double>(tally.reports);
  const double z = normal_upper_quantile((1 - confidence) / 2);
  const double half_step = oracle.is_pure() ? 0.5 / oracle.support().gap : 0;
  const std::vector<double> counts = oracle.invert(tally);
  std::vector<double> weights = counts;
  for (double& weight : weights) weight = std::max(0.0, weight);
  const std::vector<VarianceCurve> curves = oracle.variance_curves(m, weights);
  std::vector<Estimate> result;
  for (std::size_t v = 0; v < counts.size(); ++v) {
    const VarianceCurve variance = with_sampling(curves[v], m, n);
    const double at = std::clamp(counts[v], 0.0, m);
    result.push_back({counts[v], std::sqrt(std::max(0.0, variance.at(at))),
                      std::min(at, score_ends(counts[v] - half_step, variance, m, z).lower),
                      std::max(at, score_ends(counts[v] + half_step, variance, m, z).upper)});
  }
  return result;
}

}  // namespace

StoreEstimates estimate_sampled(const Oracle& oracle, TallyView tally, std::uint64_t people, double confidence) {
  if (tally.reports > people) {
    fail_input(fmt::format("{} reports cannot come from {} people", tally.reports, people));
  }
  const bool is_everybody = tally.reports == people;
  EstimateOptions options;
  options.confidence = confidence;
  options.population = is_everybody ? Population::fixed : Population::sampled;
  const Estimator estimator(oracle, options);  // holds the confidence to what it may be
  StoreEstimates result{people, tally.reports, {}};
  if (tally.reports == 0) return result;
  const bool is_plain = is_everybody || oracle.k() == 1;
  std::vector<Estimate> counts;
  if (is_plain || tally.reports <= few_reports) counts = estimator(tally).values;
  if (!is_plain) {
    std::vector<Estimate> sampled = sampled_counts(oracle, tally, static_cast<double>(people), confidence);
    for (std::size_t v = 0; v < counts.size(); ++v) {
      sampled[v].lower = counts[v].lower;
      sampled[v].upper = counts[v].upper;
    }
    counts = std::move(sampled);
  }
  for (const Estimate& count : counts) result.shares.push_back(frequency(count, tally.reports));
  return result;
}

StoreEstimates estimate_store(const MobilityStores& stores, DayRun days, std::size_t attribute, double confidence) {
  if (attribute >= stores.survey().size()) {
    fail_input(fmt::format("there is no attribute {}: the survey has {}", attribute + 1, stores.survey().size()));
  }
  return estimate_sampled(*stores.survey()[attribute].oracle, stores.tally(days, attribute), stores.people(days),
                          confidence);
}

}  // namespace sourdine
