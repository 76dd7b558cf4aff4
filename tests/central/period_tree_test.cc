// The least squares over the calendar against the normal equations, solved densely.
#include "sourdine/central/period_tree.h"

#include <gtest/gtest.h>

#include <Eigen/Dense>
#include <limits>

#include "sourdine/central/design.h"
#include "sourdine/central/estimates.h"

namespace sourdine {
namespace {

using namespace std::chrono;

constexpr double none = std::numeric_limits<double>::infinity();

EventsConfig days_of(local_days from, local_days to) {
  EventsConfig events;
  events.from = from;
  events.to = to;
  return events;
}

PeriodTree tree_of(const EventsConfig& events, std::initializer_list<Period> periods) {
  std::vector<Timeline> levels;
  for (const Period period : periods) {
    levels.emplace_back(period, local_seconds(*events.from), local_seconds(*events.to) + days(1) - seconds(1));
  }
  return {levels, central_covered_days(events)};
}

// One row per measured node: which leaves it sums.
struct Equations {
  Eigen::MatrixXd sums;
  Eigen::VectorXd weights;
};

Equations equations_of(const PeriodTree& tree, const std::vector<double>& variances) {
  std::vector<Eigen::RowVectorXd> rows;
  std::vector<double> weights;
  const auto leaves = static_cast<Eigen::Index>(tree.leaves().size());
  for (std::size_t level = 0; level < tree.height(); ++level) {
    for (std::size_t node = 0; node < tree.size(level) && variances[level] != none; ++node) {
      if (!tree.is_counted(level, node)) continue;
      Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(leaves);
      for (Eigen::Index leaf = 0; leaf < leaves; ++leaf) {
        const auto place = static_cast<std::size_t>(leaf);
        const bool is_below = tree.timeline(level).index(tree.leaves().start(place)) == node;
        row[leaf] = is_below && tree.is_counted(tree.height() - 1, place) ? 1 : 0;
      }
      rows.push_back(row);
      weights.push_back(1 / variances[level]);
    }
  }
  Equations equations{Eigen::MatrixXd(static_cast<Eigen::Index>(rows.size()), leaves),
                      Eigen::Map<Eigen::VectorXd>(weights.data(), static_cast<Eigen::Index>(weights.size()))};
  for (std::size_t i = 0; i < rows.size(); ++i) equations.sums.row(static_cast<Eigen::Index>(i)) = rows[i];
  return equations;
}

// (AᵀWA)⁺: leaves that are not counted have no row, and stay 0.
Eigen::MatrixXd covariance_of(const Equations& equations) {
  const Eigen::MatrixXd normal = equations.sums.transpose() * equations.weights.asDiagonal() * equations.sums;
  return normal.completeOrthogonalDecomposition().pseudoInverse();
}

void expect_dense(const PeriodTree& tree, const std::vector<double>& variances) {
  const Equations equations = equations_of(tree, variances);
  const Eigen::MatrixXd covariance = covariance_of(equations);
  const PeriodLeastSquares squares(tree, variances);
  // Any numbers will do: both are linear.
  std::vector<std::vector<double>> measured(tree.height());
  Eigen::VectorXd all(equations.sums.rows());
  Eigen::Index next = 0;
  for (std::size_t level = 0; level < tree.height(); ++level) {
    for (std::size_t node = 0; node < tree.size(level) && variances[level] != none; ++node) {
      const bool is_counted = tree.is_counted(level, node);
      measured[level].push_back(is_counted ? static_cast<double>((node * 37 + level * 11) % 19) : 0);
      if (is_counted) all[next++] = measured[level].back();
    }
  }
  const Eigen::VectorXd expected = covariance * equations.sums.transpose() * equations.weights.asDiagonal() * all;
  const std::vector<double> leaves = squares.leaves(measured);
  for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
    EXPECT_NEAR(leaves[leaf], expected[static_cast<Eigen::Index>(leaf)], 1e-8) << leaf;
  }
  for (std::size_t level = 0; level < tree.height(); ++level) {
    for (std::size_t node = 0; node < tree.size(level); ++node) {
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(leaves.size()));
      for (std::size_t leaf = 0; leaf < leaves.size(); ++leaf) {
        if (tree.timeline(level).index(tree.leaves().start(leaf)) == node) sum[static_cast<Eigen::Index>(leaf)] = 1;
      }
      EXPECT_NEAR(squares.variance(level, node), sum.dot(covariance * sum), 1e-8) << level << " " << node;
    }
  }
  for (std::size_t first = 0; first < leaves.size(); first += 5) {
    for (std::size_t end = first + 1; end <= leaves.size(); end += 6) {
      Eigen::VectorXd sum = Eigen::VectorXd::Zero(static_cast<Eigen::Index>(leaves.size()));
      for (std::size_t leaf = first; leaf < end; ++leaf) sum[static_cast<Eigen::Index>(leaf)] = 1;
      EXPECT_NEAR(squares.variance_of_leaves(first, end), sum.dot(covariance * sum), 1e-8) << first << " " << end;
    }
  }
}

TEST(PeriodTree, LeastSquaresSolveTheNormalEquations) {
  const EventsConfig events = days_of(local_days(2023y / November / 20), local_days(2024y / January / 10));
  expect_dense(tree_of(events, {Period::year, Period::month, Period::day}), {7, 3, 2});
  expect_dense(tree_of(events, {Period::year, Period::month, Period::day}), {none, 3, 2});
  expect_dense(tree_of(events, {Period::month, Period::day}), {0.5, 40});
  expect_dense(tree_of(events, {Period::day}), {2});
}

TEST(PeriodTree, MissingDaysAreZeroAndNothingIsMeasuredOfThem) {
  EventsConfig events = days_of(local_days(2023y / November / 20), local_days(2024y / January / 10));
  events.missing = {{local_days(2023y / December / 1), local_days(2023y / December / 31)},
                    {local_days(2024y / January / 3), local_days(2024y / January / 3)}};
  const PeriodTree tree = tree_of(events, {Period::year, Period::month, Period::day});
  expect_dense(tree, {7, 3, 2});
  EXPECT_FALSE(tree.is_counted(1, 1));
  EXPECT_EQ(tree.counted(2), 52U - 32U);
}

// Regions and total, over the calendar: the estimates against the normal equations of everything that is measured.
TEST(CentralEstimates, SolveTheNormalEquationsOfBothHierarchies) {
  const EventsConfig events = days_of(local_days(2024y / January / 29), local_days(2024y / February / 3));
  const PeriodTree tree = tree_of(events, {Period::month, Period::day});
  constexpr std::size_t k = 3;
  const std::size_t days = tree.leaves().size();
  std::vector<CentralLevelNoise> noises;
  noises.push_back(
      {std::make_unique<DiscreteLaplace>(LaplaceScale{5, 1}), std::make_unique<DiscreteLaplace>(LaplaceScale{2, 1})});
  noises.push_back(
      {std::make_unique<DiscreteLaplace>(LaplaceScale{3, 1}), std::make_unique<DiscreteLaplace>(LaplaceScale{4, 1})});
  std::vector<CentralMeasurement> measured(2);
  std::vector<Eigen::RowVectorXd> rows;
  std::vector<double> weights, numbers;
  std::int64_t next = 1;
  const auto number = [&] { return next = (next * 29 + 7) % 31 - 4; };
  for (std::size_t level = 0; level < 2; ++level) {
    for (std::size_t node = 0; node < tree.size(level); ++node) {
      for (std::size_t v = 0; v <= k; ++v) {  // the last one is the total
        const bool is_total = v == k;
        auto& list = is_total ? measured[level].totals : measured[level].regions;
        list.push_back(number());
        Eigen::RowVectorXd row = Eigen::RowVectorXd::Zero(static_cast<Eigen::Index>(days * k));
        for (std::size_t i = 0; i < days * k; ++i) {
          const bool is_node = tree.timeline(level).index(tree.leaves().start(i / k)) == node;
          row[static_cast<Eigen::Index>(i)] = is_node && (is_total || i % k == v) ? 1 : 0;
        }
        rows.push_back(row);
        numbers.push_back(static_cast<double>(list.back()));
        weights.push_back(1 / (is_total ? noises[level].totals : noises[level].regions)->variance());
      }
    }
  }
  Eigen::MatrixXd sums(static_cast<Eigen::Index>(rows.size()), static_cast<Eigen::Index>(days * k));
  for (std::size_t i = 0; i < rows.size(); ++i) sums.row(static_cast<Eigen::Index>(i)) = rows[i];
  const Eigen::Map<Eigen::VectorXd> y(numbers.data(), sums.rows()), w(weights.data(), sums.rows());
  const Eigen::MatrixXd covariance = (sums.transpose() * w.asDiagonal() * sums).inverse();
  const Eigen::VectorXd expected = covariance * sums.transpose() * w.asDiagonal() * y;

  const CentralEstimates estimates(tree, k, noises, measured);
  const PeriodEstimates by_day = estimates.of(Period::day, 0.95), by_month = estimates.of(Period::month, 0.95);
  for (std::size_t i = 0; i < days * k; ++i) {
    const auto place = static_cast<Eigen::Index>(i);
    EXPECT_NEAR(by_day.plain[i].value, expected[place], 1e-4);
    EXPECT_NEAR(by_day.plain[i].std_error, std::sqrt(covariance(place, place)), 1e-8);
  }
  for (std::size_t month = 0; month < 2; ++month) {
    Eigen::VectorXd total = Eigen::VectorXd::Zero(sums.cols());
    for (std::size_t v = 0; v < k; ++v) {
      Eigen::VectorXd region = Eigen::VectorXd::Zero(sums.cols());
      for (std::size_t i = v; i < days * k; i += k) {
        if (tree.timeline(0).index(tree.leaves().start(i / k)) == month) region[static_cast<Eigen::Index>(i)] = 1;
      }
      EXPECT_NEAR(by_month.at(month, v).value, region.dot(expected), 2e-3);
      EXPECT_NEAR(by_month.at(month, v).std_error, std::sqrt(region.dot(covariance * region)), 1e-8);
      total += region;
    }
    EXPECT_NEAR(by_month.total_estimates[month].std_error, std::sqrt(total.dot(covariance * total)), 1e-8);
  }
}

}  // namespace
}  // namespace sourdine
