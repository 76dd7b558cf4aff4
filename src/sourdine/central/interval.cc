#include "sourdine/central/interval.h"

#include <algorithm>
#include <cmath>

#include "sourdine/estimate/normal.h"

namespace sourdine {
namespace {

// Of a unit: what is left of the variance below it is rounding.
constexpr double no_rest = 1e-9;

double normal_between(double low, double high) { return normal_cdf(high) - normal_cdf(low); }

}  // namespace

CentralIntervals::CentralIntervals(std::optional<CountNoiseLaw> own, double confidence)
    : own_(own), confidence_(confidence) {
  if (!own_) return;
  // Beyond 12 standard deviations there is less than 10^−7, of either law; in steps where single numbers are many.
  const double deviation = std::sqrt(own_->variance);
  const auto step = static_cast<std::int64_t>(std::max(1.0, std::floor(deviation / 50)));
  const auto most = static_cast<std::int64_t>(std::ceil(12 * deviation)) + 12;
  double sum = 0;
  for (std::int64_t x = -(most / step) * step; x <= most; x += step) {
    const auto number = static_cast<double>(x);
    const double exponent =
        own_->kind == CentralNoise::laplace ? own_->rate * std::abs(number) : own_->rate * number * number / 2;
    masses_.emplace_back(number, std::exp(-exponent));
    sum += masses_.back().second;
  }
  for (auto& [number, mass] : masses_) mass /= sum;
}

// Nothing but its own noise is in the error.
bool CentralIntervals::is_whole(double variance) const {
  return own_ && own_->variance - variance <= no_rest * variance;
}

double CentralIntervals::coverage(double half_width, double variance) const {
  if (!is_whole(variance)) return covered_within(half_width, variance);
  return (covered_within(std::floor(half_width), variance) + covered_within(std::ceil(half_width), variance)) / 2;
}

double CentralIntervals::covered_within(double half_width, double variance) const {
  if (!own_) {
    const double scaled = half_width / std::sqrt(variance);
    return normal_between(-scaled, scaled);
  }
  const double weight = std::min(1.0, variance / own_->variance);
  const double rest = std::max(0.0, variance - weight * weight * own_->variance);
  double covered = 0;
  for (const auto& [number, mass] : masses_) {
    const double centre = weight * number;
    if (rest <= no_rest * variance) {
      covered += std::abs(centre) <= half_width ? mass : 0;
    } else {
      const double scale = std::sqrt(rest);
      covered += mass * normal_between((-half_width - centre) / scale, (half_width - centre) / scale);
    }
  }
  return covered;
}

// `step_of_whole`: by which whole errors are tried.
double CentralIntervals::width_for(double confidence, double variance, double step_of_whole) const {
  if (is_whole(variance)) {
    double enough = 0;
    while (coverage(enough, variance) < confidence) enough += step_of_whole;
    if (variance < 4 || enough == 0) return enough;
    const auto distance = [&](double half_width) {
      return std::abs(std::log((1 - coverage(half_width, variance)) / (1 - confidence)));
    };
    return distance(enough - step_of_whole) < distance(enough) ? enough - step_of_whole : enough;
  }
  double low = 0, high = std::sqrt(variance);
  while (coverage(high, variance) < confidence) high *= 2;
  for (int step = 0; step < 40; ++step) {
    const double middle = (low + high) / 2;
    (coverage(middle, variance) < confidence ? low : high) = middle;
  }
  return high;
}

CentralIntervals::Widths CentralIntervals::widths(double variance) {
  if (variance <= 0) return {0, 0};
  const auto known = widths_.find(variance);
  if (known != widths_.end()) return known->second;
  // The law is symmetric: Pr[error ≤ h] = (1 + Pr[|error| ≤ h])/2.
  const Widths made{.both = width_for(confidence_, variance, 0.5),
                    .one = width_for(std::max(0.0, 2 * confidence_ - 1), variance, 1)};
  return widths_.emplace(variance, made).first->second;
}

Estimate CentralIntervals::operator()(double value, double variance) {
  constexpr double rounding = 1e-6;  // values are multiples of 1/10000
  const auto [both, one] = widths(variance);
  const bool is_uneven = is_whole(variance);
  const double up = is_uneven ? std::ceil(both) : both, down = is_uneven ? std::floor(both) : both;
  const double upper = std::floor(std::max(value, 0.0) + up + rounding);
  double lower = value - down;
  if (value <= 2 * one) {
    lower = value - one;
  } else if (value <= 2 * down) {
    lower = value / 2;
  }
  return {value, std::sqrt(variance), std::max(0.0, std::ceil(lower - rounding)), upper};
}

}  // namespace sourdine
