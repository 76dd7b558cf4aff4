#include "sourdine/estimate/kalman.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>

#include "sourdine/base/stop.h"
#include "sourdine/kernel/walk_moments.h"

namespace sourdine {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

Eigen::Map<const VectorXd> vector_of(std::span<const double> x) { return {x.data(), index(x.size())}; }

WalkColumns walk_columns(const ObservedShares& observed) {
  return {.design = observed.design.rows,
          .stride = observed.design.stride,
          .share = observed.share,
          .variance = observed.variance,
          .irregular = observed.irregular,
          .dispersion = observed.dispersion,
          .drift = observed.drift};
}

// β given the moments: a ridge regression in units of the prior's standard deviations, so that a variance of zero (a
// season that is not there) needs no special case. Up to `max_columns` columns it takes no memory but its own: a fit
// makes a hundred thousand of them.
template <int max_columns>
struct Regression {
  using Vector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, max_columns, 1>;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, max_columns, max_columns>;

  Vector scale;                // prior standard deviations d
  Eigen::LLT<Matrix> llt;      // of I + d·S·d
  Vector offset;               // d·(s − S·mean)
  double squares_at_mean = 0;  // of r − x·mean
  Eigen::Map<const VectorXd> prior_mean;

  Regression(const ShareMoments& moments, const SharePrior& prior)
      : scale(vector_of(prior.variance).cwiseSqrt()), prior_mean(vector_of(prior.mean)) {
    const Eigen::Map<const MatrixXd> all(moments.squares.data(), index(moments.size), index(moments.size));
    const auto gram = all.bottomRightCorner(scale.size(), scale.size());
    const auto cross = all.col(0).tail(scale.size());
    const Vector pulled = gram * prior_mean;
    squares_at_mean = all(0, 0) - 2 * cross.dot(prior_mean) + prior_mean.dot(pulled);
    offset = scale.cwiseProduct(cross - pulled);
    Matrix system = scale.asDiagonal() * gram * scale.asDiagonal();
    system.diagonal().array() += 1;
    llt.compute(system);
  }

  VectorXd mean() const { return prior_mean + scale.cwiseProduct(llt.solve(offset)); }
  MatrixXd covariance() const {
    const MatrixXd identity = MatrixXd::Identity(scale.size(), scale.size());
    return scale.asDiagonal() * llt.solve(identity) * scale.asDiagonal();
  }

  double log_likelihood(const ShareMoments& moments) const {
    const Vector whitened = llt.matrixL().solve(offset);
    const double log_determinant = moments.log_determinant + 2 * llt.matrixLLT().diagonal().array().log().sum();
    return -0.5 * (log_determinant + squares_at_mean - whitened.squaredNorm() +
                   static_cast<double>(moments.observed) * std::log(2 * std::numbers::pi));
  }
};

}  // namespace

SeasonDesign season_design(std::size_t periods, std::span<const double> lengths) {
  SeasonDesign design;
  design.periods = periods;
  std::vector<double> frequencies;  // per column, turns per period; sines have a minus sign
  for (const double length : lengths) {
    if (static_cast<double>(periods) < 2 * length) continue;
    for (int harmonic = 1; harmonic <= 3 && 2 * harmonic <= length; ++harmonic) {
      frequencies.push_back(harmonic / length);
      if (2 * harmonic < length) frequencies.push_back(-harmonic / length);  // the sine is 0 at two periods per turn
    }
    design.season_of_column.resize(frequencies.size(), design.seasons++);
  }
  design.columns = 1 + frequencies.size();
  design.stride = (design.columns + walk_padding) / walk_padding * walk_padding;
  design.rows.resize(periods * design.stride);
  for (std::size_t t = 0; t < periods; ++t) {
    double* const row = design.rows.data() + t * design.stride + 1;
    row[0] = 1;
    for (std::size_t j = 0; j < frequencies.size(); ++j) {
      const double angle = 2 * std::numbers::pi * frequencies[j] * static_cast<double>(t);
      row[1 + j] = std::numbers::sqrt2 * (frequencies[j] > 0 ? std::cos(angle) : std::sin(-angle));
    }
  }
  return design;
}

std::vector<ShareMoments> share_moments(std::span<const ObservedShares> observed) {
  StopToken().check();  // smoothing spends its time here, milliseconds for each call
  const std::size_t stride = observed.empty() ? 0 : observed.front().design.stride;
  std::vector<double> padded(observed.size() * stride * stride);
  std::vector<WalkMoments> walks;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    walks.push_back({walk_columns(observed[i]), std::span(padded).subspan(i * stride * stride, stride * stride)});
  }
  walk_moments(walks);
  std::vector<ShareMoments> result;
  for (std::size_t i = 0; i < observed.size(); ++i) {
    ShareMoments moments{observed[i].design.columns + 1, {}, walks[i].log_determinant, 0};
    for (std::size_t row = 0; row < moments.size; ++row) {
      const auto used = walks[i].squares.subspan(row * stride, moments.size);
      moments.squares.insert(moments.squares.end(), used.begin(), used.end());
    }
    moments.observed = static_cast<std::size_t>(
        std::ranges::count_if(observed[i].variance, [](double variance) { return std::isfinite(variance); }));
    result.push_back(std::move(moments));
  }
  return result;
}

double log_likelihood(const ShareMoments& moments, const SharePrior& prior) {
  constexpr int usual = 16;  // two seasons of three harmonics and the level are 13
  if (moments.size <= usual) return Regression<usual>(moments, prior).log_likelihood(moments);
  return Regression<Eigen::Dynamic>(moments, prior).log_likelihood(moments);
}

SharePosterior share_posterior(const ObservedShares& observed, const SharePrior& prior) {
  const std::size_t stride = observed.design.stride;
  const std::size_t periods = observed.design.periods;
  std::vector<double> innovations(periods * stride);
  std::vector<double> level_variances(periods);
  walk_innovations(walk_columns(observed), innovations, level_variances);
  const Regression<Eigen::Dynamic> regression(share_moments({&observed, 1}).front(), prior);
  const VectorXd beta = regression.mean();
  const MatrixXd covariance = regression.covariance();
  const Eigen::Index columns = beta.size();
  SharePosterior posterior{std::vector<double>(periods), std::vector<double>(periods), std::vector<double>(periods),
                           std::vector<double>(periods)};
  VectorXd carried = VectorXd::Zero(columns + 1);  // Σ⁻¹ of the walk alone, applied to r and x, summed over later t
  double carried_precision = 0;
  VectorXd pull(columns + 1);
  VectorXd gap(columns);
  VectorXd spread(columns);
  const auto quadratic_form = [&] {
    spread.noalias() = covariance * gap;
    return gap.dot(spread);
  };
  for (std::size_t t = periods; t-- > 0;) {
    const Eigen::Map<const VectorXd> innovation(innovations.data() + t * stride, columns + 1);
    const double level_variance = level_variances[t];
    if (const double noise = observed.noise(t); std::isfinite(noise)) {
      const double total = level_variance + noise;
      const double gain = level_variance / total;
      pull = innovation / total - gain * carried;
      const double alone = 1 / total + gain * gain * carried_precision;
      gap = pull.tail(columns);
      posterior.pull[t] = pull[0] - gap.dot(beta);
      // Never all of it: a period that only its own coefficient explains says nothing about itself.
      posterior.precision[t] = std::max(alone - quadratic_form(), 1e-9 * alone);
      posterior.mean[t] = observed.share[t] - noise * posterior.pull[t];
      posterior.variance[t] = std::max(0.0, noise - noise * noise * posterior.precision[t]);
      carried += pull;
      carried_precision = 1 / total + (1 - gain) * (1 - gain) * carried_precision;
    } else {
      // The prediction, which is −innovation where nothing was observed, and what was seen since: of r and x alike.
      gap = innovation.tail(columns) - level_variance * carried.tail(columns);
      posterior.mean[t] = observed.share[t] - innovation[0] + level_variance * carried[0] + gap.dot(beta);
      posterior.variance[t] =
          std::max(0.0, level_variance - level_variance * level_variance * carried_precision) + quadratic_form();
    }
  }
  return posterior;
}

}  // namespace sourdine
