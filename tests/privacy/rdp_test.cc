#include "sourdine/privacy/rdp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

RdpCurve sampled(double rate, double noise, std::uint64_t times) {
  return repeated(rdp_of(DominatingPair(SampledGaussianPair{.rate = rate, .noise = noise})), times);
}

TEST(Rdp, SampledGaussianIsThatOfTheSum) {
  const RdpCurve curve = sampled(0.01, 1, 1);
  EXPECT_NEAR(curve.at(2), 1.718134221e-4, 1e-13);
  EXPECT_NEAR(curve.at(8), 8.936439076e-4, 1e-13);
  EXPECT_NEAR(curve.at(32), 11.246275937, 1e-9);
}

// Published runs: input perturbation against gradient perturbation, and DP-SGD on 60,000 images.
TEST(Rdp, ReproducesPublishedRuns) {
  const RdpCurve forecasting = sampled(5.0 / 3120, 35, 62400);
  EXPECT_NEAR(epsilon_classic(forecasting, 1e-7).epsilon, 0.06504, 5e-6);
  EXPECT_EQ(epsilon_classic(forecasting, 1e-7).order, 497);
  EXPECT_NEAR(epsilon_improved(forecasting, 1e-7).epsilon, 0.04906, 5e-6);
  const RdpCurve images = sampled(256.0 / 60000, 1.1, 14062);
  EXPECT_NEAR(epsilon_classic(images, 1e-5).epsilon, 3.0091, 5e-5);
  EXPECT_EQ(epsilon_classic(images, 1e-5).order, 9);
  EXPECT_NEAR(epsilon_improved(images, 1e-5).epsilon, 2.5970, 5e-5);
  EXPECT_EQ(epsilon_improved(images, 1e-5).order, 8);
}

TEST(Rdp, ZcdpConversionsAreThoseOfTheFormulas) {
  const Zcdp loss{1.0 / 32};  // σ = 4
  EXPECT_NEAR(epsilon_classic(loss, 1e-5), 1.2308814780, 1e-10);
  EXPECT_NEAR(epsilon_improved(loss, 1e-5), 1.0122866378, 1e-10);
}

// The sums by their definition, term by term.
TEST(Rdp, ClosedFormsAgreeWithTheDivergenceOfTheLaws) {
  const auto divergence = [](const std::vector<double>& p, const std::vector<double>& q, double order) {
    long double sum = 0;
    for (std::size_t i = 0; i < p.size(); ++i) {
      sum += std::pow(static_cast<long double>(p[i]), static_cast<long double>(order)) *
             std::pow(static_cast<long double>(q[i]), 1.0L - order);
    }
    return static_cast<double>(std::log(sum) / (order - 1.0L));
  };
  for (const double epsilon : {0.1, 1.0, 3.0}) {
    const double truth = std::exp(epsilon) / (1 + std::exp(epsilon));
    const RdpCurve response = rdp_of(PureEpsilon{epsilon});
    const FinitePair channel{.p = {truth, 1 - truth}, .q = {1 - truth, truth}};
    const RdpCurve enumerated = rdp_of(DominatingPair(channel));
    for (const double order : {1.5, 2.0, 9.0, 100.0}) {
      const double exact = divergence(channel.p, channel.q, order);
      EXPECT_NEAR(response.at(order), exact, 1e-12 * order);
      EXPECT_GE(response.at(order), exact * (1 - 1e-13));
      EXPECT_NEAR(enumerated.at(order), exact, 1e-12 * order);
    }
  }
  // Laplace noise, its density summed on a fine grid.
  const double epsilon = 0.7;
  const double step = 1e-3;
  for (const double order : {1.5, 2.0, 9.0}) {
    long double sum = 0;
    for (double x = -60 + step / 2; x < 60; x += step) {
      const long double p = epsilon / 2 * std::exp(-epsilon * std::abs(x));
      const long double q = epsilon / 2 * std::exp(-epsilon * std::abs(x - 1));
      sum += std::pow(p, static_cast<long double>(order)) * std::pow(q, 1.0L - order) * step;
    }
    EXPECT_NEAR(rdp_of(DominatingPair(LaplacePair{epsilon})).at(order),
                static_cast<double>(std::log(sum)) / (order - 1), 1e-6);
  }
}

TEST(Rdp, SmallLossesKeepTheirDigits) {
  for (const double epsilon : {1e-3, 1e-6, 1e-9}) {
    for (const double order : {2.0, 30.0}) {
      const double expected = order * epsilon * epsilon / 2;  // the leading term; the next are smaller by ε and (αε)²
      EXPECT_NEAR(rdp_of(PureEpsilon{epsilon}).at(order) / expected, 1, epsilon + order * order * epsilon * epsilon);
      EXPECT_NEAR(rdp_of(DominatingPair(LaplacePair{epsilon})).at(order) / expected, 1,
                  epsilon + order * order * epsilon * epsilon + 1e-8);
    }
  }
}

TEST(Rdp, MomentsAreConvexInTheOrderSoChordsAreUpperBounds) {
  const RdpCurve curve = sampled(0.02, 0.8, 1);
  for (double order = 2; order < 60; ++order) {
    const double below = (order - 1) * curve.at(order);
    const double here = order * curve.at(order + 1);
    const double above = (order + 1) * curve.at(order + 2);
    EXPECT_LE(here, (below + above) / 2 * (1 + 1e-12));
  }
  const RdpCurve gaussian = rdp_of(DominatingPair(GaussianPair{0.5}));
  EXPECT_GE(gaussian.at(2.5), 2.5 * 0.125);
  EXPECT_EQ(gaussian.at(1e9), std::numeric_limits<double>::infinity());
}

TEST(Rdp, ImprovedConversionIsNeverAboveTheClassicOne) {
  for (const double delta : {1e-2, 1e-5, 1e-10}) {
    for (const double shift : {0.01, 0.5, 4.0}) {
      const RdpCurve curve = rdp_of(DominatingPair(GaussianPair{shift}));
      EXPECT_LE(epsilon_improved(curve, delta).epsilon, epsilon_classic(curve, delta).epsilon);
      EXPECT_LE(epsilon_improved(Zcdp{shift * shift / 2}, delta), epsilon_improved(curve, delta).epsilon * (1 + 1e-9));
    }
  }
}

TEST(Rdp, ImpossibleCurvesAndDeltasAreRefused) {
  EXPECT_THROW(RdpCurve({}), Error);
  EXPECT_THROW(RdpCurve({{.order = 1, .epsilon = 1}}), Error);
  EXPECT_THROW(RdpCurve({{.order = 3, .epsilon = 1}, {.order = 2, .epsilon = 1}}), Error);
  EXPECT_THROW(RdpCurve({{.order = 3, .epsilon = -1}}), Error);
  EXPECT_THROW(RdpCurve({{.order = 3, .epsilon = NAN}}), Error);
  EXPECT_THROW(epsilon_classic(rdp_of(Zcdp{1}), 0), Error);
  EXPECT_THROW(epsilon_improved(Zcdp{1}, 1), Error);
}

}  // namespace
}  // namespace sourdine
