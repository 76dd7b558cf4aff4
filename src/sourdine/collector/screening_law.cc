#include "sourdine/collector/screening_law.h"

#include <fmt/format.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <cmath>
#include <numeric>

namespace sourdine {
namespace {

// a·ln(a/p) without cancellation near a = p.
double share_divergence(double a, double p) {
  if (a <= 0) return 0;
  return a * (std::abs(a - p) < p / 2 ? std::log1p((a - p) / p) : std::log(a / p));
}

double coin_divergence(double a, double p) {
  return std::max(0.0, share_divergence(a, p) + share_divergence(1 - a, 1 - p));
}

double binomial_bound(double n, double p, double x) { return std::exp(-n * coin_divergence(x / n, p)); }

// e^(−t·x)·E[e^(t·X)] at its smallest over t on the side of x; any t gives a bound.
double two_binomials_bound(const TwoBinomials& law, double x) {
  const auto tilted = [](double p, double t) { return p / (p + (1 - p) * std::exp(-t)); };
  const auto growth = [](double p, double t) { return std::log1p(p * std::expm1(t)); };
  constexpr double widest = 100;
  double low = x < law.mean() ? -widest : 0, high = x < law.mean() ? 0 : widest;
  constexpr int halvings = 80;
  for (int i = 0; i < halvings; ++i) {
    const double middle = (low + high) / 2;
    const bool is_below = law.n1 * tilted(law.p1, middle) + law.n2 * tilted(law.p2, middle) < x;
    (is_below ? low : high) = middle;
  }
  const double t = (low + high) / 2;
  return std::min(1.0, std::exp(law.n1 * growth(law.p1, t) + law.n2 * growth(law.p2, t) - t * x));
}

}  // namespace

double binomial_at_least(double n, double p, double x) {
  if (x <= n * p) return 1;
  return p <= 0 ? 0 : binomial_bound(n, p, x);
}

double binomial_at_most(double n, double p, double x) {
  if (x >= n * p) return 1;
  return p >= 1 ? 0 : binomial_bound(n, p, x);
}

double TwoBinomials::at_least(double x) const { return x <= mean() ? 1 : two_binomials_bound(*this, x); }
double TwoBinomials::at_most(double x) const { return x >= mean() ? 1 : two_binomials_bound(*this, x); }

double histogram_bound(std::span<const double> law, std::span<const std::uint64_t> counts) {
  const auto n = static_cast<double>(std::accumulate(counts.begin(), counts.end(), std::uint64_t{0}));
  if (n == 0) return 1;
  const auto bins = static_cast<double>(std::count_if(law.begin(), law.end(), [](double share) { return share > 0; }));
  double rarest = 1, divergence = 0;
  for (std::size_t i = 0; i < law.size(); ++i) {
    const auto count = static_cast<double>(counts[i]);
    if (law[i] <= 0 && counts[i] != 0) return 0;
    if (law[i] <= 0) continue;
    rarest = std::min({rarest, binomial_at_least(n, law[i], count), binomial_at_most(n, law[i], count)});
    divergence += n * share_divergence(count / n, law[i]);
  }
  double smallest = 2 * bins * rarest;  // either tail of any bin
  const double freedom = bins - 1;
  if (freedom > 0 && divergence > freedom) {
    smallest = std::min(smallest, std::exp(freedom - divergence + freedom * std::log(divergence / freedom)));
  }
  return std::min(1.0, 2 * smallest);
}

OnesLaw::OnesLaw(std::uint64_t bits, double yes, double no) : bits_(bits) {
  const auto others = static_cast<double>(bits - 1);
  std::uint64_t last = bits;
  if (bits + 1 > max_bins) {
    const TwoBinomials ones{1, yes, others, no};
    const double spread = std::sqrt(ones.variance());
    constexpr double reach = 8;  // standard deviations on both sides
    width_ = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(std::ceil(2 * reach * spread / (max_bins - 2))));
    low_ = static_cast<std::uint64_t>(std::max(1.0, std::floor(ones.mean() - reach * spread)));
    last = max_bins - 1;
  }
  const boost::math::binomial_distribution<double> lies(others, no);
  const auto mass = [&](std::uint64_t ones) {
    double sum = 0;
    if (ones < bits) sum += (1 - yes) * boost::math::pdf(lies, static_cast<double>(ones));
    if (ones > 0 && ones <= bits) sum += yes * boost::math::pdf(lies, static_cast<double>(ones - 1));
    return sum;
  };
  // Pr[at most that many ones]
  const auto at_most = [&](std::uint64_t ones) {
    double sum = ones < bits ? (1 - yes) * boost::math::cdf(lies, static_cast<double>(ones)) : 1 - yes;
    if (ones > 0) sum += yes * boost::math::cdf(lies, static_cast<double>(std::min(ones, bits) - 1));
    return sum;
  };
  const auto more_than = [&](std::uint64_t ones) {
    double sum = 0;
    if (ones + 1 < bits) sum += (1 - yes) * boost::math::cdf(complement(lies, static_cast<double>(ones)));
    if (ones == 0) return sum + yes;
    if (ones < bits) sum += yes * boost::math::cdf(complement(lies, static_cast<double>(ones - 1)));
    return sum;
  };
  law_.push_back(at_most(low_ - 1));
  for (std::uint64_t stretch = 1; stretch < last; ++stretch) {
    double sum = 0;
    const std::uint64_t first = low_ + (stretch - 1) * width_;
    for (std::uint64_t ones = first; ones < first + width_; ++ones) sum += mass(ones);
    law_.push_back(sum);
  }
  law_.push_back(more_than(low_ + (last - 1) * width_ - 1));
}

std::string OnesLaw::name(std::size_t bin) const {
  if (bin == 0) return low_ == 1 ? "no ones" : fmt::format("at most {} ones", low_ - 1);
  const std::uint64_t first = low_ + (bin - 1) * width_;
  if (bin + 1 == law_.size() && first < bits_) return fmt::format("at least {} ones", first);
  if (width_ > 1) return fmt::format("{} to {} ones", first, first + width_ - 1);
  return first == 1 ? "1 one" : fmt::format("{} ones", first);
}

}  // namespace sourdine
