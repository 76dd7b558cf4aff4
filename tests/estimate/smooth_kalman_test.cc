// The filter against the same Gaussian model written out as one covariance matrix.
#include <gtest/gtest.h>

#include <Eigen/Core>
#include <Eigen/LU>
#include <cmath>
#include <limits>
#include <numbers>

#include "sourdine/estimate/kalman.h"

namespace sourdine {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using Numbers = std::vector<double>;

constexpr double tolerance = 1e-9;
constexpr double unobserved = std::numeric_limits<double>::infinity();
constexpr std::size_t periods = 11;

// Shares around 0.3, a season of 4 and one of 2.5 periods, two gaps (the first period among them), unequal noise.
struct Example {
  SeasonDesign design = season_design(periods, Numbers{4, 2.5});
  Numbers share = {0.31, 0.28, 0.35, 0.4, 0.22, 0.27, 0.33, 0.36, 0.41, 0.3, 0.5};
  Numbers variance = {unobserved, 0.01, 0.02, 0.005, 0.01, unobserved, 0.03, 0.01, 0.002, 0.02, 0.01};
  double drift = 0.0007;
  SharePrior prior;
  Numbers less;

  Example() {
    prior.mean.assign(design.columns, 0.0);
    prior.mean[0] = 0.25;
    prior.variance = {1, 0.01, 0.02, 0.01, 0.0, 0.03};
    EXPECT_EQ(prior.variance.size(), design.columns);
    for (const double noise : variance) less.push_back(noise - 0.0025);  // the rest is irregular
  }
  Numbers irregular = Numbers(periods, 0.25);
  ObservedShares observed() const {
    return {
        .design = design, .share = share, .variance = less, .irregular = irregular, .dispersion = 0.01, .drift = drift};
  }
};

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

// The model as mean and covariance of the shares without noise, conditioned on the observed periods except
// `left_out`.
class Dense {
 public:
  explicit Dense(const Example& example, std::size_t left_out = periods) : signal_(periods, periods) {
    mean_ = VectorXd::Constant(periods, example.prior.mean[0]);
    for (std::size_t s = 0; s < periods; ++s) {
      for (std::size_t t = 0; t < periods; ++t) {
        double covariance = example.drift * static_cast<double>(std::min(s, t));
        for (std::size_t j = 0; j < example.design.columns; ++j) {
          covariance += example.design.row(s)[j] * example.design.row(t)[j] * example.prior.variance[j];
        }
        signal_(index(s), index(t)) = covariance;
      }
    }
    for (std::size_t t = 0; t < periods; ++t) {
      if (std::isfinite(example.variance[t]) && t != left_out) seen_.push_back(index(t));
    }
    MatrixXd sigma = signal_(seen_, seen_);
    residual_.resize(index(seen_.size()));
    for (std::size_t i = 0; i < seen_.size(); ++i) {
      const auto t = static_cast<std::size_t>(seen_[i]);
      sigma(index(i), index(i)) += example.variance[t];
      residual_[index(i)] = example.share[t] - mean_[index(t)];
    }
    inverse_ = sigma.inverse();
    log_determinant_ = std::log(sigma.determinant());
  }

  double log_likelihood() const {
    return -0.5 * (log_determinant_ + residual_.dot(inverse_ * residual_) +
                   static_cast<double>(seen_.size()) * std::log(2 * std::numbers::pi));
  }
  double mean(std::size_t t) const {
    return mean_[index(t)] + (signal_(index(t), seen_) * inverse_ * residual_).value();
  }
  double variance(std::size_t t) const {
    return signal_(index(t), index(t)) - (signal_(index(t), seen_) * inverse_ * signal_(seen_, index(t))).value();
  }

 private:
  VectorXd mean_;
  MatrixXd signal_;
  std::vector<Eigen::Index> seen_;
  VectorXd residual_;
  MatrixXd inverse_;
  double log_determinant_ = 0;
};

ShareMoments moments_alone(const ObservedShares& observed) { return share_moments({&observed, 1}).front(); }

TEST(Kalman, TheLikelihoodIsThatOfTheJointNormalLaw) {
  const Example example;
  const ShareMoments moments = moments_alone(example.observed());
  EXPECT_EQ(moments.observed, 9U);
  EXPECT_NEAR(log_likelihood(moments, example.prior), Dense(example).log_likelihood(), tolerance);
}

TEST(Kalman, MomentsOfSeveralTogetherAreThoseOfEachAlone) {
  const Example example;
  ObservedShares other = example.observed();
  other.drift = 0.1;
  other.dispersion = 3;
  const std::vector<ObservedShares> all = {example.observed(), other, example.observed()};
  const std::vector<ShareMoments> together = share_moments(all);
  for (std::size_t i = 0; i < all.size(); ++i) {
    const ShareMoments alone = moments_alone(all[i]);
    EXPECT_EQ(together[i].squares, alone.squares);
    EXPECT_EQ(together[i].log_determinant, alone.log_determinant);
    EXPECT_EQ(together[i].observed, alone.observed);
  }
  EXPECT_TRUE(share_moments({}).empty());
}

TEST(Kalman, ThePosteriorIsTheConditionalNormalLaw) {
  const Example example;
  const SharePosterior posterior = share_posterior(example.observed(), example.prior);
  const Dense dense(example);
  for (std::size_t t = 0; t < periods; ++t) {
    EXPECT_NEAR(posterior.mean[t], dense.mean(t), tolerance) << "period " << t;
    EXPECT_NEAR(posterior.variance[t], dense.variance(t), tolerance) << "period " << t;
  }
}

TEST(Kalman, PullAndPrecisionPredictAPeriodFromAllOthers) {
  const Example example;
  const SharePosterior posterior = share_posterior(example.observed(), example.prior);
  for (std::size_t t = 0; t < periods; ++t) {
    if (!std::isfinite(example.variance[t])) {
      EXPECT_EQ(posterior.pull[t], 0);
      EXPECT_EQ(posterior.precision[t], 0);
      continue;
    }
    const Dense others(example, t);
    EXPECT_NEAR(example.share[t] - posterior.pull[t] / posterior.precision[t], others.mean(t), tolerance);
    EXPECT_NEAR(1 / posterior.precision[t], others.variance(t) + example.variance[t], tolerance);
    // The noise's own posterior follows from them.
    const Dense all(example);
    const double noise = example.variance[t];
    EXPECT_NEAR(example.share[t] - noise * posterior.pull[t], all.mean(t), tolerance);
    EXPECT_NEAR(noise - noise * noise * posterior.precision[t], all.variance(t), tolerance);
  }
}

TEST(Kalman, LongSeriesAreAddedUpInBlocksWithoutLosingARow) {
  SeasonDesign design = season_design(200, Numbers{7});
  Numbers share;
  const Numbers variance(200, 0.5);
  for (std::size_t t = 0; t < 200; ++t) share.push_back(std::sin(static_cast<double>(t * t)));
  const Numbers irregular(200, 0.0);
  const ShareMoments moments = moments_alone(
      {.design = design, .share = share, .variance = variance, .irregular = irregular, .dispersion = 1, .drift = 0});
  // Without drift the innovations are the data themselves.
  double squares = 0;
  for (const double x : share) squares += x * x / 0.5;
  EXPECT_NEAR(moments.squares[0], squares, tolerance);
  EXPECT_NEAR(moments.squares[moments.size + 1], 200 / 0.5, tolerance);
  EXPECT_EQ(moments.observed, 200U);
}

TEST(Kalman, SeasonsAreOrthogonalHarmonicsOfMeanSquareOne) {
  const SeasonDesign design = season_design(84, Numbers{7, 12, 365.25});
  EXPECT_EQ(design.seasons, 2U) << "a year does not fit into 84 days twice";
  EXPECT_EQ(design.columns, 1U + 6 + 6);
  for (std::size_t i = 0; i < design.columns; ++i) {
    for (std::size_t j = 0; j < design.columns; ++j) {
      double sum = 0;
      for (std::size_t t = 0; t < 84; ++t) sum += design.row(t)[i] * design.row(t)[j];
      EXPECT_NEAR(sum / 84, i == j ? 1 : 0, 1e-12) << i << ", " << j;
    }
  }
  EXPECT_EQ(season_design(20, Numbers{2}).columns, 2U) << "the sine of a season of two periods is always 0";
}

}  // namespace
}  // namespace sourdine
