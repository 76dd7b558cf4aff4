#include <gtest/gtest.h>

#include <algorithm>
#include <boost/math/distributions/binomial.hpp>
#include <boost/math/distributions/normal.hpp>
#include <cmath>
#include <vector>

#include "sourdine/random/binomial.h"
#include "sourdine/random/fair_binomial.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::chi_squared_test;
using testing::false_alarm;

std::vector<double> binomial_pmf(std::uint64_t n, double p) {
  const boost::math::binomial law(static_cast<double>(n), p);
  std::vector<double> pmf(n + 1);
  for (std::uint64_t x = 0; x <= n; ++x) pmf[x] = boost::math::pdf(law, static_cast<double>(x));
  return pmf;
}

template <class Sample>
std::vector<std::uint64_t> histogram(std::uint64_t largest, int samples, Sample sample) {
  std::vector<std::uint64_t> counts(largest + 1);
  for (int i = 0; i < samples; ++i) ++counts.at(sample());
  return counts;
}

TEST(Binomial, SmallSamplesHaveTheExactLaw) {
  struct Case {
    std::uint64_t n, numerator, denominator;
  };
  const std::vector<Case> cases{{1, 1, 3},  {2, 5, 7},  {5, 1, 100},      {10, 3, 10},   {63, 1, 2},
                                {64, 1, 2}, {65, 2, 3}, {200, 999, 1000}, {1000, 1, 17}, {5000, 123456789, 987654321}};
  SeededBits random(10);
  for (const auto& [n, numerator, denominator] : cases) {
    const auto counts =
        histogram(n, 100000, [&, n = n, a = numerator, b = denominator] { return sample_binomial(random, n, a, b); });
    const double p = static_cast<double>(numerator) / static_cast<double>(denominator);
    EXPECT_GE(chi_squared_test(counts, binomial_pmf(n, p)), false_alarm / static_cast<double>(cases.size())) << n;
  }
}

TEST(Binomial, ThresholdsAreProbabilitiesOver2To64) {
  SeededBits random(11);
  const Threshold p{std::uint64_t{0x4ccccccccccccccd}};  // 0.3
  const auto counts = histogram(20, 100000, [&] { return sample_binomial(random, 20, p); });
  EXPECT_GE(chi_squared_test(counts, binomial_pmf(20, p.probability())), false_alarm);
}

// The rejection path at sizes where every probability can be compared: below N = 256 it decides in 256-bit arithmetic
// every time, from 256 on nearly always by the quick estimate.
TEST(FairBinomial, RejectionHasTheExactLawAtAnySize) {
  struct Case {
    std::uint64_t half;
    int samples;
  };
  const std::vector<Case> cases{{1, 2000}, {2, 2000}, {7, 2000}, {20, 2000}, {2112, 200000}, {6000, 200000}};
  SeededBits random(12);
  for (const auto& [half, samples] : cases) {
    const auto counts =
        histogram(2 * half, samples, [&, half = half] { return detail::sample_even_fair_binomial(random, half); });
    EXPECT_GE(chi_squared_test(counts, binomial_pmf(2 * half, 0.5)), false_alarm / static_cast<double>(cases.size()))
        << half;
  }
}

// Equal cells of the law's distribution function. For n ≥ 2^40 the normal approximation with skewness correction
// (Cornish–Fisher to first order) differs from the law by less than 10^−6 per cell, invisible at 10^5 samples.
double binomial_cdf(double standardised, double n, double p) {
  const boost::math::normal normal;
  const double skewness = (1 - 2 * p) / std::sqrt(n * p * (1 - p));
  return boost::math::cdf(normal, standardised) -
         skewness / 6 * (standardised * standardised - 1) * boost::math::pdf(normal, standardised);
}

TEST(Binomial, HugeSamplesHaveTheRightDistributionFunction) {
  struct Case {
    std::uint64_t n, numerator, denominator;
  };
  const std::uint64_t one = 1;
  const std::vector<Case> cases{{one << 40, 1, 2}, {one << 40, 1, 1000}, {one << 40, 2, 3},
                                {one << 63, 1, 2}, {one << 63, 1, 7},    {one << 63, 999, 1000}};
  constexpr std::size_t cells = 64;
  const std::vector<double> equal(cells, 1.0 / cells);
  SeededBits random(13);
  for (const auto& [n, numerator, denominator] : cases) {
    const double p = static_cast<double>(numerator) / static_cast<double>(denominator);
    const double deviation = std::sqrt(static_cast<double>(n) * p * (1 - p));
    // The mean's integer part is taken off in integers: n·p itself does not fit a double.
    const Wide product = static_cast<Wide>(n) * numerator;
    const auto mean = static_cast<std::uint64_t>(product / denominator);
    const double rest =
        static_cast<double>(static_cast<std::uint64_t>(product % denominator)) / static_cast<double>(denominator);
    std::vector<std::uint64_t> counts(cells);
    double sum_of_squares = 0;
    constexpr int samples = 50000;
    for (int i = 0; i < samples; ++i) {
      const auto offset = static_cast<std::int64_t>(sample_binomial(random, n, numerator, denominator) - mean);
      const double standardised = (static_cast<double>(offset) - rest) / deviation;
      const double u = binomial_cdf(standardised, static_cast<double>(n), p);
      ++counts[std::min(cells - 1, static_cast<std::size_t>(std::max(0.0, u * cells)))];
      sum_of_squares += standardised * standardised;
    }
    EXPECT_GE(chi_squared_test(counts, equal), false_alarm / static_cast<double>(cases.size())) << n << " " << p;
    // Variance: the mean of 50,000 squares has standard deviation √(2/50000); 5.6 of them have false-alarm rate
    // 2·10^−8.
    EXPECT_NEAR(sum_of_squares / samples, 1, 5.6 * std::sqrt(2.0 / samples)) << n << " " << p;
  }
}

TEST(Binomial, TheLowBitOfAHugeSampleIsFair) {
  // A rounded normal approximation would show here: at n = 2^63 doubles lose the low bits.
  SeededBits random(14);
  std::uint64_t odd = 0;
  constexpr std::uint64_t samples = 50000;
  for (std::uint64_t i = 0; i < samples; ++i) odd += sample_binomial(random, std::uint64_t{1} << 63, 1, 3) & 1;
  EXPECT_GE(testing::binomial_test(odd, samples, 0.5), false_alarm);
}

}  // namespace
}  // namespace sourdine
