#include "sourdine/estimate/smooth_interval.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <vector>

#include "sourdine/estimate/normal.h"
#include "sourdine/estimate/whole_interval.h"

namespace sourdine {
namespace {

constexpr double widest_window = 300;  // whole counts; beyond it the normal law is as good

struct Shape {
  double alpha, beta;  // of the beta-binomial law
};

// An expected count is not negative: the mean and variance of the normal law cut at 0.
void cut_at_zero(double& mean, double& variance) {
  const double std_error = std::sqrt(variance);
  if (!(mean < 8 * std_error)) return;
  const double start = -mean / std_error;
  const double upper_tail = normal_cdf(-start);
  const double hazard = start < 30 ? normal_density(start) / upper_tail : start + 1 / start;
  mean += std_error * hazard;
  variance *= std::clamp(1 + start * hazard - hazard * hazard, 1e-4, 1.0);
}

// The beta-binomial law on 0 … N with the predicted mean and variance; nearly binomial when the variance is no larger.
Shape predicted_shape(const CountKnowledge& known) {
  double mean = known.rate;
  double variance = known.rate_variance;
  cut_at_zero(mean, variance);
  mean = std::clamp(mean, 1e-4, known.total * (1 - 1e-6));
  const double binomial = mean * (1 - mean / known.total);
  const double ratio = std::max(known.dispersion + variance / binomial, 1 + 1e-9);
  const double size = std::clamp((known.total - 1) / (ratio - 1) - 1, 2.0, 1e9);
  return {size * mean / known.total, size * (1 - mean / known.total)};
}

// Probabilities of first, first + 1, … last, given everything.
std::vector<double> posterior(const CountKnowledge& known, double first, double last) {
  std::vector<double> log_weight;
  const Shape shape = known.has_prediction ? predicted_shape(known) : Shape{1, 1};  // (1, 1) is uniform
  double log_prior = 0;
  for (double x = first; x <= last; ++x) {
    const double variance = std::max(known.noise.per_report * known.total + known.noise.per_holder * x, 1e-12);
    const double distance = known.estimate - x;
    log_weight.push_back(log_prior - 0.5 * (distance * distance / variance + std::log(variance)));
    log_prior += std::log((known.total - x) * (x + shape.alpha) / ((x + 1) * (known.total - x - 1 + shape.beta)));
  }
  const double top = *std::max_element(log_weight.begin(), log_weight.end());
  double sum = 0;
  for (double& weight : log_weight) sum += weight = std::exp(weight - top);
  for (double& weight : log_weight) weight /= sum;
  return log_weight;
}

// Grows from the most likely count to its likelier neighbour, while at least half of what is added belongs in.
CountInterval most_likely(const std::vector<double>& probability, double first, double confidence) {
  auto low = static_cast<std::size_t>(std::max_element(probability.begin(), probability.end()) - probability.begin());
  std::size_t high = low;
  double mass = probability[low];
  while (low > 0 || high + 1 < probability.size()) {
    const double below = low > 0 ? probability[low - 1] : -1;
    const double above = high + 1 < probability.size() ? probability[high + 1] : -1;
    const double next = std::max(below, above);
    if (mass + next / 2 > confidence) break;
    mass += next;
    if (below > above) {
      --low;
    } else {
      ++high;
    }
  }
  return {first + static_cast<double>(low), first + static_cast<double>(high)};
}

}  // namespace

CountInterval count_interval(const CountKnowledge& known, double confidence, double z) {
  const double reach = (z + 4) * known.std_error + 4;
  const double first = std::max(0.0, std::floor(known.mean - reach));
  const double last = std::min(std::floor(known.total), std::ceil(known.mean + reach));
  const bool is_whole = known.total == std::floor(known.total);
  if (!(known.std_error > 0) || !is_whole || last - first > widest_window || last <= first) {
    CountInterval interval{std::clamp(known.mean - z * known.std_error, 0.0, known.total),
                           std::clamp(known.mean + z * known.std_error, 0.0, known.total)};
    if (is_whole) keep_whole_numbers(interval.lower, interval.upper, known.mean, known.total);
    return interval;
  }
  return most_likely(posterior(known, first, last), first, confidence);
}

}  // namespace sourdine
