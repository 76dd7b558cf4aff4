#include "sourdine/privacy/accountants.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

double total(Accountant accountant, const std::vector<LossTimes>& losses, double delta) {
  const std::optional<Total> found = total_by(accountant, losses, delta);
  return found ? found->epsilon : NAN;
}

TEST(Accountants, TotalsAreThoseOfTheFormulas) {
  const std::vector<LossTimes> losses{{.loss = PureEpsilon{0.1}, .times = 100}};
  EXPECT_EQ(total(Accountant::basic, losses, 1e-6), 10);
  EXPECT_NEAR(total(Accountant::advanced, losses, 1e-6), 6.3082309505, 1e-10);
  const double rho = 100 * 0.1 * 0.1 / 2;
  EXPECT_NEAR(total(Accountant::zcdp, losses, 1e-6), epsilon_improved(Zcdp{rho}, 1e-6), 1e-9);
}

TEST(Accountants, WhereTheTheoremDoesNotApplyThereIsNoTotal) {
  const std::vector<LossTimes> pure{{.loss = PureEpsilon{0.1}, .times = 3}};
  for (const Accountant accountant : all_accountants()) {
    EXPECT_EQ(total_by(accountant, pure, 0).has_value(), accountant == Accountant::basic) << word_of(accountant);
  }
  const std::vector<LossTimes> rho{{.loss = Zcdp{0.1}}};
  EXPECT_FALSE(total_by(Accountant::distribution, rho, 1e-6));
  EXPECT_FALSE(total_by(Accountant::advanced, rho, 1e-6));
  EXPECT_FALSE(total_by(Accountant::basic, rho, 0));
  const std::vector<LossTimes> sampled{
      {.loss = PrivacyLossDistribution(SampledGaussianPair{.rate = 0.01, .noise = 1}), .times = 10}};
  EXPECT_FALSE(total_by(Accountant::zcdp, sampled, 1e-6));
  EXPECT_THROW(tightest_total(rho, 0), Error);
  EXPECT_THROW(tightest_total(pure, 1), Error);
  EXPECT_THROW(tightest_total(pure, -0.1), Error);
}

TEST(Accountants, TheDeltaOfALossIsSetAside) {
  const std::vector<LossTimes> losses{{.loss = ApproximateDp{.epsilon = 0.1, .delta = 1e-7}, .times = 50}};
  const std::vector<LossTimes> pure{{.loss = PureEpsilon{0.1}, .times = 50}};
  for (const Accountant accountant : all_accountants()) {
    EXPECT_FALSE(total_by(accountant, losses, 4e-6)) << word_of(accountant);
    if (accountant == Accountant::distribution) continue;
    EXPECT_NEAR(total(accountant, losses, 6e-6), total(accountant, pure, 1e-6), 1e-9) << word_of(accountant);
  }
  EXPECT_LE(total(Accountant::distribution, losses, 6e-6), total(Accountant::distribution, pure, 1e-6) * (1 + 1e-3));
  EXPECT_THROW(tightest_total(losses, 4e-6), Error);
}

TEST(Accountants, EveryTotalIsAboveTheLowerBoundAndTheTightestIsTheLeast) {
  const std::vector<std::vector<LossTimes>> cases{
      {{.loss = PureEpsilon{0.01}, .times = 10000}},
      {{.loss = PureEpsilon{1}, .times = 3}},
      {{.loss = PureEpsilon{0.5}, .times = 12}, {.loss = PrivacyLossDistribution(LaplacePair{0.3}), .times = 5}},
      {{.loss = PrivacyLossDistribution(GaussianPair{0.2}), .times = 30}, {.loss = PureEpsilon{0.1}, .times = 7}},
      {{.loss = PrivacyLossDistribution(SampledGaussianPair{.rate = 0.02, .noise = 1.5}), .times = 400},
       {.loss = ApproximateDp{.epsilon = 0.2, .delta = 1e-9}}}};
  for (std::size_t i = 0; i < cases.size(); ++i) {
    for (const double delta : {1e-3, 1e-6}) {
      const Total best = tightest_total(cases[i], delta);
      const double lower = total_by(Accountant::distribution, cases[i], delta)->lower.value();
      for (const Accountant accountant : all_accountants()) {
        const std::optional<Total> found = total_by(accountant, cases[i], delta);
        if (!found) continue;
        EXPECT_GE(found->epsilon, lower) << i << " " << word_of(accountant);
        EXPECT_GE(found->epsilon, best.epsilon) << i << " " << word_of(accountant);
      }
    }
  }
}

TEST(Accountants, LossesTooLargeForALatticeStillAddUp) {
  const std::vector<LossTimes> losses{{.loss = PureEpsilon{1e6}}, {.loss = PureEpsilon{1}}};
  EXPECT_FALSE(total_by(Accountant::distribution, losses, 1e-6));
  EXPECT_EQ(tightest_total(losses, 1e-6).epsilon, 1e6 + 1);
}

TEST(Accountants, AtDeltaZeroOneReleaseCostsWhatItSays) {
  const std::vector<LossTimes> losses{{.loss = PureEpsilon{0.1}, .times = 10}};
  const Total found = tightest_total(losses, 0);
  EXPECT_EQ(found.epsilon, 1);
  EXPECT_EQ(found.accountant, Accountant::basic);
  EXPECT_EQ(tightest_total(losses, 1e-9).accountant, Accountant::distribution);
}

}  // namespace
}  // namespace sourdine
