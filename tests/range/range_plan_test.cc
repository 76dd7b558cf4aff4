#include "sourdine/range/range_plan.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sourdine/range/local_tree.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::input_error;

constexpr double unit = 1;

// A tree measured with one variance on every level below a known root.
TreeModel even_model(std::uint64_t size, std::uint64_t degree, double variance) {
  const TreeShape shape(size, degree);
  std::vector<double> variances(shape.height() + 1, variance);
  variances[0] = 0;
  return {shape, variances};
}

double mean_unadjusted(const TreeModel& model, std::uint64_t length) {
  double sum = 0;
  const std::uint64_t places = model.shape().size() - length + 1;
  for (std::uint64_t first = 0; first < places; ++first) sum += model.unadjusted_variance({first, first + length - 1});
  return sum / static_cast<double>(places);
}

// The smallest length beyond which a tree whose levels have variance `level_variance` beats the flat histogram, both
// unadjusted. Searched downwards from `from`.
std::uint64_t break_even(std::uint64_t size, std::uint64_t degree, double level_variance, std::uint64_t from) {
  const TreeModel model = even_model(size, degree, level_variance);
  std::uint64_t length = std::min(size, from);
  while (length > 1 && mean_unadjusted(model, length - 1) < static_cast<double>(length - 1) * unit) --length;
  return length;
}

// Methods F8. Local: h levels share the reports, so a node has h times the variance of the flat histogram's, and a
// range at most 2(B−1)h nodes: beyond 2Bh² the tree wins for certain.
TEST(RangePlan, GivesEveryLengthOfAListItsWeight) {
  const TreeModel model = central_model({256, 16, 1});
  const auto mean_variance = [&](std::uint64_t length) {
    return Workload::of_length(256, length).mean_variance(model);
  };
  const double mixed = Workload::of_lengths(256, std::vector<std::uint64_t>{1, 1, 100}).mean_variance(model);
  EXPECT_NEAR(mixed / ((2 * mean_variance(1) + mean_variance(100)) / 3), 1, 0.01);
}

TEST(RangePlan, LocalTreesBeatFlatHistogramsFromTheKnownLengths) {
  const auto local = [](std::uint64_t size, std::uint64_t degree) {
    const std::uint64_t h = TreeShape(size, degree).height();
    return break_even(size, degree, static_cast<double>(h), 2 * degree * h * h);
  };
  EXPECT_EQ(local(64, 2), 30U);
  EXPECT_EQ(local(256, 2), 44U);
  EXPECT_EQ(local(64, 4), 20U);
  EXPECT_EQ(local(256, 4), 28U);
  EXPECT_EQ(local(2048, 8), 50U);
  EXPECT_NEAR(static_cast<double>(local(2048, 4)), 48, 1);
}

// Central: h + 1 levels share ε, so a node has (h + 1)² times the variance. The published rule 2Bh² is far too low
// here.
TEST(RangePlan, CentralTreesBeatFlatHistogramsMuchLater) {
  const auto central = [](std::uint64_t size, std::uint64_t degree) {
    const double levels = TreeShape(size, degree).height() + 1;
    return break_even(size, degree, levels * levels, size);
  };
  EXPECT_EQ(central(512, 8), 288U);
  EXPECT_GE(central(256, 4), 255U);
}

TEST(RangePlan, WorkloadsAreTheRangesTheyName) {
  EXPECT_EQ(Workload::all_ranges(100).ranges.size(), 5050U);
  EXPECT_EQ(Workload::of_length(100, 30).ranges.size(), 71U);
  EXPECT_EQ(Workload::of_length(1 << 20, 30).ranges.size(), 1U << 14);
  EXPECT_EQ(input_error([] { Workload::of_length(10, 11); }), "ranges over 10 values cannot have length 11");
  EXPECT_EQ(input_error([] { Workload::of_lengths(10, {}); }), "a workload needs at least one length");
  EXPECT_EQ(input_error([] { Workload::of_list(10, {}); }), "a workload needs at least one range");
  EXPECT_EQ(input_error([] { Workload::of_list(10, {{3, 10}}); }), "the range 3 … 10 leaves the domain 0 … 9");
}

// Spread ranges stand for all of them: the means agree.
TEST(RangePlan, LargeWorkloadsAreSampledEvenly) {
  for (const std::uint64_t degree : {2U, 16U, 256U}) {
    const TreeModel model = even_model(256, degree, 2);
    double sum = 0;
    for (std::uint64_t first = 0; first < 256; ++first) {
      for (std::uint64_t last = first; last < 256; ++last) sum += model.variance({first, last});
    }
    EXPECT_NEAR(Workload::all_ranges(256).mean_variance(model) / (sum / (256 * 257 / 2)), 1, 0.01);
  }
}

TEST(RangePlan, RowsAreTheModelsMeansBestFirst) {
  const Workload workload = Workload::all_ranges(150);
  const auto rows = plan_ranges({.size = 150,
                                 .epsilon = 0.5,
                                 .model = PrivacyModel::central,
                                 .neighbours = Neighbours::replace,
                                 .reports = 0,
                                 .degrees = {2, 16, 150}},
                                workload);
  ASSERT_EQ(rows.size(), 3U);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const TreeModel model = central_model({150, rows[i].degree, 0.5, Neighbours::replace});
    EXPECT_DOUBLE_EQ(rows[i].std_error, std::sqrt(workload.mean_variance(model)));
    if (i > 0) {
      EXPECT_LE(rows[i - 1].std_error, rows[i].std_error);
    }
  }
}

// What methods F2, F5 and F8 conclude: large degrees, flat for short ranges, trees for long ones.
TEST(RangePlan, RecommendsWhatTheLiteratureDoes) {
  const auto best = [](std::uint64_t size, PrivacyModel model, const Workload& workload) {
    return plan_ranges(
               {.size = size, .epsilon = 1, .model = model, .neighbours = Neighbours::add_remove, .reports = 100'000},
               workload)
        .front();
  };
  EXPECT_EQ(best(2048, PrivacyModel::central, Workload::of_length(2048, 3)).structure, "flat");
  EXPECT_EQ(best(2048, PrivacyModel::local, Workload::of_length(2048, 3)).structure, "flat");
  const RangePlanRow central = best(4096, PrivacyModel::central, Workload::all_ranges(4096));
  EXPECT_EQ(central.structure, "tree");
  EXPECT_GE(central.degree, 8U);
  EXPECT_NE(best(4096, PrivacyModel::local, Workload::all_ranges(4096)).structure, "flat");
  EXPECT_EQ(best(1, PrivacyModel::central, Workload::all_ranges(1)).structure, "flat");
}

TEST(RangePlan, TakesTheBestTreeForTheColumnsOfAGrid) {
  const GridPlan best = plan_grid({.size = 400, .epsilon = 1}, 17);
  EXPECT_EQ(best.spec.row_degree, 17U);
  const Workload workload = Workload::all_ranges(400);
  for (const std::uint64_t degree : {2U, 8U, 20U, 400U}) {
    const GridPlan other = plan_grid({.size = 400, .epsilon = 1, .degrees = {degree}}, 17);
    EXPECT_EQ(other.spec.column_degree, degree);
    EXPECT_LE(best.std_error, other.std_error);
    // Mean over the workload as it is defined, from the answers' own variance.
    const GridModel model = grid_model(other.spec);
    const Range fifth_row{4, 4};
    double sum = 0;
    for (const Range& range : workload.ranges) sum += model.variance(std::span(&fifth_row, 1), range);
    EXPECT_NEAR(other.std_error, std::sqrt(sum / static_cast<double>(workload.ranges.size())), 1e-9);
  }
  EXPECT_EQ(input_error([] { plan_grid({.size = 4, .epsilon = 1, .model = PrivacyModel::local}, 3); }),
            "a grid is for the central model");
}

TEST(RangePlan, ErrorsOfLocalStructuresFallWithTheRootOfTheReports) {
  const Workload workload = Workload::all_ranges(64);
  const auto best_error = [&](std::uint64_t reports) {
    return plan_ranges({.size = 64,
                        .epsilon = 1,
                        .model = PrivacyModel::local,
                        .neighbours = Neighbours::add_remove,
                        .reports = reports,
                        .degrees = {4}},
                       workload)
               .front()
               .std_error /
           static_cast<double>(reports);
  };
  EXPECT_NEAR(best_error(10'000) / best_error(40'000), 2, 1e-9);
  EXPECT_EQ(input_error([&] {
              plan_ranges({64, 1, PrivacyModel::local}, workload);
            }),
            "a plan for local reports needs their number");
}

}  // namespace
}  // namespace sourdine
