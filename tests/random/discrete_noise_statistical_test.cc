#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "random/noise_laws.h"
#include "sourdine/random/discrete_gaussian.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/seeded_bits.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

using testing::chi_squared_test;
using testing::false_alarm;
using testing::NoiseLaw;

template <class Sample>
double law_test(const NoiseLaw& law, int samples, Sample sample) {
  std::vector<std::uint64_t> counts(law.probabilities.size());
  for (int i = 0; i < samples; ++i) ++counts.at(static_cast<std::size_t>(sample() + law.radius));
  return chi_squared_test(counts, law.probabilities);
}

struct Fraction {
  std::uint64_t numerator, denominator;
  double value() const { return static_cast<double>(numerator) / static_cast<double>(denominator); }
};

TEST(DiscreteLaplace, SamplesHaveTheLaw) {
  SeededBits random(60);
  const std::vector<Fraction> scales{{1, 1}, {1, 3}, {3, 2}, {10, 1}, {123457, 10000}, {1000, 1}};
  for (const Fraction& scale : scales) {
    EXPECT_GE(law_test(testing::discrete_laplace_law(scale.value()), 200000,
                       [&] { return sample_discrete_laplace(random, scale.numerator, scale.denominator); }),
              false_alarm / static_cast<double>(scales.size()))
        << scale.value();
  }
}

// At this size the law is the continuous one to 10^−7 per cell.
template <class Sample, class Cdf>
double wide_test(Sample sample, Cdf cdf) {
  constexpr std::size_t cells = 100;
  std::vector<std::uint64_t> counts(cells);
  for (int i = 0; i < 100000; ++i) {
    ++counts[std::min(cells - 1, static_cast<std::size_t>(cdf(static_cast<double>(sample())) * cells))];
  }
  return chi_squared_test(counts, std::vector<double>(cells, 1.0 / cells));
}

TEST(DiscreteLaplace, HugeScalesHaveTheContinuousLaw) {
  SeededBits random(62);
  EXPECT_GE(wide_test([&] { return sample_discrete_laplace(random, std::uint64_t{1} << 53, 1); },
                      [](double x) {
                        const double tail = std::exp(-std::abs(x) * 0x1p-53) / 2;
                        return x < 0 ? tail : 1 - tail;
                      }),
            false_alarm);
}

TEST(DiscreteGaussian, SamplesHaveTheLaw) {
  SeededBits random(63);
  const std::vector<Fraction> variances{{1, 1}, {1, 4}, {9, 2}, {100, 1}, {123457, 10000}, {1000000, 1}};
  for (const Fraction& variance : variances) {
    EXPECT_GE(law_test(testing::discrete_gaussian_law(variance.value()), 200000,
                       [&] { return sample_discrete_gaussian(random, variance.numerator, variance.denominator); }),
              false_alarm / static_cast<double>(variances.size()))
        << variance.value();
  }
}

TEST(DiscreteGaussian, HugeScalesHaveTheContinuousLaw) {
  SeededBits random(64);
  EXPECT_GE(wide_test([&] { return sample_discrete_gaussian(random, gaussian_limit, 1); },
                      [](double x) { return std::erfc(-x * 0x1p-24 / std::sqrt(2.0)) / 2; }),
            false_alarm);
}

}  // namespace
}  // namespace sourdine
