#include "sourdine/range/noise.h"

#include <cmath>
#include <numeric>

#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/laplace_table.h"

namespace sourdine {
namespace {

// Fewer numbers than this are drawn in less time than a table takes to make.
constexpr std::size_t table_pays_from = 4096;

}  // namespace

LaplaceScale LaplaceScale::of_budget(std::uint64_t nano, std::uint64_t share, std::uint64_t total,
                                     std::uint64_t sensitivity) {
  const std::uint64_t t = sensitivity * ExactEpsilon::billion * total;
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

}  // namespace sourdine
