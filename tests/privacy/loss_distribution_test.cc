#include "sourdine/privacy/distribution/loss_distribution.h"

#include <gtest/gtest.h>

#include <cmath>
#include <functional>
#include <optional>

#include "sourdine/base/error.h"
#include "sourdine/privacy/accountants.h"
#include "sourdine/privacy/gaussian.h"
#include "sourdine/privacy/rdp.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

// The ε at which an exact δ(ε), which falls, reaches δ.
double exact_epsilon(const std::function<long double(long double)>& delta_at, double delta) {
  long double low = 0;
  long double high = 1e5L;
  for (int i = 0; i < 90; ++i) {
    const long double middle = (low + high) / 2;
    (delta_at(middle) > delta ? low : high) = middle;
  }
  return static_cast<double>(high);
}

void expect_brackets(const LossBounds& bounds, double exact, double accuracy) {
  EXPECT_LE(bounds.lower, exact * (1 + 1e-12) + 1e-12);
  EXPECT_GE(bounds.upper, exact * (1 - 1e-12) - 1e-12);
  EXPECT_LE(bounds.upper - bounds.lower, accuracy * bounds.upper);
}

// Kairouz, Oh, Viswanath 2015: k of T answers are true.
long double response_delta(long double response, std::uint64_t times, long double epsilon) {
  const long double log_truth = -std::log1p(std::exp(-response));
  const long double log_lie = log_truth - response;
  const auto n = static_cast<long double>(times);
  long double sum = 0;
  for (std::uint64_t k = 0; k <= times; ++k) {
    const auto true_ones = static_cast<long double>(k);
    const long double loss = (2 * true_ones - n) * response;
    if (loss <= epsilon) continue;
    const long double log_ways = std::lgamma(n + 1) - std::lgamma(true_ones + 1) - std::lgamma(n - true_ones + 1);
    sum += std::exp(log_ways + true_ones * log_truth + (n - true_ones) * log_lie) * -std::expm1(epsilon - loss);
  }
  return sum;
}

TEST(LossDistribution, RandomisedResponseIsTheBinomialFormula) {
  for (const double epsilon : {0.01, 0.1, 1.0, 4.0}) {
    for (const std::uint64_t times : {1U, 2U, 7U, 100U, 3000U}) {
      for (const double delta : {1e-3, 1e-6, 1e-10}) {
        SCOPED_TRACE(::testing::Message() << epsilon << " × " << times << ", δ " << delta);
        const PrivacyLossDistribution law(ResponsePair{.epsilon = epsilon}, times);
        const auto delta_at = [&](long double at) { return response_delta(epsilon, times, at); };
        const double exact = exact_epsilon(delta_at, delta);
        expect_brackets(law.epsilon_at(delta), exact, exact > 1e-2 ? 1e-4 : 1);
      }
    }
  }
}

TEST(LossDistribution, GaussiansAreOneGaussian) {
  for (const double shift : {0.003, 0.1, 1.0, 3.0}) {
    for (const std::uint64_t times : {1U, 10U, 10000U}) {
      for (const double delta : {1e-2, 1e-5, 1e-9}) {
        SCOPED_TRACE(::testing::Message() << shift << " × " << times << ", δ " << delta);
        const double together = shift * std::sqrt(static_cast<double>(times));
        const double exact =
            exact_epsilon([&](long double at) { return gaussian_delta(together, static_cast<double>(at)); }, delta);
        const PrivacyLossDistribution law(GaussianPair{shift}, times);
        expect_brackets(law.epsilon_at(delta), exact, exact >= 0.01 ? 1e-3 : 1);
      }
    }
  }
}

TEST(LossDistribution, OneLaplaceIsItsFormula) {
  for (const double epsilon : {0.01, 0.3, 2.0}) {
    for (const double delta : {1e-3, 1e-6, 1e-9}) {
      const auto delta_at = [&](long double at) { return -std::expm1((at - epsilon) / 2); };
      expect_brackets(PrivacyLossDistribution(LaplacePair{epsilon}).epsilon_at(delta), exact_epsilon(delta_at, delta),
                      1e-3);
    }
  }
}

// δ(ε) = q δ_Gauss(ln(1 + (e^ε − 1) / q)) for one step, in the direction that is the worse one.
TEST(LossDistribution, OneSampledGaussianIsItsFormula) {
  for (const auto& parameters : {std::pair{0.01, 1.0}, std::pair{0.2, 2.0}, std::pair{0.001, 0.5}}) {
    const double rate = parameters.first, noise = parameters.second;
    for (const double delta : {1e-4, 1e-7}) {
      const auto delta_at = [&](long double at) {
        const auto inner = static_cast<double>(std::log1p(std::expm1(at) / rate));
        return rate * static_cast<long double>(gaussian_delta(1 / noise, inner));
      };
      const double exact = exact_epsilon(delta_at, delta);
      const PrivacyLossDistribution law(SampledGaussianPair{.rate = rate, .noise = noise});
      expect_brackets(law.epsilon_at(delta), exact, exact >= 0.01 ? 1e-3 : 1);
    }
  }
}

// All outcomes of a product of small channels, one by one.
long double enumerated_delta(const std::vector<FinitePair>& pairs, long double epsilon) {
  std::vector<std::pair<long double, long double>> outcomes{{1, 1}};
  for (const FinitePair& pair : pairs) {
    std::vector<std::pair<long double, long double>> next;
    for (const auto& [p, q] : outcomes) {
      for (std::size_t i = 0; i < pair.p.size(); ++i) next.emplace_back(p * pair.p[i], q * pair.q[i]);
    }
    outcomes = std::move(next);
  }
  long double sum = 0;
  for (const auto& [p, q] : outcomes) {
    sum += std::max(0.0L, p - std::exp(epsilon) * q);
  }
  return sum;
}

FinitePair turned(const FinitePair& pair) { return {.p = pair.q, .q = pair.p}; }

// The same for channels each of which may be either way round: all copies of one, and another one or none.
long double worst_enumerated_delta(const FinitePair& common, int repeats, const std::optional<FinitePair>& other,
                                   long double epsilon) {
  long double worst = 0;
  for (const FinitePair& one : {common, turned(common)}) {
    std::vector<FinitePair> pairs(static_cast<std::size_t>(repeats), one);
    if (!other) {
      worst = std::max(worst, enumerated_delta(pairs, epsilon));
      continue;
    }
    for (const FinitePair& another : {*other, turned(*other)}) {
      pairs.push_back(another);
      worst = std::max(worst, enumerated_delta(pairs, epsilon));
      pairs.pop_back();
    }
  }
  return worst;
}

FinitePair random_channel(Random& random, std::size_t outcomes, bool has_hole) {
  FinitePair pair;
  for (std::vector<double>* law : {&pair.p, &pair.q}) {
    double sum = 0;
    for (std::size_t i = 0; i < outcomes; ++i) sum += law->emplace_back(static_cast<double>(50 + random.below(951)));
    for (double& mass : *law) mass /= sum;
  }
  if (has_hole) {  // an outcome that only one of the laws has
    pair.p.push_back(0);
    pair.q.push_back(1e-3);
    for (std::size_t i = 0; i < outcomes; ++i) pair.q[i] *= 1 - 1e-3;
  }
  return pair;
}

TEST(LossDistribution, BoundsHoldForEnumeratedChannelsOnBothSides) {
  SeededBits random(13);
  for (int trial = 0; trial < 40; ++trial) {
    PrivacyLossDistribution law;
    const FinitePair common = random_channel(random, 2 + static_cast<std::size_t>(trial) % 3, trial % 4 == 0);
    const int repeats = 1 + trial % 4;
    std::optional<FinitePair> other;
    law = compose(law, PrivacyLossDistribution(common, static_cast<std::uint64_t>(repeats)));
    if (trial % 2 == 0) {
      other = random_channel(random, 3, false);
      law = compose(law, PrivacyLossDistribution(*other));
    }
    const auto delta_at = [&](long double at) { return worst_enumerated_delta(common, repeats, other, at); };
    for (const double epsilon : {0.0, 0.1, 0.5, 1.0, 2.0}) {
      const auto exact = static_cast<double>(delta_at(epsilon));
      const LossBounds bounds = law.delta_at(epsilon, 1e-2);
      EXPECT_GE(bounds.upper, exact * (1 - 1e-12)) << trial << " at " << epsilon;
      EXPECT_LE(bounds.lower, exact * (1 + 1e-12)) << trial << " at " << epsilon;
      EXPECT_LE(bounds.upper, exact * 1.1 + 1e-4) << trial << " at " << epsilon;
    }
    const double delta = 0.01 + (trial % 4 == 0 ? 0.01 : 0);
    const double exact = exact_epsilon(delta_at, delta);
    const LossBounds bounds = law.epsilon_at(delta);
    EXPECT_GE(bounds.upper, exact * (1 - 1e-12)) << trial;
    EXPECT_LE(bounds.lower, exact * (1 + 1e-12)) << trial;
    EXPECT_NEAR(bounds.upper, exact, 0.01 * exact + 1e-3) << trial;
  }
}

// One channel twice, its laws named the other way round the second time: nothing says that p of both belongs to the
// same neighbour, so the loss is that of the worse side twice.
TEST(LossDistribution, AChannelThatIsNamedTheOtherWayRoundTellsNoLess) {
  const FinitePair channel{.p = {0.99, 0.01}, .q = {0.5, 0.5}};
  const auto mixed = compose(PrivacyLossDistribution(channel), PrivacyLossDistribution(turned(channel)));
  const double twice = PrivacyLossDistribution(channel, 2).epsilon_at(1e-3).lower;
  EXPECT_GT(twice, 7);
  EXPECT_GE(mixed.epsilon_at(1e-3).upper, twice);
  const auto exact = static_cast<double>(worst_enumerated_delta(channel, 1, turned(channel), 5));
  EXPECT_GE(mixed.delta_at(5).upper, exact * (1 - 1e-12));
}

TEST(LossDistribution, VeryManyDifferentChannelsAreRefusedAndStillHaveATotal) {
  SeededBits random(14);
  PrivacyLossDistribution law;
  for (int i = 0; i < 9; ++i) law = compose(law, PrivacyLossDistribution(random_channel(random, 2, false)));
  EXPECT_THROW(law.epsilon_at(1e-6), Error);
  const std::vector<LossTimes> losses{{.loss = law}};
  EXPECT_EQ(tightest_total(losses, 1e-6).accountant, Accountant::rdp);
}

TEST(LossDistribution, WhatIsToldOutrightCountsInFull) {
  const PrivacyLossDistribution law(ResponsePair{.epsilon = 0.1, .delta = 1e-4}, 3);
  const double told = 1 - std::pow(1 - 1e-4, 3);
  EXPECT_EQ(law.epsilon_at(told * 0.99).upper, std::numeric_limits<double>::infinity());
  const auto delta_at = [&](long double at) { return told + (1 - told) * response_delta(0.1L, 3, at); };
  expect_brackets(law.epsilon_at(4e-4), exact_epsilon(delta_at, 4e-4), 1e-4);
}

struct NamedPair {
  const char* name;
  DominatingPair pair;
};

std::vector<NamedPair> pairs_of_the_grid() {
  return {{"response 0.1", ResponsePair{.epsilon = 0.1}},
          {"response 1", ResponsePair{.epsilon = 1}},
          {"Laplace 0.1", LaplacePair{0.1}},
          {"Laplace 1", LaplacePair{1}},
          {"Gaussian 0.01", GaussianPair{0.01}},
          {"Gaussian 0.5", GaussianPair{0.5}},
          {"sampled 0.01, 1", SampledGaussianPair{.rate = 0.01, .noise = 1}},
          {"sampled 256/60000, 1.1", SampledGaussianPair{.rate = 256.0 / 60000, .noise = 1.1}},
          {"sampled 0.001, 0.5", SampledGaussianPair{.rate = 0.001, .noise = 0.5}},
          {"sampled 5/3120, 35", SampledGaussianPair{.rate = 5.0 / 3120, .noise = 35}}};
}

TEST(LossDistribution, BoundsAreCloseMonotoneAndNotAboveRdpOnTheWholeGrid) {
  for (const auto& [name, pair] : pairs_of_the_grid()) {
    double before = 0;
    for (const std::uint64_t times : {1U, 10U, 100U, 1000U, 10000U}) {
      SCOPED_TRACE(::testing::Message() << name << " × " << times);
      const LossBounds bounds = PrivacyLossDistribution(pair, times).epsilon_at(1e-5);
      EXPECT_LE(bounds.lower, bounds.upper);
      if (bounds.upper >= 0.01) {
        EXPECT_LT(bounds.upper - bounds.lower, 0.01 * bounds.upper);
      }
      EXPECT_GE(bounds.upper, before);
      before = bounds.lower;
      EXPECT_LE(bounds.upper, epsilon_improved(repeated(rdp_of(pair), times), 1e-5).epsilon * (1 + 2e-4));
      EXPECT_LE(PrivacyLossDistribution(pair, times).epsilon_at(1e-4, 1e-2).lower, bounds.upper);
    }
  }
}

TEST(LossDistribution, DeltaAndEpsilonAreInverse) {
  for (const auto& [name, pair] : pairs_of_the_grid()) {
    SCOPED_TRACE(name);
    const PrivacyLossDistribution law(pair, 50);
    const LossBounds epsilon = law.epsilon_at(1e-6);
    EXPECT_LE(law.delta_at(epsilon.upper, 1e-2).lower, 1e-6);
    EXPECT_GE(law.delta_at(epsilon.lower, 1e-2).upper, 1e-6 * (1 - 1e-9));
    EXPECT_GE(law.delta_at(0, 1e-2).upper, law.delta_at(epsilon.upper, 1e-2).lower);
  }
}

TEST(LossDistribution, TheWorstOfDisjointPartsCountsWhateverElseIsComposed) {
  const PrivacyLossDistribution weak(ResponsePair{.epsilon = 1});
  const PrivacyLossDistribution strong(GaussianPair{0.1});
  const PrivacyLossDistribution tree(LaplacePair{0.5});
  const PrivacyLossDistribution parts = compose(either(weak, strong), tree);
  EXPECT_EQ(parts.epsilon_at(1e-6).upper, compose(weak, tree).epsilon_at(1e-6).upper);
  EXPECT_EQ(either(weak, weak), weak);
}

// Steps that suit the large losses are wider than all of a small one's law.
TEST(LossDistribution, SmallLossesAmongLargeOnesLeaveTheBoundsClose) {
  const auto gap = [](const PrivacyLossDistribution& a, const PrivacyLossDistribution& b, double delta) {
    const LossBounds bounds = compose(a, b).epsilon_at(delta);
    EXPECT_GE(bounds.upper, a.epsilon_at(delta).lower);
    return (bounds.upper - bounds.lower) / bounds.upper;
  };
  EXPECT_LT(gap(PrivacyLossDistribution(SampledGaussianPair{.rate = 0.003122, .noise = 0.906061}, 390),
                PrivacyLossDistribution(GaussianPair{1.01132e-5}, 1000), 3.24683e-11),
            0.01);
  EXPECT_LT(gap(PrivacyLossDistribution(GaussianPair{0.43}, 1000),
                PrivacyLossDistribution(ResponsePair{.epsilon = 1.2e-5}, 1650), 2.4e-5),
            0.01);
  EXPECT_LT(
      gap(PrivacyLossDistribution(LaplacePair{0.1}, 58), PrivacyLossDistribution(LaplacePair{3.1e-6}, 12706), 2e-5),
      0.01);
}

// Far outside what anybody promises nothing may overflow into a small answer.
TEST(LossDistribution, HugeLossesAreLargeOrRefused) {
  const PrivacyLossDistribution strong(GaussianPair{80}, 100);
  try {
    EXPECT_GT(strong.epsilon_at(1e-6, 1e-2).upper, 80.0 * 80 * 100 / 2);
  } catch (const Error& error) {
    EXPECT_EQ(error.code(), ErrorCode::bad_input);
  }
  EXPECT_GT(PrivacyLossDistribution(ResponsePair{.epsilon = 1000}, 3).epsilon_at(1e-6).upper, 2999);
  EXPECT_THROW(PrivacyLossDistribution(ResponsePair{.epsilon = 1e5}), Error);
  EXPECT_THROW(PrivacyLossDistribution(GaussianPair{1e3}), Error);
}

TEST(LossDistribution, NothingIsTheNeutralElementAndEqualPairsAreCounted) {
  const PrivacyLossDistribution law(GaussianPair{0.3}, 4);
  EXPECT_EQ(compose(law, {}), law);
  EXPECT_EQ(compose(law, law), PrivacyLossDistribution(GaussianPair{0.3}, 8));
  EXPECT_EQ(law.repeated(2), compose(law, law));
  EXPECT_EQ(PrivacyLossDistribution().epsilon_at(1e-6).upper, 0);
  EXPECT_EQ(law.repeated(0), PrivacyLossDistribution());
}

TEST(LossDistribution, ImpossibleParametersAreRefused) {
  EXPECT_THROW(PrivacyLossDistribution(GaussianPair{0}), Error);
  EXPECT_THROW(PrivacyLossDistribution(GaussianPair{NAN}), Error);
  EXPECT_THROW(PrivacyLossDistribution(LaplacePair{-1}), Error);
  EXPECT_THROW(PrivacyLossDistribution(ResponsePair{.epsilon = 1, .delta = 1}), Error);
  EXPECT_THROW(PrivacyLossDistribution(SampledGaussianPair{.rate = 1.5, .noise = 1}), Error);
  EXPECT_THROW(PrivacyLossDistribution(FinitePair{.p = {0.5, 0.5}, .q = {1}}), Error);
  EXPECT_THROW(PrivacyLossDistribution(FinitePair{.p = {0.5, 0.6}, .q = {0.5, 0.5}}), Error);
  EXPECT_THROW(PrivacyLossDistribution(GaussianPair{1}).epsilon_at(0), Error);
  EXPECT_THROW(PrivacyLossDistribution(GaussianPair{1}).epsilon_at(1), Error);
  EXPECT_THROW(PrivacyLossDistribution(GaussianPair{1}).delta_at(-1), Error);
  EXPECT_THROW(PrivacyLossDistribution(SampledGaussianPair{.rate = 0.1, .noise = 1}).grouped(2), Error);
}

}  // namespace
}  // namespace sourdine
