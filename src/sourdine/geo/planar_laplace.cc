#include "sourdine/geo/planar_laplace.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "sourdine/base/error.h"
#include "sourdine/random/integer_sqrt.h"
#include "sourdine/random/laplace_table.h"
#include "sourdine/random/real_bernoulli.h"
#include "sourdine/random/weighed_branches.h"

namespace sourdine {
namespace {

std::uint64_t magnitude(std::int64_t number) {
  return number < 0 ? std::uint64_t{0} - static_cast<std::uint64_t>(number) : static_cast<std::uint64_t>(number);
}

// e^−(ε·√(x²+y²) − (|x|+|y|)·s/t), with which a proposal is kept.
struct KeepProbability {
  std::uint64_t numerator, s;
  std::uint64_t x, y;

  // √ and both products are rounded to 2^−53 of at most 2^10: the exponent errs by less than 2^−40.
  double estimate() const {
    const auto a = static_cast<double>(x), b = static_cast<double>(y);
    const double far = static_cast<double>(numerator) * 0x1p-52 * std::sqrt(a * a + b * b);
    if (!(far < 1024)) return std::numeric_limits<double>::quiet_NaN();
    return std::exp(static_cast<double>(s) * 0x1p-52 * (a + b) - far);
  }

  // x, y < 2^63: both terms are below 2^68, and their roundings of 2^−bits of that far inside what is allowed.
  template <unsigned bits>
  detail::Real<bits> log() const {
    using Number = detail::Real<bits>;
    const Number distance = sqrt(Number(x) * x + Number(y) * y);
    return ldexp(Number(s) * (Number(x) + y) - Number(numerator) * distance, -static_cast<int>(StepEpsilon::shift));
  }
};

// a + b, or the end of the numbers that is nearer.
std::int64_t add_capped(std::int64_t a, std::int64_t b) {
  std::int64_t sum = 0;
  if (!__builtin_add_overflow(a, b, &sum)) return sum;
  return a < 0 ? -std::numeric_limits<std::int64_t>::max() : std::numeric_limits<std::int64_t>::max();
}

}  // namespace

StepEpsilon StepEpsilon::not_above(double epsilon) {
  if (!(epsilon >= 0x1p-30 && epsilon <= 16)) {
    fail_input(fmt::format("epsilon is {} per step of the grid, and must be from 1e-9 to 16", epsilon),
               "A step of the grid should be some hundredths of the radius: choose another one.");
  }
  // Both factors are exact, so the product is rounded nowhere but here.
  return {static_cast<std::uint64_t>(std::floor(epsilon * 0x1p52))};
}

PlanarLaplace::PlanarLaplace(StepEpsilon epsilon)
    : epsilon_(epsilon), scale_s_(integer_sqrt(static_cast<Wide>(epsilon.numerator) * epsilon.numerator / 2)) {
  if (scale_s_ == 0) fail_input("epsilon per step of the grid must be greater than 0");
  if (LaplaceTable::fits(scale_t, scale_s_)) table_ = std::make_unique<const LaplaceTable>(scale_t, scale_s_);
}

PlanarLaplace::~PlanarLaplace() = default;

bool PlanarLaplace::is_kept(Random& random, GridPoint offset) const {
  return detail::sample_real_bernoulli(
      random, KeepProbability{epsilon_.numerator, scale_s_, magnitude(offset.x), magnitude(offset.y)});
}

bool PlanarLaplace::is_kept(WeighedBranches& chance, GridPoint offset) const {
  const Exact x = offset.x, y = offset.y;
  const Exact exponent = Exact(epsilon_.numerator) * sqrt(x * x + y * y) - Exact(scale_s_) * (abs(x) + abs(y));
  return chance.bernoulli_real(exp(-ldexp(exponent, -static_cast<int>(StepEpsilon::shift))));
}

void PlanarLaplace::move(Random& random, std::span<GridPoint> points) const {
  constexpr std::size_t batch = 256;
  std::array<std::int64_t, 2 * batch> proposed{};
  std::size_t done = 0;
  while (done < points.size()) {
    // As many as are likely needed: what is proposed beyond the last point is drawn for nothing.
    const std::size_t tries = std::min(batch, points.size() - done);
    proposed.fill(0);
    const std::span<std::int64_t> numbers(proposed.data(), 2 * tries);
    if (table_) {
      table_->add(random, numbers);
    } else {
      for (std::int64_t& number : numbers) number = sample_discrete_laplace(random, scale_t, scale_s_);
    }
    for (std::size_t i = 0; i < tries; ++i) {
      const GridPoint offset{proposed[2 * i], proposed[2 * i + 1]};
      if (!is_kept(random, offset)) continue;
      GridPoint& point = points[done++];
      point = {add_capped(point.x, offset.x), add_capped(point.y, offset.y)};
    }
  }
}

}  // namespace sourdine
