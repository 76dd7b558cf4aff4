#include "sourdine/longitudinal/collections.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/estimate/normal.h"
#include "sourdine/protocol/memoised.h"

namespace sourdine {
namespace {

Memoised::Shared shared_of(const Oracle& oracle) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&oracle);
  return memoised == nullptr ? Memoised::Shared{} : memoised->shared();
}

void require_tally_of(const Oracle& oracle, const Tally& tally) {
  if (const std::string field = first_difference(oracle.spec(), tally.spec); !field.empty()) {
    fail_input(fmt::format("a collection belongs to another question: its spec differs in '{}'", field),
               "Only collections with the same oracle, domain, epsilon and parameters are compared.");
  }
}

double largest_on(const VarianceCurve& curve, const Estimate& one) {
  return std::max({curve.at(one.lower), curve.at(one.upper), curve.at((one.lower + one.upper) / 2)});
}

}  // namespace

std::vector<Estimates> estimate_collections(const Oracle& oracle, std::span<const Tally> collections,
                                            const EstimateOptions& options) {
  const Estimator estimator(oracle, options);
  std::vector<Estimates> estimates;
  estimates.reserve(collections.size());
  for (const Tally& tally : collections) {
    require_tally_of(oracle, tally);
    estimates.push_back(estimator(tally));
  }
  return estimates;
}

double change_variance(const Oracle& oracle, const Moves& moves) {
  const auto* const memoised = dynamic_cast<const Memoised*>(&oracle);
  if (memoised == nullptr) fail_input(fmt::format("oracle '{}' keeps no permanent responses", oracle.name()));
  const std::vector<double> none(oracle.k(), 0.0);
  const VarianceCurve one = oracle.variance_curves(1, none).front();
  std::vector<double> others(oracle.k(), 0.0);
  others.back() = 1;
  const double expected = oracle.variance(0, others);
  if (one.square != 0 || std::abs(one.at(0) - expected) > 1e-9 * expected) {
    fail_input(fmt::format("the variance of oracle '{}' depends on the other values", oracle.name()));
  }
  const double other = one.at(0);
  const double held = one.at(1);
  const Memoised::Shared shared = memoised->shared();
  return moves.stayed_with * 2 * (held - shared.held) + moves.stayed_elsewhere * 2 * (other - shared.other) +
         (moves.came + moves.left) * (held + other) + moves.moved_elsewhere * (2 * other + shared.moved) +
         moves.with_once * held + moves.other_once * other;
}

std::vector<Estimate> estimate_change(const Oracle& oracle, const Tally& before, const Tally& after,
                                      const ChangeOptions& options) {
  const std::uint64_t in_both = std::min(before.reports, after.reports);
  if (options.stayed > in_both) {
    fail_input(
        fmt::format("{} persons cannot have stayed: the smaller collection has {} reports", options.stayed, in_both));
  }
  // Only the place where the variance is largest is taken from these intervals.
  const EstimateOptions each{.confidence = options.confidence, .intervals = IntervalMethod::score};
  const Estimates first = estimate(oracle, before, each);
  const Estimates second = estimate(oracle, after, each);
  if (first.values.empty() || second.values.empty()) return {};
  const auto curves = [&oracle](const Estimates& estimates) {
    std::vector<double> counts;
    for (const Estimate& one : estimates.values) counts.push_back(std::max(0.0, one.value));
    return oracle.variance_curves(static_cast<double>(estimates.reports), counts);
  };
  std::vector<VarianceCurve> first_curves, second_curves;
  if (oracle.k() > 1) {
    first_curves = curves(first);
    second_curves = curves(second);
  }
  const Memoised::Shared shared = shared_of(oracle);
  const auto stayed = static_cast<double>(options.stayed);
  const double common =
      (static_cast<double>(in_both) - stayed) * shared.moved - stayed * 2 * std::min(shared.held, shared.other);
  const double z = normal_upper_quantile((1 - options.confidence) / 2);
  std::vector<Estimate> changes;
  for (Value value = 0; value < oracle.k(); ++value) {
    double variance = 0;
    if (oracle.k() > 1) {
      variance = largest_on(first_curves[value], first.values[value]) +
                 largest_on(second_curves[value], second.values[value]) + common;
    }
    const double change = second.values[value].value - first.values[value].value;
    const double error = std::sqrt(std::max(0.0, variance));
    changes.push_back({change, error, change - z * error, change + z * error});
  }
  return changes;
}

}  // namespace sourdine
