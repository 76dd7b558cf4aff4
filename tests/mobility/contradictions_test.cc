// Statistics that no people have, and the linear programs over all patterns that scenarios must agree with.
#include <gtest/gtest.h>

#include <cmath>

#include "mobility/patterns.h"
#include "sourdine/base/error.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::as_numbers;
using testing::festival_unions;
using testing::pattern_program;
using testing::random_patterns;
using testing::unions_of;

TEST(LinearPrograms, AreSolved) {
  // Most of 3x + 2y with x + y ≤ 4, x + 3y ≤ 6, x ≤ 3: 3·3 + 2·1 at (3, 1).
  LinearProgram program;
  program.columns = {{.cost = -3, .lower = 0, .upper = 3}, {.cost = -2}};
  program.rows = {{.lower = -LinearProgram::unbounded, .upper = 4, .factors = {{0, 1}, {1, 1}}},
                  {.lower = -LinearProgram::unbounded, .upper = 6, .factors = {{0, 1}, {1, 3}}}};
  const auto optimum = solve(program);
  ASSERT_TRUE(optimum);
  EXPECT_NEAR(optimum->cost, -11, 1e-9);
  EXPECT_NEAR(optimum->values[0], 3, 1e-9);
  EXPECT_NEAR(optimum->values[1], 1, 1e-9);
  program.rows.push_back({.lower = 5, .upper = 6, .factors = {{0, 1}}});
  EXPECT_FALSE(solve(program));
  LinearProgram endless;
  endless.columns = {{.cost = -1}};
  EXPECT_EQ(testing::error_code([&] { solve(endless); }), ErrorCode::internal);
}

TEST(LinearPrograms, OverPatternsOfTheFestivalHaveTheRangesOfItsFlows) {
  const UnionStatistics statistics = festival_unions();
  LinearProgram program = pattern_program(statistics);
  const DayFlows flows(statistics);
  for (const DayPattern pattern : {0b1111111U, 0b0000011U, 0b0000001U, 0b1000000U, 0b0101010U, 0b0010000U}) {
    for (const double sign : {1.0, -1.0}) {
      program.columns[pattern - 1].cost = sign;
      const auto optimum = solve(program);
      ASSERT_TRUE(optimum);
      const PatternRange range = pattern_range(flows, pattern);
      EXPECT_NEAR(sign * optimum->cost, sign > 0 ? range.least : range.most, 1e-5) << pattern;
    }
    program.columns[pattern - 1].cost = 0;
  }
}

// Largest t with x_S ≥ t for all patterns.
double largest_smallest_by_program(const UnionStatistics& statistics) {
  LinearProgram program = pattern_program(statistics);
  const std::size_t patterns = program.columns.size();
  program.columns.push_back({.cost = -1});
  for (std::size_t i = 0; i < patterns; ++i) {
    program.rows.push_back({.lower = 0, .upper = LinearProgram::unbounded, .factors = {{i, 1}, {patterns, -1}}});
  }
  return -solve(program)->cost;
}

TEST(LinearPrograms, OverPatternsHaveTheLargestSmallestOfTheFlows) {
  SeededBits random(1);
  EXPECT_NEAR(largest_smallest_by_program(festival_unions()), largest_smallest(DayFlows(festival_unions())), 1e-6);
  for (int round = 0; round < 12; ++round) {
    const std::size_t days = 3 + static_cast<std::size_t>(round % 3);
    std::vector<double> people = random_patterns(days, random);
    for (std::size_t pattern = 1; pattern < people.size(); ++pattern) people[pattern] += 30;
    const auto statistics = UnionStatistics::of_patterns(numbered_days(days), people);
    EXPECT_NEAR(largest_smallest_by_program(statistics), largest_smallest(DayFlows(statistics)), 1e-6);
  }
}

// The least mean relative error, by the program over patterns with slacks.
double least_error_by_program(const UnionStatistics& statistics) {
  LinearProgram program = pattern_program(statistics);
  for (LinearProgram::Row& row : program.rows) {
    for (const double sign : {-1.0, 1.0}) {
      row.factors.emplace_back(program.columns.size(), sign);
      program.columns.push_back({.cost = 1 / std::max(row.lower, 1.0)});
    }
  }
  return solve(program)->cost / static_cast<double>(statistics.runs().size());
}

TEST(Contradictions, AreSolvedWithTheLeastErrorThatPatternsAllow) {
  SeededBits random(2);
  int contradictory = 0;
  for (int round = 0; contradictory < 30; ++round) {
    ASSERT_LT(round, 2000);
    const std::size_t days = 3 + static_cast<std::size_t>(round % 3);
    std::vector<double> people =
        UnionStatistics::of_patterns(numbered_days(days), random_patterns(days, random)).people();
    for (double& number : people) number = std::max(0.0, number + static_cast<double>(random.below(61)) - 30);
    if (testing::error_code([&] { UnionStatistics(numbered_days(days), people); })) continue;  // not monotone
    const UnionStatistics statistics(numbered_days(days), people);
    const Scenario scenario = make_scenario(statistics);
    EXPECT_NEAR(scenario.mean_relative_error, least_error_by_program(statistics), 1e-9);
    if (DayFlows(statistics).least() >= 0) {
      EXPECT_TRUE(scenario.moved.empty());
      continue;
    }
    ++contradictory;
    EXPECT_GE(scenario.flows.least(), 0);
    EXPECT_FALSE(scenario.moved.empty());
    // What was moved is said, and everything else is as it was given.
    std::vector<double> expected = statistics.people();
    for (const MovedStatistic& moved : scenario.moved) {
      EXPECT_EQ(moved.given, statistics.people(moved.days));
      expected[day_run_index(days, moved.days)] = moved.used;
    }
    EXPECT_LT(testing::largest_relative_error(unions_of(scenario.people, days), expected), 1e-8);
    for (std::size_t i = 0; i < expected.size(); ++i) {
      EXPECT_NEAR(unions_of(as_numbers(scenario.whole), days)[i], expected[i], static_cast<double>(days));
    }
  }
}

TEST(Contradictions, NameWhatWasMoved) {
  // All three days have at most U(1,2) + U(2,3) − U(2,2) people: 30 in the first case, 22 in the second. There,
  // lowering 25 to 22 is the smallest of the relative changes that would do.
  EXPECT_TRUE(make_scenario({numbered_days(3), {10, 20, 28, 10, 20, 10}}).moved.empty());
  const UnionStatistics impossible(numbered_days(3), {10, 12, 25, 10, 20, 10});
  const Scenario solved = make_scenario(impossible);
  ASSERT_EQ(solved.moved.size(), 1U);
  EXPECT_EQ(solved.moved[0].days, (DayRun{0, 2}));
  EXPECT_EQ(solved.moved[0].given, 25);
  EXPECT_NEAR(solved.moved[0].used, 22, 1e-9);
  EXPECT_NEAR(solved.mean_relative_error, 3.0 / 25 / 6, 1e-12);
}

}  // namespace
}  // namespace sourdine
