#include "sourdine/privacy/distribution/loss_sum.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/privacy/distribution/fourier.h"
#include "sourdine/privacy/rounding.h"

namespace sourdine {
namespace {

constexpr long double most_points = 1 << 22;
constexpr long double outside_window = 1e-12L;
// Tails of laws err by a few units of 2^−63 of themselves, however many points the lattice has: sums telescope.
constexpr long double law_error = 0x1p-60L;
// Masses are rounded as they are made, tilted (within blocks of 32) and made to add up to 1.
constexpr long double mass_error = 64 * 0x1p-52L;

// ln E e^{θ loss}, and the mean and variance of the tilted law.
struct Cumulants {
  long double log_moment = 0;
  long double mean = 0;
  long double variance = 0;
};

// e^{θ (loss_i − loss_last)} p_i, or relative to the first when θ < 0; factors by multiplication within short blocks.
template <typename Use>
void for_each_tilted(const LossMasses& law, double tilt, const Use& use) {
  constexpr std::size_t block = 32;
  const std::size_t n = law.masses.size();
  const long double exponent = static_cast<long double>(tilt) * law.step;
  const auto ratio = static_cast<double>(std::exp(exponent));
  const long double reference = tilt >= 0 ? static_cast<long double>(n - 1) : 0.0L;
  for (std::size_t start = 0; start < n; start += block) {
    auto factor = static_cast<double>(std::exp(exponent * (static_cast<long double>(start) - reference)));
    const std::size_t end = std::min(n, start + block);
    for (std::size_t i = start; i < end; ++i, factor *= ratio) use(i, factor * law.masses[i]);
  }
}

long double tilt_reference(const LossMasses& law, double tilt) {
  return tilt >= 0 ? law.first + static_cast<long double>(law.masses.size() - 1) * law.step : law.first;
}

Cumulants cumulants(const LossMasses& law, double tilt) {
  double sum = 0;
  double first = 0;
  double second = 0;
  for_each_tilted(law, tilt, [&](std::size_t i, double mass) {
    const auto index = static_cast<double>(i);
    sum += mass;
    first += mass * index;
    second += mass * index * index;
  });
  if (!(sum > 0)) return {.log_moment = -std::numeric_limits<long double>::infinity()};
  const double mean = first / sum;
  return {.log_moment = std::log(static_cast<long double>(sum)) + tilt * tilt_reference(law, tilt),
          .mean = law.first + static_cast<long double>(mean) * law.step,
          .variance = std::max(0.0L, static_cast<long double>(second / sum - mean * mean)) * law.step * law.step};
}

Cumulants cumulants(std::span<const LossSummand> summands, double tilt) {
  Cumulants total;
  for (const LossSummand& summand : summands) {
    const Cumulants one = cumulants(*summand.masses, tilt);
    const auto times = static_cast<long double>(summand.times);
    total.log_moment += times * one.log_moment;
    total.mean += times * one.mean;
    total.variance += times * one.variance;
  }
  return total;
}

// A θ > 0 near which a function that rises in θ reaches `level`; the largest useful one when it never does.
template <typename Function>
double tilt_where(const Function& rising, long double level, double start, double most) {
  double low = std::min(start, most);
  while (low > 1e-12 && rising(low) > level) low /= 4;
  double high = std::min(low * 4, most);
  while (high < most && rising(high) < level) {
    low = high;
    high = std::min(high * 4, most);
  }
  for (int i = 0; i < 5; ++i) {  // what the sum is centred by need not be exact
    const double middle = std::sqrt(low * high);
    (rising(middle) < level ? low : high) = middle;
  }
  return high;
}

double largest_tilt(std::span<const LossSummand> summands) { return 4 / summands.front().masses->step; }

// Where to begin the search: the θ of a normal law.
double first_tilt(std::span<const LossSummand> summands, long double log_level) {
  const long double variance = cumulants(summands, 0).variance;
  return variance > 0 ? static_cast<double>(std::sqrt(2 * std::max(log_level, 0.01L) / variance)) : 1.0;
}

// How far the tilted sum reaches: min over λ of (ln E e^{λ sum} + ln(1 / outside)) / λ, on either side.
long double reach(std::span<const LossSummand> summands, double tilt, const Cumulants& centre, int side) {
  const long double wanted = -std::log(outside_window);
  const long double deviation = std::sqrt(centre.variance);
  if (!(deviation > 0)) return centre.mean;
  long double best = side * std::numeric_limits<long double>::infinity();
  long double rate = 1.25L * std::sqrt(2 * wanted) / deviation;
  for (int i = 0; i < 24; ++i, rate /= 1.3L) {
    const Cumulants moved = cumulants(summands, tilt + side * static_cast<double>(rate));
    const long double bound = (moved.log_moment - centre.log_moment + wanted) / (side * rate);
    if (side * bound >= side * best && std::isfinite(best)) break;
    if (std::isfinite(bound)) best = bound;
  }
  return best;
}

}  // namespace

LossSum LossSum::for_delta(std::span<const LossSummand> summands, double delta) {
  const long double level = -std::log(static_cast<long double>(delta));
  // Where the best bound δ ≤ E e^{θ (sum − ε)} θ^θ / (1 + θ)^{1 + θ} is; its last factor hardly moves that place.
  const auto rising = [&](double tilt) {
    const Cumulants at = cumulants(summands, tilt);
    return tilt * at.mean - at.log_moment + (1 + tilt) * std::log1p(tilt) - tilt * std::log(tilt);
  };
  double tilt = tilt_where(rising, level, first_tilt(summands, level), largest_tilt(summands));
  // A bound that is far off, as where even δ(0) is small, leads too high: the window must reach down to the answer.
  for (int i = 0; i < 6; ++i, tilt = i < 5 ? tilt / 4 : 0) {
    LossSum sum(summands, tilt);
    if (sum.first_ <= 0 || sum.delta_below(static_cast<double>(sum.first_)) > delta) return sum;
  }
  return {summands, 0};
}

LossSum LossSum::for_epsilon(std::span<const LossSummand> summands, double epsilon) {
  const Cumulants plain = cumulants(summands, 0);
  if (plain.mean >= epsilon) return {summands, 0};
  const auto rising = [&](double tilt) { return cumulants(summands, tilt).mean; };
  const double start = static_cast<double>((epsilon - plain.mean) / std::max(plain.variance, 1e-300L));
  return {summands, tilt_where(rising, epsilon, start, largest_tilt(summands))};
}

LossSum::LossSum(std::span<const LossSummand> summands, double tilt) : tilt_(tilt) {
  const Cumulants centre = cumulants(summands, tilt);
  step_ = summands.front().masses->step;
  centre_ = centre.mean;

  // The whole lattice of the sum, and the part of it that is kept.
  long double origin = 0;
  long double length = 0;
  long double finite = 0;  // ln of the probability that no summand is infinite
  for (const LossSummand& summand : summands) {
    const auto times = static_cast<long double>(summand.times);
    origin += times * summand.masses->first;
    length += times * static_cast<long double>(summand.masses->masses.size() - 1);
    finite += times * std::log1p(-static_cast<long double>(summand.masses->infinite));
    steps_ += times;
  }
  infinite_above_ = infinite_below_ = -std::expm1(finite);
  const long double low = std::max(0.0L, std::floor((reach(summands, tilt, centre, -1) - origin) / step_));
  const long double high = std::min(length, std::ceil((reach(summands, tilt, centre, 1) - origin) / step_));
  const bool is_whole = low == 0 && high == length;
  if ((high - low) * step_ > largest_pair_loss * 2) fail_input("the sum of privacy losses is spread too wide");
  if (high - low > most_points) fail_input("the sum of privacy losses spans too many points of its lattice");
  const auto points = static_cast<std::size_t>(high - low) + 1;
  first_ = origin + low * step_;

  std::vector<CyclicFactor> factors;
  for (const LossSummand& summand : summands) {
    CyclicFactor factor{.masses = std::vector<double>(summand.masses->masses.size()), .times = summand.times};
    double total = 0;
    for_each_tilted(*summand.masses, tilt, [&](std::size_t i, double mass) {
      factor.masses[i] = mass;
      total += mass;
    });
    for (double& mass : factor.masses) mass /= total;
    log_scale_ += static_cast<long double>(summand.times) *
                  (std::log(static_cast<long double>(total)) + tilt * tilt_reference(*summand.masses, tilt));
    factors.push_back(std::move(factor));
  }
  log_scale_ -= tilt * centre_;

  CyclicProduct sum;
  std::size_t offset = 0;
  if (factors.size() == 1 && factors.front().times == 1) {
    sum.masses = std::move(factors.front().masses);
    offset = static_cast<std::size_t>(low);
  } else {
    const std::size_t size = cyclic_length(points);
    sum = cyclic_product(factors, size);
    offset = static_cast<std::size_t>(std::fmod(low, static_cast<long double>(size)));
  }
  outside_ = is_whole ? 0 : 2 * outside_window;
  error_ = sum.error;
  masses_.resize(points);
  for (std::size_t i = 0, from = offset; i < points; ++i) {
    masses_[i] = std::max(0.0, sum.masses[from]);
    if (++from == sum.masses.size()) from = 0;
  }
  if (high < length) infinite_above_ += scaled(outside_window * std::exp(-tilt * (loss_at(points - 1) - centre_)));
}

long double LossSum::scaled(long double mass) const { return mass * std::exp(log_scale_); }

// What the mass outside the window that was wrapped into it can make of δ(loss), scaled.
long double LossSum::lost_at(long double loss) const { return outside_ * std::exp(-tilt_ * (loss - centre_)); }

template <typename Use>
void LossSum::from_the_top(const Use& use) const {
  constexpr std::size_t block = 32;  // within which factors follow by multiplication
  const long double loss_ratio = std::exp(-step_);
  const long double tilt_ratio = std::exp(tilt_ * step_);
  for (std::size_t end = masses_.size(); end > 0; end -= std::min(end, block)) {
    const long double last = loss_at(end - 1) - centre_;
    long double here = std::exp(last);
    long double untilt = std::exp(-tilt_ * last);
    for (std::size_t i = end; i-- > end - std::min(end, block);) {
      if (!use(i, here, untilt)) return;
      here *= loss_ratio;
      untilt *= tilt_ratio;
    }
  }
}

double LossSum::epsilon_above(double delta) const {
  const long double left = (delta - infinite_above_ - steps_ * law_error) / std::exp(log_scale_ + steps_ * mass_error);
  if (!(left > 0)) return std::numeric_limits<double>::infinity();
  Advantage advantage;
  from_the_top([&](std::size_t i, long double here, long double untilt) {
    if (advantage.p - here * advantage.q > left) return false;  // δ at this point is more than what is left
    const long double mass = (masses_[i] + error_) * untilt;
    advantage.p += mass;
    advantage.q += mass / here;
    return true;
  });
  // Below the window δ may be more than what is left; its first point is then the answer.
  if (!(advantage.p > left)) return std::max(0.0, formula_up(loss_at(0)));
  const long double epsilon = centre_ + std::log((advantage.p - left) / advantage.q);
  return std::max(0.0, rounded_up(std::max(epsilon, loss_at(0)) + 1e-15L + std::abs(epsilon) * 1e-15L));
}

double LossSum::epsilon_below(double delta) const {
  const long double left = (delta - infinite_below_ + steps_ * law_error) / std::exp(log_scale_ - steps_ * mass_error);
  if (left < 0) return std::numeric_limits<double>::infinity();
  Advantage advantage;
  long double epsilon = 0;
  from_the_top([&](std::size_t i, long double here, long double untilt) {
    const long double lost = outside_ * untilt;
    if (advantage.p - here * advantage.q - lost > left) {
      // Between this point and the next δ(ε) ≥ p − e^ε q − lost.
      epsilon = centre_ + std::log((advantage.p - left - lost) / advantage.q);
      return false;
    }
    const long double mass = std::max(0.0, masses_[i] - error_) * untilt;
    advantage.p += mass;
    advantage.q += mass / here;
    return true;
  });
  return std::max(0.0, rounded_down(epsilon - 1e-15L - std::abs(epsilon) * 1e-15L));
}

double LossSum::delta_above(double epsilon) const {
  const long double at = std::exp(epsilon - centre_);
  long double sum = 0;
  from_the_top([&](std::size_t i, long double here, long double untilt) {
    if (!(here > at)) return false;
    sum += (masses_[i] + error_) * untilt * (1 - at / here);
    return true;
  });
  if (epsilon < loss_at(0)) sum += lost_at(epsilon);
  const long double found = sum * std::exp(log_scale_ + steps_ * mass_error) + infinite_above_ + steps_ * law_error;
  return std::min(1.0, formula_up(found));
}

double LossSum::delta_below(double epsilon) const {
  const long double at = std::exp(epsilon - centre_);
  long double sum = 0;
  from_the_top([&](std::size_t i, long double here, long double untilt) {
    if (!(here > at)) return false;
    sum += std::max(0.0, masses_[i] - error_) * untilt * (1 - at / here);
    return true;
  });
  sum -= lost_at(epsilon);
  const long double found = sum * std::exp(log_scale_ - steps_ * mass_error) + infinite_below_ - steps_ * law_error;
  return std::max(0.0, formula_down(found));
}

}  // namespace sourdine
