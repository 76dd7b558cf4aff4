#include "sourdine/range/noise.h"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <numeric>

#include "sourdine/base/error.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/laplace_table.h"

namespace sourdine {
namespace {

constexpr std::uint64_t nano_per_unit = 1'000'000'000;

// Fewer numbers than this are drawn in less time than a table takes to make.
constexpr std::size_t table_pays_from = 4096;

}  // namespace

LaplaceScale LaplaceScale::of_budget(std::uint64_t nano, std::uint64_t share, std::uint64_t total,
                                     std::uint64_t sensitivity) {
  const std::uint64_t t = sensitivity * nano_per_unit * total;
  const std::uint64_t s = nano * share;
  const std::uint64_t common = std::gcd(t, s);
  return {t / common, s / common};
}

double LaplaceScale::variance() const {
  const double half = std::sinh(static_cast<double>(s) / static_cast<double>(t) / 2);
  return 1 / (2 * half * half);
}

LaplaceNoise::LaplaceNoise(Random& random) : random_(random) {}
LaplaceNoise::~LaplaceNoise() = default;

void LaplaceNoise::add(std::span<std::int64_t> numbers, const LaplaceScale& scale) {
  if (numbers.size() < table_pays_from || !LaplaceTable::fits(scale.t, scale.s)) {
    for (std::int64_t& number : numbers) number += sample_discrete_laplace(random_, scale.t, scale.s);
    return;
  }
  if (!(table_scale_ == scale)) {
    table_ = std::make_unique<const LaplaceTable>(scale.t, scale.s);
    table_scale_ = scale;
  }
  table_->add(random_, numbers);
}

std::uint64_t spendable_nano(double epsilon) {
  if (!(epsilon > 0) || !(epsilon <= 1e6)) {
    fail_input(fmt::format("epsilon must be a number greater than 0 and at most 10^6, not {}", epsilon));
  }
  const double scaled = epsilon * static_cast<double>(nano_per_unit);
  const double near = std::round(scaled);
  const double rounding = 4 * std::numeric_limits<double>::epsilon() * scaled;
  const double whole = std::abs(scaled - near) <= rounding ? near : std::floor(scaled);
  if (whole < 1) fail_input(fmt::format("epsilon {} is less than the least that can be spent, 10^-9", epsilon));
  return static_cast<std::uint64_t>(whole);
}

}  // namespace sourdine
