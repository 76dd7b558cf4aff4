#include "sourdine/privacy/gaussian.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/privacy/distribution/loss_distribution.h"
#include "sourdine/privacy/rdp.h"

namespace sourdine {
namespace {

struct NoiseVector {
  double epsilon;
  double delta;
  double classic;
  double exact;
};

// Sensitivity 1.
TEST(Gaussian, NoiseIsThatOfTheFormulas) {
  for (const auto& [epsilon, delta, classic, exact] :
       {NoiseVector{1, 1e-5, 4.8448052626, 3.7306316348}, NoiseVector{0.5, 1e-5, 9.6896105252, 7.0318266756},
        NoiseVector{1, 1e-6, 5.2988025269, 4.2246788893}, NoiseVector{0.1, 1e-7, 57.1685913807, 41.3294516128}}) {
    EXPECT_NEAR(gaussian_sigma_classic(1, epsilon, delta), classic, 1e-10);
    EXPECT_NEAR(gaussian_sigma(1, epsilon, delta), exact, 1e-10);
  }
  EXPECT_NEAR(gaussian_sigma(1, 4, 1e-5), 1.0811618495, 1e-10);
  EXPECT_THROW(gaussian_sigma_classic(1, 4, 1e-5), Error);
  EXPECT_EQ(laplace_scale(2, 0.5), 4.000000000000001);  // rounded up
}

TEST(Gaussian, TheLeastNoiseKeepsDeltaAndLittleLessDoesNot) {
  for (const double epsilon : {0.01, 0.3, 1.0, 7.0}) {
    for (const double delta : {1e-3, 1e-7, 1e-12}) {
      const double sigma = gaussian_sigma(1, epsilon, delta);
      EXPECT_LE(gaussian_delta(1 / sigma, epsilon), delta);
      EXPECT_GT(gaussian_delta(1 / (sigma * (1 - 1e-9)), epsilon), delta);
    }
  }
}

// σ = 4, δ = 1e-5: the exact ε, which ρ and its conversions (rdp_test.cc) only near from above.
TEST(Gaussian, TheExactEpsilonIsThatOfTheFormula) {
  EXPECT_NEAR(gaussian_delta(0.25, 0.9263415040), 1e-5, 1e-14);
  const LossBounds bounds = PrivacyLossDistribution(GaussianPair{0.25}).epsilon_at(1e-5);
  EXPECT_LE(bounds.lower, 0.9263415041);
  EXPECT_GE(bounds.upper, 0.9263415039);
  EXPECT_LT(bounds.upper - bounds.lower, 1e-3 * bounds.upper);
}

TEST(Gaussian, HugeEpsilonDoesNotOverflow) {
  EXPECT_LE(gaussian_delta(300, 46800), 1e-8);
  EXPECT_GT(gaussian_delta(300, 46300), 1e-6);
  EXPECT_LE(gaussian_delta(300, 1e6), 1e-300);
}

TEST(Gaussian, ImpossibleNoiseIsRefused) {
  EXPECT_THROW(gaussian_sigma(1, 1, 0), Error);
  EXPECT_THROW(gaussian_sigma(1, 1, 1), Error);
  EXPECT_THROW(gaussian_sigma(0, 1, 0.1), Error);
  EXPECT_THROW(gaussian_sigma(1, -1, 0.1), Error);
  EXPECT_THROW(gaussian_sigma(1, NAN, 0.1), Error);
}

}  // namespace
}  // namespace sourdine
