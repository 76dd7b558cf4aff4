#include "sourdine/anonymity/models.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <numeric>

#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::error_code;

// The diseases of the thesis' Table 2.2, in its order of rows: 0 tuberculosis, 1 heart, 2 viral, 3 cancer.
const CodedColumn disease{{0, 1, 2, 2, 3, 1, 2, 2, 3, 3, 3, 3}, 4};
const CodedColumn zip_and_age{{0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, 3};

struct Facts {
  std::vector<double> distinct, entropy, closeness;
};

Facts facts_of(GroundDistance distance, const Hierarchy* hierarchy = nullptr) {
  const Classes classes = group_rows(std::vector{zip_and_age});
  const ClassHistograms histograms(classes, disease);
  Facts facts;
  for (std::size_t i = 0; i < classes.count(); ++i) {
    facts.distinct.push_back(static_cast<double>(distinct_l(histograms.in_class(i))));
    facts.entropy.push_back(entropy_l(histograms.in_class(i)));
    facts.closeness.push_back(distance_from_table(histograms.in_class(i), histograms.all(), distance, hierarchy));
  }
  return facts;
}

void expect_near(const std::vector<double>& seen, const std::vector<double>& expected) {
  ASSERT_EQ(seen.size(), expected.size());
  for (std::size_t i = 0; i < seen.size(); ++i) EXPECT_NEAR(seen[i], expected[i], 5e-8) << i;
}

TEST(AnonymityModels, TheThesisTableIsFourAnonymousAndOneDiverse) {
  const Classes classes = group_rows(std::vector{zip_and_age});
  EXPECT_EQ(classes.smallest(), 4U);
  const Facts facts = facts_of(GroundDistance::equal);
  expect_near(facts.distinct, {3, 3, 1});
  expect_near(facts.entropy, {2.828427125, 2.828427125, 1});
  expect_near(facts.closeness, {0.416666667, 0.25, 0.583333333});
}

TEST(AnonymityModels, OrderedDistanceIsThatOfCumulativeShares) {
  // p = (1/4, 1/4, 1/2, 0), q = (1, 2, 4, 5)/12: cumulative differences 2/12, 3/12, 5/12.
  expect_near({facts_of(GroundDistance::ordered).closeness[0]}, {(2.0 + 3 + 5) / 12 / 3});
}

// Hierarchical distance against the earth mover's, solved by hand for two levels: moves within a group cost 1/2.
TEST(AnonymityModels, HierarchicalDistancePrefersShortWays) {
  const Hierarchy groups("disease", {{"0", "a", "*"}, {"1", "a", "*"}, {"2", "b", "*"}, {"3", "b", "*"}});
  // Class 2: p − q = (−1, −2, −4, +7)/12: 4 move within b at 1/2, 3 to a at 1.
  expect_near({facts_of(GroundDistance::hierarchy, &groups).closeness[2]}, {4.0 / 12 / 2 + 3.0 / 12});
  // A flat hierarchy is the equal distance.
  const Hierarchy flat("disease", {{"0", "*"}, {"1", "*"}, {"2", "*"}, {"3", "*"}});
  expect_near(facts_of(GroundDistance::hierarchy, &flat).closeness, facts_of(GroundDistance::equal).closeness);
}

TEST(AnonymityModels, RecursiveDiversityComparesTheMostFrequentWithTheRest) {
  const std::vector<ClassHistograms::Count> counts = {{0, 3}, {1, 5}, {2, 1}};
  EXPECT_DOUBLE_EQ(recursive_ratio(counts, 1), 5.0 / 9);
  EXPECT_DOUBLE_EQ(recursive_ratio(counts, 2), 5.0 / 4);
  EXPECT_DOUBLE_EQ(recursive_ratio(counts, 3), 5.0);
  EXPECT_EQ(recursive_ratio(counts, 4), std::numeric_limits<double>::infinity());
  const std::vector<std::uint32_t> table = {3, 5, 1};
  const SensitiveModel at{.recursive = SensitiveModel::Recursive{1.25, 2}};
  const SensitiveModel above{.recursive = SensitiveModel::Recursive{1.26, 2}};
  EXPECT_FALSE(at.holds(counts, table));  // strictly less
  EXPECT_TRUE(above.holds(counts, table));
}

TEST(AnonymityModels, BoundsAreMetWithEquality) {
  const std::vector<ClassHistograms::Count> counts = {{0, 2}, {1, 2}, {2, 2}};
  const std::vector<std::uint32_t> table = {4, 2, 3};
  EXPECT_TRUE((SensitiveModel{.distinct_l = 3, .entropy_l = 3}.holds(counts, table)));
  EXPECT_FALSE((SensitiveModel{.distinct_l = 4}.holds(counts, table)));
  const double t = distance_from_table(counts, table, GroundDistance::equal);
  EXPECT_TRUE((SensitiveModel{.t = t}.holds(counts, table)));
  EXPECT_FALSE((SensitiveModel{.t = t - 1e-6}.holds(counts, table)));
}

TEST(AnonymityModels, NumbersThatCannotBeAreRefused) {
  for (const SensitiveModel& bad :
       {SensitiveModel{.distinct_l = 0}, SensitiveModel{.entropy_l = 0.5}, SensitiveModel{.entropy_l = std::nan("")},
        SensitiveModel{.recursive = SensitiveModel::Recursive{0, 2}},
        SensitiveModel{.recursive = SensitiveModel::Recursive{1, 0}}, SensitiveModel{.t = 1.5},
        SensitiveModel{.t = -0.1}, SensitiveModel{.distance = GroundDistance::hierarchy}}) {
    EXPECT_EQ(error_code([&] { bad.require_valid(); }), ErrorCode::bad_input);
  }
}

// Few values are counted in a table, many in order: both as they are counted one by one.
TEST(AnonymityModels, HistogramsAreThoseOfTheRows) {
  SeededBits random(8011);
  for (const Value size : {Value{2}, Value{500}}) {
    constexpr std::size_t rows = 2000;
    CodedColumn quasi{{}, 300}, sensitive{{}, size};
    for (std::size_t row = 0; row < rows; ++row) {
      quasi.codes.push_back(static_cast<Value>(random.below(300)));
      sensitive.codes.push_back(static_cast<Value>(random.below(size)));
    }
    const Classes classes = group_rows({&quasi, 1});
    const ClassHistograms histograms(classes, sensitive);
    std::map<std::pair<std::uint32_t, Value>, std::uint32_t> counted;
    for (std::size_t row = 0; row < rows; ++row) ++counted[{classes.class_of[row], sensitive.codes[row]}];
    std::map<std::pair<std::uint32_t, Value>, std::uint32_t> found;
    std::vector<std::uint32_t> all(size);
    for (std::uint32_t i = 0; i < classes.count(); ++i) {
      const auto counts = histograms.in_class(i);
      EXPECT_TRUE(std::is_sorted(counts.begin(), counts.end(), [](auto a, auto b) { return a.value < b.value; }));
      for (const auto& count : counts) {
        found[{i, count.value}] = count.rows;
        all[count.value] += count.rows;
      }
    }
    EXPECT_EQ(found, counted);
    EXPECT_TRUE(std::ranges::equal(histograms.all(), all));
  }
}

}  // namespace
}  // namespace sourdine
