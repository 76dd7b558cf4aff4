#include "sourdine/privacy/distribution/discretize.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/privacy/distribution/fourier.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

long double exact_hockey_stick(const LossLaw& law, long double epsilon) {
  long double sum = law.infinite;
  for (const LossAtom& atom : law.atoms) sum += atom.p * std::max(0.0L, -std::expm1(epsilon - atom.loss));
  if (law.tails) {
    const LossTails tails = law.tails(epsilon);
    sum += tails.p_above - std::exp(epsilon) * tails.q_above;
  }
  return sum;
}

long double hockey_stick(const LossMasses& masses, long double epsilon) {
  long double sum = masses.infinite;
  for (std::size_t i = 0; i < masses.masses.size(); ++i) {
    const long double loss = masses.first + static_cast<long double>(i) * masses.step;
    sum += masses.masses[i] * std::max(0.0L, -std::expm1(epsilon - loss));
  }
  return sum;
}

std::vector<DominatingPair> pairs() {
  return {ResponsePair{.epsilon = 0.7},
          ResponsePair{.epsilon = 0.7, .delta = 1e-3},
          ResponsePair{},
          LaplacePair{0.4},
          GaussianPair{0.3},
          GaussianPair{5},
          SampledGaussianPair{.rate = 0.01, .noise = 1},
          SampledGaussianPair{.rate = 0.001, .noise = 0.4},
          SampledGaussianPair{.rate = 0.7, .noise = 3},
          FinitePair{.p = {0.2, 0.3, 0.5, 0}, .q = {0.25, 0.5, 0.2, 0.05}}};
}

TEST(Discretize, TheCurveLiesBetweenItsTwoDiscretisations) {
  for (const DominatingPair& pair : pairs()) {
    for (const Direction direction : {Direction::forward, Direction::backward}) {
      const LossLaw law = loss_law(pair, direction);
      for (const double step : {0.3, 0.037, 0.001}) {
        const LossBracket bracket = discretized(law, step, 1e-12L);
        for (long double epsilon = -3; epsilon < 3; epsilon += step < 0.01 ? 0.1171L : 0.01171L) {
          const long double exact = exact_hockey_stick(law, epsilon);
          ASSERT_GE(hockey_stick(bracket.above, epsilon), exact - 1e-15L)
              << name_of(pair) << " step " << step << " at " << static_cast<double>(epsilon);
          ASSERT_LE(hockey_stick(bracket.below, epsilon), exact + 1e-15L)
              << name_of(pair) << " step " << step << " at " << static_cast<double>(epsilon);
        }
      }
    }
  }
}

// Both are off by the second order of the step where there is a density: a tenth of the step, a hundredth of the gap.
TEST(Discretize, TheGapShrinksWithTheSquareOfTheStep) {
  for (const DominatingPair& pair : {DominatingPair(GaussianPair{0.3}), DominatingPair(LaplacePair{0.4})}) {
    const LossLaw law = loss_law(pair, Direction::forward);
    const auto widest = [&](double step) {
      const LossBracket bracket = discretized(law, step, 1e-15L);
      long double gap = 0;
      for (long double epsilon = -0.35L; epsilon < 0.35L; epsilon += 0.0011L) {
        gap = std::max(gap, hockey_stick(bracket.above, epsilon) - hockey_stick(bracket.below, epsilon));
      }
      return gap;
    };
    EXPECT_LT(widest(0.004), widest(0.04) / 50) << name_of(pair);
  }
}

TEST(Discretize, MassesAreALaw) {
  for (const DominatingPair& pair : pairs()) {
    const LossBracket bracket = discretized(loss_law(pair, Direction::forward), 0.01, 1e-12L);
    long double above = bracket.above.infinite;
    long double below = bracket.below.infinite;
    for (const double mass : bracket.above.masses) {
      ASSERT_GE(mass, 0);
      above += mass;
    }
    for (const double mass : bracket.below.masses) {
      ASSERT_GE(mass, 0);
      below += mass;
    }
    EXPECT_NEAR(static_cast<double>(above), 1, 1e-12) << name_of(pair);
    EXPECT_LE(below, 1);
    EXPECT_GT(below, 0.95L) << name_of(pair);
  }
}

TEST(Fourier, PowersAreWithinTheirErrorOfTheConvolution) {
  SeededBits random(1);
  CyclicFactor a{.masses = std::vector<double>(23), .times = 5};
  CyclicFactor b{.masses = std::vector<double>(140), .times = 1};
  for (CyclicFactor* factor : {&a, &b}) {
    double sum = 0;
    for (double& mass : factor->masses) sum += mass = static_cast<double>(random.below(1'000'000));
    for (double& mass : factor->masses) mass /= sum;
  }
  constexpr std::size_t length = 96;  // shorter than the sum's range: it wraps around
  std::vector<long double> exact(length);
  exact[0] = 1;
  for (const CyclicFactor& factor : {a, b}) {
    for (std::uint64_t i = 0; i < factor.times; ++i) {
      std::vector<long double> next(length);
      for (std::size_t k = 0; k < length; ++k) {
        for (std::size_t j = 0; j < factor.masses.size(); ++j) next[(k + j) % length] += exact[k] * factor.masses[j];
      }
      exact = next;
    }
  }
  const std::vector<CyclicFactor> factors{a, b};
  const CyclicProduct found = cyclic_product(factors, length);
  EXPECT_LT(found.error, 1e-12);
  for (std::size_t k = 0; k < length; ++k) EXPECT_LE(std::abs(found.masses[k] - exact[k]), found.error);
  EXPECT_GE(cyclic_length(1000), 1000U);
  EXPECT_LE(cyclic_length(1000), 1300U);
}

}  // namespace
}  // namespace sourdine
