#include "sourdine/range/tree_model.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <cmath>
#include <limits>

#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

constexpr double unmeasured = std::numeric_limits<double>::infinity();

// Least squares as it is defined: the leaves that fit all measurements best, and their covariance. A root of variance 0
// is a constraint, put in exactly by eliminating the last leaf.
struct Dense {
  Eigen::VectorXd leaves;
  Eigen::MatrixXd covariance;

  Dense(const TreeModel& model, const std::vector<std::vector<double>>& measurements) {
    const TreeShape& shape = model.shape();
    const auto n = static_cast<Eigen::Index>(shape.size());
    const bool total_is_known = model.level_variance(0) == 0;
    // leaves = offset + basis · free
    const Eigen::Index free = total_is_known ? n - 1 : n;
    Eigen::MatrixXd basis = Eigen::MatrixXd::Identity(n, free);
    Eigen::VectorXd offset = Eigen::VectorXd::Zero(n);
    if (total_is_known) {
      basis.row(n - 1).setConstant(-1);
      offset(n - 1) = measurements[0][0];
    }
    Eigen::MatrixXd normal = Eigen::MatrixXd::Zero(free, free);
    Eigen::VectorXd right = Eigen::VectorXd::Zero(free);
    for (unsigned level = total_is_known ? 1 : 0; level <= shape.height(); ++level) {
      if (model.level_variance(level) == unmeasured) continue;
      for (std::uint64_t i = 0; i < shape.count(level); ++i) {
        const Range range = shape.leaves({level, i});
        const auto first = static_cast<Eigen::Index>(range.first);
        const auto length = static_cast<Eigen::Index>(range.length());
        const Eigen::RowVectorXd row = basis.middleRows(first, length).colwise().sum();
        const double seen = measurements[level][i] - offset.segment(first, length).sum();
        normal += row.transpose() * row / model.level_variance(level);
        right += row.transpose() * seen / model.level_variance(level);
      }
    }
    const Eigen::MatrixXd inverse =
        free == 0 ? Eigen::MatrixXd(0, 0) : Eigen::MatrixXd(normal.ldlt().solve(Eigen::MatrixXd::Identity(free, free)));
    leaves = offset + basis * (inverse * right);
    covariance = basis * inverse * basis.transpose();
  }
};

std::vector<std::vector<double>> some_measurements(const TreeModel& model, std::uint64_t seed) {
  SeededBits random(seed);
  std::vector<std::vector<double>> measurements(model.shape().height() + 1);
  for (unsigned level = 0; level < measurements.size(); ++level) {
    for (std::uint64_t i = 0; i < model.shape().count(level); ++i) {
      measurements[level].push_back(static_cast<double>(random.below(1000)) / 8);
    }
  }
  return measurements;
}

std::vector<double> level_variances(unsigned height, double root, bool is_even) {
  std::vector<double> variances(height + 1, 2);
  for (unsigned level = 1; level <= height && !is_even; ++level) variances[level] = 0.5 + 1.75 * level * level;
  variances[0] = root;
  return variances;
}

void expect_least_squares(const TreeModel& model) {
  const auto measurements = some_measurements(model, model.shape().size() * 100 + model.shape().degree());
  const Dense dense(model, measurements);
  const std::vector<double> sums = model.running_sums(measurements);
  const std::uint64_t size = model.shape().size();
  ASSERT_EQ(sums.size(), size + 1);
  const double scale = dense.leaves.cwiseAbs().maxCoeff() + dense.leaves.cwiseAbs().sum();
  for (std::uint64_t first = 0; first < size; ++first) {
    for (std::uint64_t last = first; last < size; last += 1 + size / 16) {
      const auto at = static_cast<Eigen::Index>(first), length = static_cast<Eigen::Index>(last - first + 1);
      ASSERT_NEAR(sums[last + 1] - sums[first], dense.leaves.segment(at, length).sum(), 1e-12 * scale);
      const double variance = dense.covariance.block(at, at, length, length).sum();
      ASSERT_NEAR(model.variance({first, last}), variance, 1e-11 * (1 + dense.covariance.cwiseAbs().sum()));
    }
  }
}

TEST(TreeModel, EqualsDenseLeastSquaresWhateverTheWeightsAndTheShape) {
  for (const std::uint64_t degree : {2U, 3U, 4U, 8U, 16U}) {
    for (const std::uint64_t size : {1U, 2U, 5U, 16U, 27U, 40U, 61U, 64U}) {
      for (const double root : {unmeasured, 0.0, 3.0}) {
        for (const bool is_even : {true, false}) {
          SCOPED_TRACE(::testing::Message() << size << " leaves, degree " << degree << ", root " << root);
          const TreeShape shape(size, degree);
          expect_least_squares(TreeModel(shape, level_variances(shape.height(), root, is_even)));
        }
      }
    }
  }
}

TEST(TreeModel, LevelsInBetweenNeedNotBeMeasured) {
  expect_least_squares(TreeModel(TreeShape(27, 3), {unmeasured, 2, unmeasured, 1}));
  expect_least_squares(TreeModel(TreeShape(50, 4), {0, unmeasured, 2, 1}));
}

// The vector of methods F2 (Hay et al., equal variances).
TEST(TreeModel, HasTheKnownValues) {
  const TreeModel model(TreeShape(4, 2), {1, 1, 1});
  const std::vector<double> sums = model.running_sums(std::vector<std::vector<double>>{{20}, {13, 9}, {6, 5, 7, 3}});
  EXPECT_NEAR(sums[4], 20.71428571, 5e-9);
  EXPECT_NEAR(sums[2], 11.85714286, 5e-9);
  EXPECT_NEAR(sums[1], 6.42857143, 5e-9);
  EXPECT_NEAR(sums[3] - sums[2], 6.42857143, 5e-9);
}

// The averages of methods F2 over all proper ranges, in units of 2/ε²: noise of scale h/ε on every level, root public.
double average(std::uint64_t size, std::uint64_t degree, bool is_adjusted, double per_level) {
  const TreeShape shape(size, degree);
  const double variance = std::pow(shape.height(), per_level);
  std::vector<double> variances(shape.height() + 1, variance);
  variances[0] = 0;
  const TreeModel model(shape, variances);
  double sum = 0;
  std::uint64_t ranges = 0;
  for (std::uint64_t first = 0; first < size; ++first) {
    for (std::uint64_t last = first; last < size; ++last) {
      const Range range{first, last};
      if (range.length() == size) continue;
      sum += is_adjusted ? model.variance(range) : model.unadjusted_variance(range);
      ++ranges;
    }
  }
  return sum / static_cast<double>(ranges);
}

TEST(TreeModel, AveragesAreThoseOfTheLiterature) {
  EXPECT_NEAR(average(64, 64, true, 2), 10.83, 0.005);
  EXPECT_NEAR(average(64, 2, false, 2), 149.61, 0.005);
  EXPECT_NEAR(average(64, 2, true, 2), 43.60, 0.005);
  EXPECT_NEAR(average(64, 4, false, 2), 53.19, 0.005);
  EXPECT_NEAR(average(64, 4, true, 2), 19.76, 0.005);
  EXPECT_NEAR(average(64, 8, false, 2), 33.62, 0.005);
  EXPECT_NEAR(average(64, 8, true, 2), 13.58, 0.005);
  EXPECT_NEAR(average(256, 2, false, 2), 387, 0.5);
  EXPECT_NEAR(average(256, 2, true, 2), 99.2, 0.05);
  EXPECT_NEAR(average(256, 4, false, 2), 139.8, 0.05);
  EXPECT_NEAR(average(256, 4, true, 2), 47.2, 0.05);
  EXPECT_NEAR(average(256, 16, false, 2), 75.5, 0.05);
  EXPECT_NEAR(average(256, 16, true, 2), 29.5, 0.05);
  // The flat histogram's average length, (N + 2)/3.
  EXPECT_NEAR(average(256, 256, false, 2), 86, 0.5);
  EXPECT_LE(average(256, 16, true, 2), 0.36 * 86);
}

// Local (methods F5): a level gets a share 1/h of the reports, so its variance grows with h, not with h².
TEST(TreeModel, AveragesOfTheLocalTreeAreThoseOfTheLiterature) {
  EXPECT_NEAR(average(64, 2, false, 1), 24.94, 0.005);
  EXPECT_NEAR(average(64, 2, true, 1), 7.27, 0.005);
  EXPECT_NEAR(average(64, 4, true, 1), 6.59, 0.005);
  EXPECT_NEAR(average(64, 8, true, 1), 6.79, 0.005);
  EXPECT_NEAR(average(256, 4, true, 1), 11.8, 0.05);
  EXPECT_NEAR(average(256, 16, true, 1), 14.7, 0.05);
  EXPECT_LE(average(256, 4, true, 1), 0.15 * 86);
}

}  // namespace
}  // namespace sourdine
