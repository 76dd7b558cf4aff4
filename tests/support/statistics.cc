#include "support/statistics.h"

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/chi_squared.hpp>
#include <numeric>
#include <stdexcept>

namespace sourdine::testing {
namespace {

// A test that could not have failed must not pass.
void require_trials(std::uint64_t n) {
  if (n == 0) throw std::logic_error("a statistical test without a single trial tests nothing");
}

}  // namespace

double binomial_lower_tail(std::uint64_t successes, std::uint64_t n, double p) {
  require_trials(n);
  const boost::math::binomial law(static_cast<double>(n), p);
  return boost::math::cdf(law, static_cast<double>(successes));
}

double binomial_test(std::uint64_t successes, std::uint64_t n, double p) {
  require_trials(n);
  if (p <= 0) return successes == 0 ? 1 : 0;
  if (p >= 1) return successes == n ? 1 : 0;
  const boost::math::binomial law(static_cast<double>(n), p);
  const double lower = boost::math::cdf(law, static_cast<double>(successes));
  const double upper =
      successes == 0 ? 1.0 : boost::math::cdf(boost::math::complement(law, static_cast<double>(successes - 1)));
  return std::min(1.0, 2 * std::min(lower, upper));
}

double chi_squared_test(std::span<const std::uint64_t> observed, std::span<const double> probabilities) {
  const std::uint64_t trials = std::accumulate(observed.begin(), observed.end(), std::uint64_t{0});
  require_trials(trials);
  std::size_t possible = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    if (probabilities[i] > 0) {
      ++possible;
    } else if (observed[i] > 0) {
      return 0;  // what cannot happen has happened
    }
  }
  if (possible == 1) return 1;  // what is certain was seen in every trial
  const auto n = static_cast<double>(trials);
  double statistic = 0;
  double pooled_observed = 0;
  double pooled_expected = 0;
  int cells = 0;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    pooled_observed += static_cast<double>(observed[i]);
    pooled_expected += n * probabilities[i];
    if (pooled_expected >= 5) {
      statistic += (pooled_observed - pooled_expected) * (pooled_observed - pooled_expected) / pooled_expected;
      ++cells;
      pooled_observed = pooled_expected = 0;
    }
  }
  const double rest = pooled_observed - pooled_expected;
  if (pooled_expected > 0) statistic += rest * rest / std::max(pooled_expected, 5.0);
  if (cells < 2) throw std::logic_error("too few trials for a chi-squared test: fewer than two cells expect five");
  return boost::math::cdf(boost::math::complement(boost::math::chi_squared(cells - 1), statistic));
}

}  // namespace sourdine::testing
