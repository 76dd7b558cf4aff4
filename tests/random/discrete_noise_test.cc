#include <gtest/gtest.h>

#include <cmath>

#include "random/noise_enumeration.h"
#include "random/noise_laws.h"
#include "sourdine/base/error.h"
#include "sourdine/random/discrete_laplace.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

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

}  // namespace
}  // namespace sourdine
