#include "sourdine/privacy/amplify.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.h"

namespace sourdine {
namespace {

PrivacyClaim claim_of(PrivacyLoss loss, Neighbours neighbours) {
  return {.loss = std::move(loss), .unit = Unit::event, .neighbours = neighbours, .model = PrivacyModel::central};
}

TEST(Amplify, SamplingIsTheFormula) {
  const PrivacyClaim found =
      amplified_by_sampling(claim_of(PureEpsilon{1}, Neighbours::add_remove), Sampling::poisson, 0.1);
  EXPECT_NEAR(std::get<PureEpsilon>(found.loss).epsilon, 0.1585650787, 1e-10);
  const PrivacyClaim with_delta = amplified_by_sampling(
      claim_of(ApproximateDp{.epsilon = 1, .delta = 1e-6}, Neighbours::replace), Sampling::without_replacement, 0.1);
  EXPECT_NEAR(std::get<ApproximateDp>(with_delta.loss).epsilon, 0.1585650787, 1e-10);
  EXPECT_NEAR(std::get<ApproximateDp>(with_delta.loss).delta, 1e-7, 1e-20);
}

// Randomised response on a hidden sample of one record: the mechanism is enumerated, and the theorem is tight for it.
TEST(Amplify, SamplingIsTightForAnEnumeratedMechanism) {
  const double epsilon = 1.3;
  const double rate = 0.2;
  const double truth = std::exp(epsilon) / (1 + std::exp(epsilon));
  // Not sampled: the answer of somebody whose value is 0.
  const double here = rate * truth + (1 - rate) * (1 - truth);
  const double worst = std::log(here / (1 - truth));
  const PrivacyClaim found =
      amplified_by_sampling(claim_of(PureEpsilon{epsilon}, Neighbours::add_remove), Sampling::poisson, rate);
  EXPECT_NEAR(std::get<PureEpsilon>(found.loss).epsilon, worst, 1e-12);
  EXPECT_GE(std::get<PureEpsilon>(found.loss).epsilon, worst * (1 - 1e-15));
}

TEST(Amplify, SamplingIsRefusedWhereTheTheoremIsAboutSomethingElse) {
  const auto code = [](PrivacyClaim claim, Sampling sampling, double rate) {
    return testing::error_code([&] { amplified_by_sampling(claim, sampling, rate); });
  };
  const PrivacyClaim good = claim_of(PureEpsilon{1}, Neighbours::add_remove);
  EXPECT_EQ(code(good, Sampling::poisson, 0), ErrorCode::bad_input);
  EXPECT_EQ(code(good, Sampling::poisson, 1.1), ErrorCode::bad_input);
  EXPECT_EQ(code(good, Sampling::without_replacement, 0.1), ErrorCode::bad_input);
  PrivacyClaim attribute = good;
  attribute.unit = Unit::attribute;
  EXPECT_EQ(code(attribute, Sampling::poisson, 0.1), ErrorCode::bad_input);
  PrivacyClaim local = good;
  local.model = PrivacyModel::local;
  EXPECT_EQ(code(local, Sampling::poisson, 0.1), ErrorCode::bad_input);
  EXPECT_EQ(code(claim_of(Zcdp{1}, Neighbours::add_remove), Sampling::poisson, 0.1), ErrorCode::bad_input);
}

// Why attributes are refused: two attributes, one of them sampled and randomised, the other fake. When both differ, as
// they may between two tuples, the ratio is that of the inner randomiser, not the amplified one.
TEST(Amplify, ATupleIsNotAmplifiedBySamplingOneOfItsAttributes) {
  const double asked = 1;
  const double inner = std::log1p(2 * std::expm1(asked));
  const double truth = std::exp(inner) / (1 + std::exp(inner));
  const auto probability = [&](int first, int second, int y1, int y2) {
    const double told_first = (y1 == first ? truth : 1 - truth) * 0.5;
    const double told_second = (y2 == second ? truth : 1 - truth) * 0.5;
    return (told_first + told_second) / 2;
  };
  EXPECT_NEAR(std::log(probability(0, 0, 0, 0) / probability(1, 1, 0, 0)), inner, 1e-12);
  EXPECT_GT(inner, asked);
  EXPECT_LE(std::log(probability(0, 0, 0, 0) / probability(1, 0, 0, 0)), asked + 1e-12);
}

TEST(Amplify, ShufflingIsThatOfTheFormulas) {
  EXPECT_NEAR(shuffled_closed_form({1}, 10000, 1e-6).epsilon, 0.2140256519, 1e-10);
  EXPECT_NEAR(shuffled_closed_form({1}, 100000, 1e-6).epsilon, 0.0725549249, 1e-10);
  EXPECT_NEAR(shuffled_closed_form({2}, 100000, 1e-6).epsilon, 0.1861891973, 1e-10);
  EXPECT_NEAR(shuffled_closed_form({1}, 1000, 1e-6).epsilon, 0.5662014895, 1e-10);
  EXPECT_EQ(testing::error_code([] { shuffled_closed_form({8}, 1000, 1e-6); }), ErrorCode::bad_input);
  EXPECT_NEAR(shuffled({1}, 1000, 1e-6).epsilon, 0.1824103, 5e-6);
  EXPECT_NEAR(shuffled({1}, 10000, 1e-6).epsilon, 0.0530053, 5e-7);
}

// δ between the two laws of the clones' counts, outcome by outcome.
long double clones_delta(long double report, int reports, long double epsilon) {
  const long double share = std::exp(-report);
  const long double truth = 1 / (1 + share);
  const auto log_mass = [](int n, int k, long double p) {
    return std::lgamma(n + 1.0L) - std::lgamma(k + 1.0L) - std::lgamma(n - k + 1.0L) + k * std::log(p) +
           (n - k) * std::log1p(-p);
  };
  const auto fair = [&](int n, int k) { return k < 0 || k > n ? 0.0L : std::exp(log_mass(n, k, 0.5L)); };
  long double sum = 0;
  for (int clones = 0; clones < reports; ++clones) {
    long double advantage = 0;
    for (int k = 0; k <= clones + 1; ++k) {
      const long double p = truth * fair(clones, k - 1) + (1 - truth) * fair(clones, k);
      const long double q = (1 - truth) * fair(clones, k - 1) + truth * fair(clones, k);
      advantage += std::max(0.0L, p - std::exp(epsilon) * q);
    }
    sum += std::exp(log_mass(reports - 1, clones, share)) * advantage;
  }
  return sum;
}

TEST(Amplify, ShufflingIsTheClonesBoundFromAbove) {
  for (const double report : {0.2, 1.0, 3.0}) {
    for (const int reports : {2, 30, 400}) {
      for (const double delta : {1e-3, 1e-6}) {
        const double found = shuffled({report}, static_cast<std::uint64_t>(reports), delta).epsilon;
        SCOPED_TRACE(::testing::Message() << report << " × " << reports << ", δ " << delta << ": " << found);
        EXPECT_LE(clones_delta(report, reports, found), delta);
        EXPECT_LE(found, report);
        if (found > 1e-6) {
          EXPECT_GT(clones_delta(report, reports, found * (1 - 1e-5)), delta * (1 - 1e-6));
        }
      }
    }
  }
}

// The theorem against the mechanism: k-ary randomised response of a few people, shuffled, enumerated.
TEST(Amplify, ShuffledRandomisedResponseIsWithinTheBound) {
  const double report = 1;
  const int people = 12;
  const long double truth = 1 / (1 + std::exp(-static_cast<long double>(report)));
  // The number of ones, when the others' values are all 0 and the one in question is 0 or 1.
  const auto ones = [&](bool value) {
    std::vector<long double> law{1};
    for (int i = 0; i < people; ++i) {
      const long double one = (i == 0 && value) ? truth : 1 - truth;
      std::vector<long double> next(law.size() + 1);
      for (std::size_t k = 0; k < law.size(); ++k) {
        next[k] += law[k] * (1 - one);
        next[k + 1] += law[k] * one;
      }
      law = next;
    }
    return law;
  };
  const std::vector<long double> p = ones(true);
  const std::vector<long double> q = ones(false);
  for (const double delta : {1e-2, 1e-4}) {
    const double bound = shuffled({report}, people, delta).epsilon;
    for (const auto& [a, b] : {std::pair{p, q}, std::pair{q, p}}) {
      long double found = 0;
      for (std::size_t k = 0; k < a.size(); ++k) found += std::max(0.0L, a[k] - std::exp(bound) * b[k]);
      EXPECT_LE(found, delta);
    }
  }
}

TEST(Amplify, ShufflingTurnsLocalReportsIntoACentralClaim) {
  const PrivacyClaim report{.loss = PureEpsilon{1},
                            .unit = Unit::report_value,
                            .neighbours = Neighbours::replace,
                            .model = PrivacyModel::local};
  const PrivacyClaim found = amplified_by_shuffling(report, 1000, 1e-6);
  EXPECT_EQ(found.model, PrivacyModel::central);
  EXPECT_EQ(found.unit, Unit::event);
  EXPECT_LT(std::get<ApproximateDp>(found.loss).epsilon, 0.2);
  PrivacyClaim central = report;
  central.model = PrivacyModel::central;
  EXPECT_EQ(testing::error_code([&] { amplified_by_shuffling(central, 1000, 1e-6); }), ErrorCode::bad_input);
  EXPECT_EQ(testing::error_code([&] { amplified_by_shuffling(report, 0, 1e-6); }), ErrorCode::bad_input);
  EXPECT_EQ(testing::error_code([&] { amplified_by_shuffling(report, 10, 0); }), ErrorCode::bad_input);
}

}  // namespace
}  // namespace sourdine
