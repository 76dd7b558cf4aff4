#include "sourdine/forecast/count_distribution.h"

#include <algorithm>
#include <boost/math/special_functions/beta.hpp>
#include <cmath>

namespace sourdine {
namespace {

// Long doubles cost four times as much for digits that no interval shows.
using Policy = boost::math::policies::policy<boost::math::policies::promote_double<false>>;

// Stands for α = 0: so small an α widens the law by 10⁻¹¹ of its variance at most.
double smallest_overdispersion(double mean) { return 1e-11 / mean; }

}  // namespace

CountDistribution::CountDistribution(double mean, double overdispersion)
    : mean_(mean),
      overdispersion_(std::max(overdispersion, smallest_overdispersion(mean))),
      size_(1 / overdispersion_),
      success_(1 / (1 + overdispersion_ * mean)),
      failure_(overdispersion_ * mean * success_) {}

double CountDistribution::mode() const { return std::max(0.0, std::floor(mean_ * (1 - overdispersion_))); }

double CountDistribution::median() const {
  // A median lies within a standard deviation of the mean (Cantelli).
  double low = std::max(0.0, std::floor(mean_ - standard_deviation()));
  double high = std::ceil(mean_ + standard_deviation());
  while (low < high) {
    const double middle = std::floor(low + (high - low) / 2);
    if (cumulative(middle) >= 0.5) {
      high = middle;
    } else {
      low = middle + 1;
    }
  }
  return high;
}

double CountDistribution::standard_deviation() const { return std::sqrt(mean_ + overdispersion_ * mean_ * mean_); }

// The smaller of p and 1 − p is handed over: Boost computes the other one by a difference.
double CountDistribution::probability(double count) const {
  if (count < 0) return 0;
  const double density = success_ < failure_ ? boost::math::ibeta_derivative(size_, count + 1, success_, Policy())
                                             : boost::math::ibeta_derivative(count + 1, size_, failure_, Policy());
  return density * success_ / (size_ + count);
}

double CountDistribution::cumulative(double count) const {
  if (count < 0) return 0;
  return success_ < failure_ ? boost::math::ibeta(size_, count + 1, success_, Policy())
                             : boost::math::ibetac(count + 1, size_, failure_, Policy());
}

}  // namespace sourdine
