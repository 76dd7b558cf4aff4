#include "sourdine/privacy/loss.h"

#include <gtest/gtest.h>

#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/privacy/gaussian.h"
#include "sourdine/privacy/group.h"
#include "support/errors.h"

namespace sourdine {
namespace {

PrivacyLoss gaussian(double shift) { return PrivacyLossDistribution(GaussianPair{shift}); }

std::vector<PrivacyLoss> one_of_each() {
  return {PureEpsilon{0.3}, ApproximateDp{.epsilon = 0.3, .delta = 1e-9}, Zcdp{0.02}, rdp_of(Zcdp{0.02}),
          gaussian(0.2)};
}

TEST(PrivacyLoss, ConvertDoesWhatTheTableSaysAndNothingElse) {
  for (const PrivacyLoss& loss : one_of_each()) {
    for (const PrivacyLoss& other : one_of_each()) {
      const LossKind to = kind_of(other);
      bool is_listed = kind_of(loss) == to;
      for (const Conversion& row : conversions()) {
        is_listed = is_listed || (row.from == kind_of(loss) && row.to == to && !row.needs_delta);
      }
      SCOPED_TRACE(::testing::Message() << word_of(kind_of(loss)) << " → " << word_of(to));
      if (is_listed) {
        EXPECT_EQ(kind_of(convert(loss, to)), to);
      } else {
        EXPECT_EQ(testing::error_code([&] { convert(loss, to); }), ErrorCode::bad_input);
      }
    }
  }
  for (const Conversion& row : conversions()) EXPECT_FALSE(row.theorem.empty() || row.formula.empty());
}

// A conversion is implied by what it was given: at every δ its ε is at least the exact one.
TEST(PrivacyLoss, ConversionsNeverUnderstate) {
  for (const double epsilon : {0.05, 0.5, 3.0}) {
    for (const double delta : {1e-3, 1e-6, 1e-9}) {
      const PrivacyLoss pure = PureEpsilon{epsilon};
      const double exact =
          std::get<PrivacyLossDistribution>(convert(pure, LossKind::distribution)).epsilon_at(delta).lower;
      for (const LossKind kind : {LossKind::approximate, LossKind::zcdp, LossKind::rdp, LossKind::distribution}) {
        EXPECT_GE(approximate_at(convert(pure, kind), delta).epsilon, exact) << word_of(kind);
      }
      // The same for the Gaussian mechanism, whose δ(ε) is a formula.
      const double rho = epsilon * epsilon / 2;
      for (const PrivacyLoss& loss : {PrivacyLoss(Zcdp{rho}), PrivacyLoss(rdp_of(Zcdp{rho})), gaussian(epsilon)}) {
        EXPECT_LE(gaussian_delta(epsilon, approximate_at(loss, delta).epsilon), delta * (1 + 1e-12));
      }
    }
  }
}

TEST(PrivacyLoss, TenTimesATenthIsOne) {
  EXPECT_EQ(std::get<PureEpsilon>(repeated(PureEpsilon{0.1}, 10)).epsilon, 1);
  PrivacyLoss sum = PureEpsilon{0};
  for (int i = 0; i < 10; ++i) sum = compose(sum, PureEpsilon{0.1});
  EXPECT_EQ(std::get<PureEpsilon>(sum).epsilon, 1);
}

TEST(PrivacyLoss, RepeatingIsComposing) {
  for (const PrivacyLoss& loss : one_of_each()) {
    SCOPED_TRACE(word_of(kind_of(loss)));
    const PrivacyLoss twice = compose(loss, loss);
    EXPECT_EQ(kind_of(twice), kind_of(loss));
    EXPECT_NEAR(approximate_at(repeated(loss, 2), 1e-6).epsilon, approximate_at(twice, 1e-6).epsilon, 1e-9);
  }
  EXPECT_EQ(testing::error_code([] { compose(PrivacyLoss(PureEpsilon{1}), PrivacyLoss(Zcdp{1})); }),
            ErrorCode::internal);
}

TEST(PrivacyLoss, GroupsOfOneChangeNothingAndLargerOnesLoseMore) {
  for (const PrivacyLoss& loss : one_of_each()) {
    SCOPED_TRACE(word_of(kind_of(loss)));
    EXPECT_EQ(grouped(loss, 1), loss);
    EXPECT_GT(approximate_at(grouped(loss, 3), 1e-6).epsilon, approximate_at(loss, 1e-6).epsilon);
    EXPECT_EQ(testing::error_code([&] { grouped(loss, 0); }), ErrorCode::bad_input);
  }
  EXPECT_EQ(group_pure({0.5}, 12).epsilon, 6);
  EXPECT_NEAR(group_zcdp({0.05}, 12).rho, 7.2, 1e-12);
  const ApproximateDp group = group_approximate({.epsilon = 0.5, .delta = 1e-8}, 3);
  EXPECT_EQ(group.epsilon, 1.5);
  EXPECT_NEAR(group.delta, 1e-8 * (1 + std::exp(0.5) + std::exp(1)), 1e-20);
}

// Group privacy, exactly, for a channel over three values in a row: neighbours differ by one step.
TEST(PrivacyLoss, GroupPrivacyHoldsForAChannelThatIsEnumerated) {
  const double step = 0.4;
  const std::vector<std::vector<double>> rows = {
      {std::exp(step), 1, std::exp(-step)}, {1, 1, 1}, {std::exp(-step), 1, std::exp(step)}};
  const auto normalized = [](std::vector<double> row) {
    const double sum = row[0] + row[1] + row[2];
    for (double& mass : row) mass /= sum;
    return row;
  };
  double one = 0;
  double two = 0;
  for (std::size_t y = 0; y < 3; ++y) {
    for (std::size_t x = 0; x < 2; ++x) {
      one = std::max(one, std::abs(std::log(normalized(rows[x])[y] / normalized(rows[x + 1])[y])));
    }
    two = std::max(two, std::abs(std::log(normalized(rows[0])[y] / normalized(rows[2])[y])));
  }
  EXPECT_LE(two, group_pure({one}, 2).epsilon);
}

TEST(PrivacyLoss, InParallelTheWorstCounts) {
  const std::vector<PrivacyLoss> pure{PureEpsilon{0.2}, PureEpsilon{0.5}, PureEpsilon{0.1}};
  EXPECT_EQ(parallel(pure), PrivacyLoss(PureEpsilon{0.5}));
  const std::vector<PrivacyLoss> mixed{PureEpsilon{0.5}, gaussian(0.1)};
  EXPECT_EQ(approximate_at(parallel(mixed), 1e-6).epsilon,
            approximate_at(convert(PureEpsilon{0.5}, LossKind::distribution), 1e-6).epsilon);
  const std::vector<PrivacyLoss> curves{Zcdp{0.02}, PureEpsilon{0.1}, rdp_of(Zcdp{0.03})};
  EXPECT_GE(approximate_at(parallel(curves), 1e-6).epsilon, approximate_at(rdp_of(Zcdp{0.03}), 1e-6).epsilon);
  const std::vector<PrivacyLoss> crossing{ApproximateDp{.epsilon = 1, .delta = 1e-9},
                                          ApproximateDp{.epsilon = 0.1, .delta = 1e-6}};
  EXPECT_EQ(approximate_at(parallel(crossing), 1e-5).epsilon,
            approximate_at(convert(crossing[0], LossKind::distribution), 1e-5).epsilon);
  const std::vector<PrivacyLoss> apart{Zcdp{0.02}, ApproximateDp{.epsilon = 1, .delta = 1e-9}};
  EXPECT_EQ(testing::error_code([&] { parallel(apart); }), ErrorCode::bad_input);
  EXPECT_EQ(testing::error_code([] { parallel(std::span<const PrivacyLoss>()); }), ErrorCode::bad_input);
}

TEST(PrivacyLoss, ImpossibleLossesAreRefused) {
  EXPECT_THROW(require_valid(PrivacyLoss(PureEpsilon{-1})), Error);
  EXPECT_THROW(require_valid(PrivacyLoss(PureEpsilon{NAN})), Error);
  EXPECT_THROW(require_valid(PrivacyLoss(Zcdp{-1})), Error);
  EXPECT_THROW(require_valid(PrivacyLoss(ApproximateDp{.epsilon = 1, .delta = 1})), Error);
  EXPECT_THROW(approximate_at(Zcdp{1}, 0), Error);
  EXPECT_THROW(approximate_at(ApproximateDp{.epsilon = 1, .delta = 1e-3}, 1e-6), Error);
  EXPECT_EQ(approximate_at(PureEpsilon{1}, 0).delta, 0);
}

}  // namespace
}  // namespace sourdine
