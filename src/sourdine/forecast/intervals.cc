#include "sourdine/forecast/intervals.h"

#include <algorithm>
#include <cmath>

#include "sourdine/estimate/normal.h"

namespace sourdine {
namespace {

constexpr double cap = 3;  // standard deviations

// E[min(Z², c²)] for a standard normal Z.
double capped_normal_square(double c) {
  const double inside = 1 - 2 * normal_cdf(-c);
  return inside - 2 * c * normal_density(c) + c * c * (1 - inside);
}

// How a day's squared standardised error moves with α: its weight.
double weight_of(const ObservedForecast& day) { return day.mean * day.mean / (day.mean + day.noise); }

// Weighted mean of the capped squares minus what the normal law expects; falls with α.
double excess(std::span<const ObservedForecast> days, double overdispersion) {
  double sum = 0, weights = 0;
  for (const ObservedForecast& day : days) {
    const double error = day.observed - day.mean;
    const double variance = day.mean + overdispersion * day.mean * day.mean + day.noise;
    sum += weight_of(day) * std::min(error * error / variance, cap * cap);
    weights += weight_of(day);
  }
  return sum / weights - capped_normal_square(cap);
}

// log Pr[X = n] of the negative binomial with that mean and overdispersion; Poisson when it is (nearly) 0.
double log_mass(double n, double mean, double overdispersion) {
  if (overdispersion < 1e-9) return n * std::log(mean) - mean - std::lgamma(n + 1);
  const double size = 1 / overdispersion;
  return std::lgamma(n + size) - std::lgamma(size) - std::lgamma(n + 1) - size * std::log1p(overdispersion * mean) +
         n * (std::log(mean) - std::log(size + mean));
}

}  // namespace

double fit_overdispersion(std::span<const ObservedForecast> days, double expected) {
  constexpr double spread = 0.02;  // of α around what was expected
  constexpr double most = 10;
  constexpr int halvings = 60;
  if (days.empty()) return expected;
  double low = 0, high = excess(days, 0) > 0 ? most : 0;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    (excess(days, middle) > 0 ? low : high) = middle;
  }
  const double fitted = (low + high) / 2;
  double information = 0;  // a squared standard normal variable has variance 2
  for (const ObservedForecast& day : days) information += weight_of(day) * weight_of(day) / 2;
  return (fitted * information + expected / (spread * spread)) / (information + 1 / (spread * spread));
}

CountInterval count_interval(double mean, double overdispersion, double confidence) {
  const auto mass = [&](double n) { return n < 0 ? 0.0 : std::exp(log_mass(n, mean, overdispersion)); };
  // The mode, by its closed form, moved where rounding put it beside.
  double mode = std::max(0.0, std::floor(mean * (1 - overdispersion)));
  while (mass(mode + 1) > mass(mode)) ++mode;
  double lower = mode, upper = mode;
  double held = mass(mode);
  while (held < confidence) {
    const double below = mass(lower - 1);
    const double above = mass(upper + 1);
    const double next = std::max(below, above);
    if (next <= 0 || held + next - confidence > confidence - held) break;
    (below > above ? lower : upper) += below > above ? -1 : 1;
    held += next;
  }
  return {lower, upper};
}

}  // namespace sourdine
