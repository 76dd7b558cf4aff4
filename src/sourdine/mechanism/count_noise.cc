#include "sourdine/mechanism/count_noise.h"

#include <cmath>
#include <limits>
#include <mutex>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/privacy/rounding.h"
#include "sourdine/random/gaussian_table.h"
#include "sourdine/random/laplace_table.h"

namespace sourdine {
namespace {

// Fewer numbers than this are drawn in less time than a table takes to make.
constexpr std::size_t bulk_pays_from = 4096;

// a·b/c: the least double that is not below it, or, where the product is beyond 2^64, one that is little above.
double product_quotient_up(std::uint64_t a, std::uint64_t b, std::uint64_t c) {
  const Wide product = static_cast<Wide>(a) * b;
  if (product >> 64 == 0) return quotient_up(static_cast<std::uint64_t>(product), c);
  return formula_up(static_cast<long double>(product) / static_cast<long double>(c));
}

}  // namespace

CountSensitivity CountSensitivity::of_unit(std::uint64_t bound, Neighbours neighbours) {
  if (bound == 0 || bound > 1'000'000) {
    fail_input("the bound on what one unit adds to the counts must be a whole number from 1 to 1000000");
  }
  const std::uint64_t factor = neighbours == Neighbours::add_remove ? 1 : 2;
  return {.l1 = factor * bound, .l2_squared = factor * bound * bound};
}

CountSensitivity CountSensitivity::in_levels(std::uint64_t levels) const {
  if (levels == 0 || levels > 1000) fail_input("counts can be repeated in 1 to 1000 levels");
  return {.l1 = levels * l1, .l2_squared = levels * l2_squared};
}

std::int64_t CountNoise::quantile(double miss) const {
  if (!(miss > 0 && miss < 1)) fail_input("the share of intervals that may miss must be between 0 and 1");
  std::int64_t too_small = -1;
  std::int64_t enough = 1;
  while (tail(enough + 1) > miss) {
    too_small = enough;
    if (enough > std::numeric_limits<std::int64_t>::max() / 4) return enough;
    enough *= 2;
  }
  while (enough - too_small > 1) {
    const std::int64_t middle = too_small + (enough - too_small) / 2;
    (tail(middle + 1) > miss ? too_small : enough) = middle;
  }
  return enough;
}

struct DiscreteLaplace::Bulk {
  std::once_flag once;
  std::optional<LaplaceTable> table;
};

DiscreteLaplace::DiscreteLaplace(LaplaceScale scale) : scale_(scale), bulk_(std::make_unique<Bulk>()) {
  if (scale.t == 0 || scale.s == 0 || scale.t > static_cast<Wide>(scale.s) << 53) {
    fail_input("the scale of discrete Laplace noise must be a fraction greater than 0 and at most 2^53");
  }
}
DiscreteLaplace::~DiscreteLaplace() = default;

void DiscreteLaplace::add(Random& random, std::span<std::int64_t> numbers) const {
  if (numbers.size() < bulk_pays_from || !LaplaceTable::fits(scale_.t, scale_.s)) {
    for (std::int64_t& number : numbers) number += sample(random);
    return;
  }
  std::call_once(bulk_->once, [this] { bulk_->table.emplace(scale_.t, scale_.s); });
  bulk_->table->add(random, numbers);
}

double DiscreteLaplace::tail(std::int64_t x) const {
  if (x <= 0) return 1;
  // The exponent errs by a few units in the last place, that is its size times as much in the power.
  const long double step = static_cast<long double>(scale_.s) / static_cast<long double>(scale_.t);
  const long double exponent = step * static_cast<long double>(x) * (1 - formula_slack);
  return std::min(1.0, formula_up(2 * std::exp(-exponent) / (1 + std::exp(-step * (1 + formula_slack)))));
}

PrivacyLoss DiscreteLaplace::loss(const CountSensitivity& sensitivity) const {
  return PureEpsilon{product_quotient_up(sensitivity.l1, scale_.s, scale_.t)};
}

struct DiscreteGaussian::Bulk {
  std::once_flag once;
  std::optional<GaussianTable> table;
};

DiscreteGaussian::DiscreteGaussian(SigmaSquared sigma_squared) : law_(sigma_squared), bulk_(std::make_unique<Bulk>()) {}
DiscreteGaussian::~DiscreteGaussian() = default;

void DiscreteGaussian::add(Random& random, std::span<std::int64_t> numbers) const {
  const SigmaSquared variance = sigma_squared();
  if (numbers.size() < bulk_pays_from || !GaussianTable::fits(variance.numerator, variance.denominator)) {
    for (std::int64_t& number : numbers) number += sample(random);
    return;
  }
  std::call_once(bulk_->once, [&] { bulk_->table.emplace(variance.numerator, variance.denominator); });
  bulk_->table->add(random, numbers);
}

PrivacyLoss DiscreteGaussian::loss(const CountSensitivity& sensitivity) const {
  const auto [numerator, denominator] = sigma_squared();
  return Zcdp{product_quotient_up(sensitivity.l2_squared, denominator, 2 * numerator)};
}

}  // namespace sourdine
