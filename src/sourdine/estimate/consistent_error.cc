#include "sourdine/estimate/consistent_error.h"

#include <algorithm>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/estimate/bias.h"
#include "sourdine/estimate/normal.h"

namespace sourdine {
namespace {

double positive_probability(double mean, double std_error) {
  if (std_error == 0) return mean > 0 ? 1 : 0;
  return normal_cdf(mean / std_error);
}

constexpr int rounds = 3;  // of variances and positive parts, each computed from the other; they settle at once

// The values as the method moves them: Y_v = scale·(X_v + shift), with variances that lost what the positive values
// share.
struct MovedValues {
  double shift = 0, scale = 1;
  std::vector<double> variances;  // of Y_v/scale
};

// δ with Σ E[max(0, X + δ)] = T. The sum is convex and increasing in δ, so Newton's steps from the right of the root
// stay there.
double expected_shift(std::span<const HeldCount> values, std::span<const double> variances, double total) {
  double sum = 0;
  double weights = 0;
  double largest = 0;
  for (std::size_t i = 0; i < values.size(); ++i) {
    sum += values[i].weight * values[i].count;
    weights += values[i].weight;
    largest = std::max(largest, variances[i]);
  }
  const double small = 1e-9 * (std::sqrt(largest) + total);
  double shift = std::max(0.0, (total - sum) / weights);
  for (int step = 0; step < 100; ++step) {
    double excess = -total;
    double slope = 0;
    for (std::size_t i = 0; i < values.size(); ++i) {
      const double std_error = std::sqrt(variances[i]);
      excess += values[i].weight * expected_positive_part(values[i].count + shift, std_error);
      slope += values[i].weight * positive_probability(values[i].count + shift, std_error);
    }
    if (!(slope > 0)) break;
    shift -= excess / slope;
    if (std::abs(excess / slope) <= small) break;
  }
  return shift;
}

// What all positive values have in common.
struct PositivePart {
  double number = 0;    // r: expected number of positive values
  double sum = 0;       // of the expected positive parts
  double variance = 0;  // V: mean variance of their unbiased estimates
};

PositivePart positive_part(std::span<const HeldCount> values, const MovedValues& moved) {
  PositivePart part;
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double mean = values[i].count + moved.shift;
    const double std_error = std::sqrt(moved.variances[i]);
    const double positive = values[i].weight * positive_probability(mean, std_error);
    part.number += positive;
    part.sum += values[i].weight * expected_positive_part(mean, std_error);
    part.variance += positive * values[i].variance;
  }
  part.variance = part.number > 0 ? part.variance / part.number : 0;
  // Where hardly more than one is positive at a time, it takes the whole total, without noise; but which one it is, the
  // noise decides. Two at least leave half of it.
  part.number = std::max(2.0, part.number);
  return part;
}

// All values, for `norm`, which leaves none at 0.
PositivePart all_values(std::span<const HeldCount> values) {
  PositivePart all;
  for (const HeldCount& one : values) {
    all.number += one.weight;
    all.variance += one.weight * one.variance;
  }
  all.variance /= all.number;
  return all;
}

// Var[noise − w·(noise of all positive values)].
double variance_without_common(double variance, double w, const PositivePart& part, double covariance) {
  const double others = (part.number - 1) * covariance;
  return std::max(0.0, variance - 2 * w * (variance + others) + w * w * part.number * (part.variance + others));
}

MovedValues moved_values(Consistency method, std::span<const HeldCount> values, double total, double covariance) {
  MovedValues moved;
  for (const HeldCount& one : values) moved.variances.push_back(one.variance);
  if (method == Consistency::base_pos) return moved;
  for (int round = 0; round < rounds; ++round) {
    if (method == Consistency::norm_sub) moved.shift = expected_shift(values, moved.variances, total);
    const PositivePart part = method == Consistency::norm ? all_values(values) : positive_part(values, moved);
    if (method == Consistency::norm_mul && part.sum > 0) moved.scale = total / part.sum;
    for (std::size_t i = 0; i < values.size(); ++i) {
      double w = 1 / part.number;
      if (method == Consistency::norm_mul) {
        w = part.sum > 0 ? expected_positive_part(values[i].count, std::sqrt(moved.variances[i])) / part.sum : 0;
      }
      moved.variances[i] = variance_without_common(values[i].variance, w, part, covariance);
    }
  }
  if (method == Consistency::norm_sub) moved.shift = expected_shift(values, moved.variances, total);
  return moved;
}

// Of max(0, Y) from `count`, Y ~ N(mean, std_error²).
ExpectedError cut_error(double mean, double std_error, double count) {
  if (std_error == 0) {
    const double distance = std::abs(std::max(0.0, mean) - count);
    return {distance, distance};
  }
  const double at = mean / std_error;
  const double density = std_error * normal_density(at);
  const double bias = mean - count;
  const double off = bias / std_error;
  const double folded = 2 * std_error * normal_density(off) + bias * (2 * normal_cdf(off) - 1);
  const double first = mean * normal_cdf(at) + density;                                           // E[Y; Y > 0]
  const double second = (mean * mean + std_error * std_error) * normal_cdf(at) + mean * density;  // E[Y²; Y > 0]
  return {std::max(0.0, folded + mean * normal_cdf(-at) - density),
          std::sqrt(std::max(0.0, second - 2 * count * first + count * count))};
}

}  // namespace

bool has_expected_error(Consistency method) {
  return method == Consistency::base_pos || method == Consistency::norm || method == Consistency::norm_mul ||
         method == Consistency::norm_sub;
}

std::vector<ExpectedError> expected_errors(Consistency method, std::span<const HeldCount> values, double total,
                                           bool adds_up) {
  if (!has_expected_error(method)) throw Error(ErrorCode::internal, "this consistency method has no expected error");
  const PositivePart all = all_values(values);
  const double covariance = adds_up && all.number > 1 ? -all.variance / (all.number - 1) : 0;
  const MovedValues moved = moved_values(method, values, total, covariance);
  std::vector<ExpectedError> errors;
  errors.reserve(values.size());
  for (std::size_t i = 0; i < values.size(); ++i) {
    const double std_error = moved.scale * std::sqrt(moved.variances[i]);
    const double mean = moved.scale * (values[i].count + moved.shift);
    errors.push_back(method == Consistency::norm ? ExpectedError{2 * normal_density(0) * std_error, std_error}
                                                 : cut_error(mean, std_error, values[i].count));
  }
  return errors;
}

}  // namespace sourdine
