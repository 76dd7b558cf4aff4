#include "sourdine/forecast/intervals.h"

#include <algorithm>
#include <cmath>

#include "sourdine/estimate/normal.h"
#include "sourdine/forecast/count_distribution.h"

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

// The first whole number in low … high for which `is_true`, which turns from false to true once; high when there is
// none.
template <class Predicate>
double first_true(double low, double high, const Predicate& is_true) {
  while (low < high) {
    const double middle = std::floor(low + (high - low) / 2);
    if (is_true(middle)) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

// The counts 0 … ∞ in the order of their probability, the greater first among equals, join an interval that starts as
// the mode. These two functions say what it is when a count above the mode has just joined.
double lower_end(const CountDistribution& law, double upper) {
  const double probability = law.probability(upper);
  return first_true(0, law.mode(), [&](double count) { return law.probability(count) > probability; });
}

double held_up_to(const CountDistribution& law, double upper) { return law.between(lower_end(law, upper), upper); }

}  // namespace

double fit_overdispersion(std::span<const ObservedForecast> days, double expected) {
  constexpr double spread = 0.02;  // of α around what was expected
  constexpr double greatest = 10;
  constexpr int halvings = 60;
  if (days.empty()) return expected;
  double low = 0, high = excess(days, 0) > 0 ? greatest : 0;
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
  const CountDistribution law(mean, overdispersion);
  const double mode = law.mode();
  const auto is_enough = [&](double upper) { return held_up_to(law, upper) >= confidence; };
  // The first upper end that is enough, between one that is not (or the mode) and one that is, apart by a power of two.
  double low = mode, step = std::max(1.0, std::floor(law.standard_deviation() / 2));
  while (!is_enough(low + step)) {
    low += step + 1;
    step *= 2;
  }
  const double upper = first_true(low, low + step, is_enough);
  if (upper == mode) return {mode, mode};

  // Between the upper ends `upper − 1`, not enough, and `upper`, enough, lower counts joined one by one, then `upper`.
  const double before = lower_end(law, upper - 1);
  const double after = lower_end(law, upper);
  const double depth =  // how many of them it takes; one more than there are: `upper` too
      first_true(1, before - after + 1, [&](double n) { return law.between(before - n, upper - 1) >= confidence; });
  const bool takes_upper = depth > before - after;
  const CountInterval enough{before - std::min(depth, before - after), takes_upper ? upper : upper - 1};
  const CountInterval too_little{before - depth + 1, upper - 1};
  const double surplus = law.between(enough.lower, enough.upper) - confidence;
  const double lack = confidence - law.between(too_little.lower, too_little.upper);
  return surplus > lack ? too_little : enough;
}

}  // namespace sourdine
