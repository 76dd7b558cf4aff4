#include "sourdine/estimate/kalman.h"

#include <Eigen/Cholesky>
#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <numbers>
#include <utility>

#include "sourdine/base/stop.h"

namespace sourdine {
namespace {

using Eigen::MatrixXd;
using Eigen::VectorXd;
using RowMatrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Eigen::Index index(std::size_t i) { return static_cast<Eigen::Index>(i); }

Eigen::Map<const VectorXd> vector_of(std::span<const double> x) { return {x.data(), index(x.size())}; }

// The scalar filter of w, run on r and on every column of x at once. `each(t, state, innovation, P, F)` sees, before
// period t is used, the predictions of w and the innovations (r first), and the variances of w and of r; F = ∞ and no
// innovation where r_t was not observed.
template <class Each>
void filter(const ShareSeries& series, double drift, Each each) {
  VectorXd state = VectorXd::Zero(index(series.design.columns + 1));
  VectorXd innovation(state.size());
  double level_variance = 0;
  for (std::size_t t = 0; t < series.design.periods; ++t) {
    const double noise = series.variance[t];
    const double total = level_variance + noise;
    const bool is_observed = std::isfinite(noise);
    if (is_observed) {
      innovation[0] = series.share[t] - state[0];
      innovation.tail(state.size() - 1) = vector_of(series.design.row(t)) - state.tail(state.size() - 1);
    }
    each(t, state, innovation, level_variance, total);
    if (is_observed) {
      state += (level_variance / total) * innovation;
      level_variance *= noise / total;
    }
    level_variance += drift;
  }
}

// β given the moments: a ridge regression in units of the prior's standard deviations, so that a variance of zero (a
// season that is not there) needs no special case.
struct Regression {
  VectorXd scale;              // prior standard deviations d
  Eigen::LLT<MatrixXd> llt;    // of I + d·S·d
  VectorXd offset;             // d·(s − S·mean)
  double squares_at_mean = 0;  // of r − x·mean
  Eigen::Map<const VectorXd> prior_mean;

  Regression(const ShareMoments& moments, const SharePrior& prior)
      : scale(vector_of(prior.variance).cwiseSqrt()), prior_mean(vector_of(prior.mean)) {
    const Eigen::Map<const MatrixXd> all(moments.squares.data(), index(moments.size), index(moments.size));
    const auto gram = all.bottomRightCorner(scale.size(), scale.size());
    const auto cross = all.col(0).tail(scale.size());
    const VectorXd pulled = gram * prior_mean;
    squares_at_mean = all(0, 0) - 2 * cross.dot(prior_mean) + prior_mean.dot(pulled);
    offset = scale.cwiseProduct(cross - pulled);
    MatrixXd system = scale.asDiagonal() * gram * scale.asDiagonal();
    system.diagonal().array() += 1;
    llt.compute(system);
  }

  VectorXd mean() const { return prior_mean + scale.cwiseProduct(llt.solve(offset)); }
  MatrixXd covariance() const {
    const MatrixXd identity = MatrixXd::Identity(scale.size(), scale.size());
    return scale.asDiagonal() * llt.solve(identity) * scale.asDiagonal();
  }
};

// What the backward pass needs of the forward pass.
struct Filtered {
  RowMatrix state, innovation;  // periods × (columns + 1)
  std::vector<double> level_variance, total;
};

Filtered filter_and_keep(const ShareSeries& series, double drift) {
  const std::size_t periods = series.design.periods;
  Filtered kept{RowMatrix(index(periods), index(series.design.columns + 1)), {}, {}, {}};
  kept.innovation = kept.state;
  kept.level_variance.resize(periods);
  kept.total.resize(periods);
  filter(series, drift,
         [&](std::size_t t, const VectorXd& state, const VectorXd& innovation, double level_variance, double total) {
           kept.state.row(index(t)) = state;
           kept.innovation.row(index(t)) = innovation;
           kept.level_variance[t] = level_variance;
           kept.total[t] = total;
         });
  return kept;
}

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
  for (std::size_t t = 0; t < periods; ++t) {
    design.rows.push_back(1);
    for (const double frequency : frequencies) {
      const double angle = 2 * std::numbers::pi * frequency * static_cast<double>(t);
      design.rows.push_back(std::numbers::sqrt2 * (frequency > 0 ? std::cos(angle) : std::sin(-angle)));
    }
  }
  return design;
}

// Innovations are collected in blocks: a product of two blocks is several times faster than as many rank-one updates.
ShareMoments share_moments(const ShareSeries& series, double drift) {
  StopToken().check();  // smoothing spends its time here, milliseconds for each call
  constexpr Eigen::Index block_rows = 64;
  const Eigen::Index size = index(series.design.columns + 1);
  ShareMoments moments{series.design.columns + 1, {}, 0, 0};
  MatrixXd squares = MatrixXd::Zero(size, size);
  MatrixXd block(size, block_rows);
  Eigen::Index filled = 0;
  filter(series, drift, [&](std::size_t, const VectorXd&, const VectorXd& innovation, double, double total) {
    if (!std::isfinite(total)) return;
    block.col(filled++) = innovation / std::sqrt(total);
    moments.log_determinant += std::log(total);
    ++moments.observed;
    if (filled < block_rows) return;
    squares.noalias() += block * block.transpose();
    filled = 0;
  });
  squares.noalias() += block.leftCols(filled) * block.leftCols(filled).transpose();
  moments.squares.assign(squares.data(), squares.data() + squares.size());
  return moments;
}

double log_likelihood(const ShareMoments& moments, const SharePrior& prior) {
  const Regression regression(moments, prior);
  const VectorXd whitened = regression.llt.matrixL().solve(regression.offset);
  const double log_determinant =
      moments.log_determinant + 2 * regression.llt.matrixLLT().diagonal().array().log().sum();
  return -0.5 * (log_determinant + regression.squares_at_mean - whitened.squaredNorm() +
                 static_cast<double>(moments.observed) * std::log(2 * std::numbers::pi));
}

SharePosterior share_posterior(const ShareSeries& series, double drift, const SharePrior& prior) {
  const Filtered kept = filter_and_keep(series, drift);
  const Regression regression(share_moments(series, drift), prior);
  const VectorXd beta = regression.mean();
  const MatrixXd covariance = regression.covariance();
  const std::size_t periods = series.design.periods;
  const Eigen::Index columns = beta.size();
  SharePosterior posterior{std::vector<double>(periods), std::vector<double>(periods), std::vector<double>(periods),
                           std::vector<double>(periods)};
  VectorXd carried = VectorXd::Zero(columns + 1);  // Σ⁻¹ of the walk alone, applied to r and x, summed over later t
  double carried_precision = 0;
  VectorXd pull(columns + 1);
  VectorXd level(columns + 1);
  VectorXd gap(columns);
  for (std::size_t t = periods; t-- > 0;) {
    const double level_variance = kept.level_variance[t];
    if (const double total = kept.total[t]; std::isfinite(total)) {
      const double gain = level_variance / total;
      pull = kept.innovation.row(index(t)).transpose() / total - gain * carried;
      const double alone = 1 / total + gain * gain * carried_precision;
      gap = pull.tail(columns);
      posterior.pull[t] = pull[0] - gap.dot(beta);
      // Never all of it: a period that only its own coefficient explains says nothing about itself.
      posterior.precision[t] = std::max(alone - gap.dot(covariance * gap), 1e-9 * alone);
      carried += pull;
      carried_precision = 1 / total + (1 - gain) * (1 - gain) * carried_precision;
    }
    level = kept.state.row(index(t)).transpose() + level_variance * carried;
    gap = vector_of(series.design.row(t)) - level.tail(columns);
    posterior.mean[t] = level[0] + gap.dot(beta);
    posterior.variance[t] =
        std::max(0.0, level_variance - level_variance * level_variance * carried_precision) + gap.dot(covariance * gap);
  }
  return posterior;
}

ShareFilter::ShareFilter(SharePrior prior, double drift)
    : drift_(drift), mean_(std::move(prior.mean)), covariance_(mean_.size() * mean_.size()) {
  for (std::size_t j = 0; j < mean_.size(); ++j) covariance_[j * mean_.size() + j] = prior.variance[j];
}

std::vector<double> ShareFilter::loading_times_covariance(std::span<const double> x) const {
  std::vector<double> product(x.size());
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = 0; j < x.size(); ++j) product[j] += x[i] * covariance_[i * x.size() + j];
  }
  return product;
}

ShareFilter::Prediction ShareFilter::predict(std::span<const double> x) const {
  const std::vector<double> product = loading_times_covariance(x);
  return {vector_of(x).dot(vector_of(mean_)), std::max(0.0, vector_of(x).dot(vector_of(product)))};
}

void ShareFilter::observe(std::span<const double> x, double share, double variance) {
  const std::vector<double> product = loading_times_covariance(x);
  const double total = vector_of(x).dot(vector_of(product)) + variance;
  const double innovation = share - vector_of(x).dot(vector_of(mean_));
  for (std::size_t i = 0; i < x.size(); ++i) {
    const double gain = product[i] / total;
    mean_[i] += gain * innovation;
    for (std::size_t j = 0; j < x.size(); ++j) covariance_[i * x.size() + j] -= gain * product[j];
  }
}

}  // namespace sourdine
