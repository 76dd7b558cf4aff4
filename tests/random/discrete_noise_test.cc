#include <gtest/gtest.h>

#include <cmath>

#include "random/noise_enumeration.h"
#include "random/noise_laws.h"
#include "sourdine/base/error.h"
#include "sourdine/random/discrete_gaussian.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using testing::discrete_gaussian_law;
using testing::discrete_laplace_law;
using testing::NoiseLaw;

// The vectors of methods E2: they hold for the laws that the samplers are compared with, here and statistically.
TEST(DiscreteLaplace, LawHasTheKnownValues) {
  const NoiseLaw law = discrete_laplace_law(1);
  EXPECT_NEAR(law.at(0), 0.4621171573, 5e-11);
  EXPECT_NEAR(law.at(1), 0.1700034016, 5e-11);
  EXPECT_NEAR(law.at(1) / law.at(0), 0.3678794412, 5e-11);
  EXPECT_NEAR(law.variance(), 1.8413471884, 5e-11);
}

// The sampler's own code, enumerated, has the law.
template <class Sample>
void expect_enumerated(const NoiseLaw& law, Sample sample) {
  const auto enumerated = testing::enumerate_noise(sample);
  double variance = 0;
  for (const auto& [x, probability] : enumerated) {
    EXPECT_NEAR(probability, std::abs(x) <= law.radius ? law.at(x) : 0, 1e-11) << x;
    variance += static_cast<double>(x * x) * probability;
  }
  EXPECT_NEAR(variance, law.variance(), 1e-9);
}

TEST(DiscreteLaplace, EnumerationOfTheSamplerGivesTheLaw) {
  expect_enumerated(discrete_laplace_law(1), [](auto& chance) { return sample_discrete_laplace(chance, 1, 1); });
  expect_enumerated(discrete_laplace_law(1.5), [](auto& chance) { return sample_discrete_laplace(chance, 3, 2); });
  expect_enumerated(discrete_laplace_law(0.4), [](auto& chance) { return sample_discrete_laplace(chance, 2, 5); });
  expect_enumerated(discrete_laplace_law(7), [](auto& chance) { return sample_discrete_laplace(chance, 7, 1); });
}

TEST(DiscreteLaplace, RefusesScalesOutsideItsLimits) {
  SeededBits random(50);
  EXPECT_THROW(sample_discrete_laplace(random, 0, 1), Error);
  EXPECT_THROW(sample_discrete_laplace(random, 1, 0), Error);
  EXPECT_THROW(sample_discrete_laplace(random, (std::uint64_t{1} << 53) + 1, 1), Error);
  EXPECT_NO_THROW(sample_discrete_laplace(random, std::uint64_t{1} << 53, 1));
  EXPECT_NO_THROW(sample_discrete_laplace(random, ~std::uint64_t{0}, std::uint64_t{1} << 11));
  EXPECT_EQ(sample_discrete_laplace(random, 1, ~std::uint64_t{0}), 0);
}

TEST(DiscreteGaussian, LawHasTheKnownValues) {
  const NoiseLaw one = discrete_gaussian_law(1);
  EXPECT_NEAR(one.at(0), 0.3989422783, 5e-11);
  EXPECT_NEAR(one.at(1), 0.2419707232, 5e-11);
  EXPECT_NEAR(one.variance(), 0.9999997888, 5e-11);
  const NoiseLaw half = discrete_gaussian_law(0.25);
  EXPECT_NEAR(half.at(0), 0.7865707070, 5e-11);
  EXPECT_NEAR(half.variance(), 0.2150126751, 5e-11);
}

TEST(DiscreteGaussian, EnumerationOfTheSamplerGivesTheLaw) {
  expect_enumerated(discrete_gaussian_law(1), [](auto& chance) { return sample_discrete_gaussian(chance, 1, 1); });
  expect_enumerated(discrete_gaussian_law(0.25), [](auto& chance) { return sample_discrete_gaussian(chance, 1, 4); });
  expect_enumerated(discrete_gaussian_law(2.75), [](auto& chance) { return sample_discrete_gaussian(chance, 11, 4); });
  expect_enumerated(discrete_gaussian_law(9), [](auto& chance) { return sample_discrete_gaussian(chance, 9, 1); });
}

TEST(DiscreteGaussian, RefusesVariancesOutsideItsLimits) {
  SeededBits random(51);
  EXPECT_THROW(sample_discrete_gaussian(random, 0, 1), Error);
  EXPECT_THROW(sample_discrete_gaussian(random, 1, 0), Error);
  EXPECT_THROW(sample_discrete_gaussian(random, gaussian_limit + 1, 1), Error);
  EXPECT_THROW(sample_discrete_gaussian(random, 1, gaussian_limit + 1), Error);
  EXPECT_NO_THROW(sample_discrete_gaussian(random, gaussian_limit, 1));
  EXPECT_NO_THROW(sample_discrete_gaussian(random, gaussian_limit, gaussian_limit));
  EXPECT_EQ(sample_discrete_gaussian(random, 1, gaussian_limit), 0);
}

// A Chance that says yes to every e^−γ and remembers the γ.
struct Yes {
  std::vector<Wide> numerators;
  Wide denominator = 0;

  bool bernoulli(Threshold) { return true; }
  bool bernoulli(std::uint64_t, std::uint64_t) { return true; }
  std::uint64_t below(std::uint64_t) { return 0; }
  std::uint64_t public_word() { return 0; }
};
bool bernoulli_exp(Yes& chance, Wide numerator, Wide denominator) {
  chance.numerators.push_back(numerator);
  chance.denominator = denominator;
  return chance.numerators.size() < 5;
}

// Squares that do not fit in 128 bits are taken in parts; none of them overflows, and a part is as large as fits.
TEST(DiscreteGaussian, LargeSquaresAreTakenInParts) {
  Yes small;
  EXPECT_TRUE(detail::bernoulli_exp_square(small, 1'000'000'007, 3));
  EXPECT_EQ(small.numerators, std::vector<Wide>{static_cast<Wide>(1'000'000'007) * 1'000'000'007});
  Yes large;
  const Wide a = (static_cast<Wide>(1) << 65) + 3;
  EXPECT_FALSE(detail::bernoulli_exp_square(large, a, 3));
  ASSERT_EQ(large.numerators.size(), 5);
  const Wide part = large.numerators.front() / a;
  EXPECT_EQ(large.numerators.front(), a * part);
  EXPECT_EQ(part, ~Wide{0} / a);
}

}  // namespace
}  // namespace sourdine
