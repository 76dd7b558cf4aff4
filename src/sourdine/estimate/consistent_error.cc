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

// δ with Σ E[max(0, X + δ)] = T. The sum is convex and increasing in δ, so Newton's steps from the right of the root
// stay there.
double expected_shift(std::span<const HeldCount> values, double total) {
  double sum = 0;
  double weights = 0;
  double spread = 0;
  for (const HeldCount& one : values) {
    sum += one.weight * one.count;
    weights += one.weight;
    spread = std::max(spread, std::sqrt(one.variance));
  }
  double shift = std::max(0.0, (total - sum) / weights);
  for (int step = 0; step < 100; ++step) {
    double excess = -total;
    double slope = 0;
    for (const HeldCount& one : values) {
      const double std_error = std::sqrt(one.variance);
      excess += one.weight * expected_positive_part(one.count + shift, std_error);
      slope += one.weight * positive_probability(one.count + shift, std_error);
    }
    if (!(slope > 0)) break;
    const double move = excess / slope;
    shift -= move;
    if (std::abs(move) <= 1e-9 * (spread + total)) break;
  }
  return shift;
}

// What all positive values have in common.
struct PositivePart {
  double number = 0;    // r: expected number of positive values
  double sum = 0;       // of the expected positive parts
  double variance = 0;  // V: mean variance of the positive ones
  double covariance = 0;
};

PositivePart positive_part(std::span<const HeldCount> values, double shift, bool adds_up) {
  PositivePart part;
  double weights = 0;
  double variances = 0;
  double positive_variances = 0;
  for (const HeldCount& one : values) {
    const double std_error = std::sqrt(one.variance);
    const double positive = one.weight * positive_probability(one.count + shift, std_error);
    part.number += positive;
    part.sum += one.weight * expected_positive_part(one.count + shift, std_error);
    positive_variances += positive * one.variance;
    variances += one.weight * one.variance;
    weights += one.weight;
  }
  part.variance = part.number > 0 ? positive_variances / part.number : 0;
  part.number = std::max(1.0, part.number);  // something is positive, since the sum is
  if (adds_up && weights > 1) part.covariance = -variances / weights / (weights - 1);
  return part;
}

// Var[noise − w·(noise of all positive values)].
double variance_without_common(double variance, double w, const PositivePart& part) {
  const double others = (part.number - 1) * part.covariance;
  return std::max(0.0, variance - 2 * w * (variance + others) + w * w * part.number * (part.variance + others));
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
  std::vector<ExpectedError> errors;
  errors.reserve(values.size());
  if (method == Consistency::norm) {
    PositivePart all = positive_part(values, 0, adds_up);
    all.number = all.variance = 0;
    for (const HeldCount& one : values) {
      all.number += one.weight;
      all.variance += one.weight * one.variance;
    }
    all.variance /= all.number;
    for (const HeldCount& one : values) {
      const double std_error = std::sqrt(variance_without_common(one.variance, 1 / all.number, all));
      errors.push_back({2 * normal_density(0) * std_error, std_error});
    }
    return errors;
  }
  const double shift = method == Consistency::norm_sub ? expected_shift(values, total) : 0;
  const PositivePart part = positive_part(values, shift, adds_up);
  const double scale = method == Consistency::norm_mul && part.sum > 0 ? total / part.sum : 1;
  for (const HeldCount& one : values) {
    double w = 0;
    if (method == Consistency::norm_sub) w = 1 / part.number;
    if (method == Consistency::norm_mul && part.sum > 0) {
      w = expected_positive_part(one.count, std::sqrt(one.variance)) / part.sum;
    }
    const double std_error = std::sqrt(variance_without_common(one.variance, w, part));
    errors.push_back(cut_error(scale * (one.count + shift), scale * std_error, one.count));
  }
  return errors;
}

}  // namespace sourdine
