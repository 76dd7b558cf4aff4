#include "sourdine/mobility/scenario.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "mobility/patterns.h"
#include "sourdine/mobility/apportion.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::as_numbers;
using testing::festival_unions;
using testing::input_error;
using testing::largest_relative_error;
using testing::random_patterns;
using testing::union_matrix;
using testing::unions_of;

constexpr ScenarioChoice both_choices[] = {ScenarioChoice::max_entropy, ScenarioChoice::max_min};

TEST(Unions, RunsOfDaysHavePlacesInTheirList) {
  for (std::size_t days = 1; days <= max_scenario_days; ++days) {
    const std::vector<DayRun> runs = day_runs(days);
    ASSERT_EQ(runs.size(), days * (days + 1) / 2);
    for (std::size_t i = 0; i < runs.size(); ++i) EXPECT_EQ(day_run_index(days, runs[i]), i);
  }
  EXPECT_EQ(pattern_of({0, 0}), 1U);
  EXPECT_EQ(pattern_of({1, 3}), 0b1110U);
  EXPECT_EQ(pattern_of({0, 11}), 0xFFFU);
}

TEST(Unions, OneSmallerThanAPartIsRefusedNamingTheTwo) {
  EXPECT_EQ(input_error([] {
              UnionStatistics(numbered_days(2), {10, 8, 3});
            }),
            "the union of days 1 to 2 has 8 people, fewer than day 1, which is a part of it and has 10");
  EXPECT_EQ(
      input_error([] {
        UnionStatistics({"a", "b", "c"}, {10, 20, 20, 15, 21, 10});
      }),
      "the union of days a to c has 20 people, fewer than the union of days b to c, which is a part of it and has "
      "21");
}

TEST(Unions, WhatIsNoNumberOfPeopleIsRefused) {
  EXPECT_EQ(input_error([] { UnionStatistics(numbered_days(1), {-1}); }), "day 1 cannot have -1 people");
  EXPECT_NE(input_error([] {
              UnionStatistics(numbered_days(1), {std::numeric_limits<double>::quiet_NaN()});
            }).find("day 1 cannot have"),
            std::string::npos);
  EXPECT_NE(input_error([] { UnionStatistics(numbered_days(2), {1, 2}); }).find("3 unions"), std::string::npos);
  EXPECT_NE(input_error([] { UnionStatistics({}, {}); }).find("1 to 12 days, not 0"), std::string::npos);
  EXPECT_NE(input_error([] { UnionStatistics(numbered_days(13), {}); }).find("not 13"), std::string::npos);
  EXPECT_NE(input_error([] { UnionStatistics(numbered_days(2), {0, 0, 0}); }).find("nobody"), std::string::npos);
}

TEST(Unions, AreIndependentEquations) {
  for (const std::size_t days : {1U, 2U, 3U, 5U, 7U}) {
    Eigen::FullPivLU<Eigen::MatrixXd> decomposition(union_matrix(days));
    EXPECT_EQ(decomposition.rank(), static_cast<Eigen::Index>(days * (days + 1) / 2)) << days;
  }
}

TEST(Flows, AreTheUnionsInAnotherBasis) {
  SeededBits random(1);
  for (std::size_t days = 1; days <= 6; ++days) {
    const std::vector<double> people = random_patterns(days, random);
    const auto statistics = UnionStatistics::of_patterns(numbered_days(days), people);
    const DayFlows flows(statistics);
    EXPECT_EQ(flows.unions(), statistics.people());
    for (std::size_t a = 0; a <= days; ++a) {  // by what a flow is: people with that step
      for (std::size_t b = a + 1; b <= days + 1; ++b) {
        double with_step = 0;
        for (DayPattern pattern = 1; pattern < people.size(); ++pattern) {
          const std::vector<std::size_t> stops = stops_of(pattern, days);
          const auto from = std::find(stops.begin(), stops.end(), a);
          if (from != stops.end() && from[1] == b) with_step += people[pattern];
        }
        EXPECT_EQ(flows(a, b), with_step) << a << " " << b;
      }
    }
  }
}

TEST(Scenario, OfTheFestivalHasItsUnions) {
  const UnionStatistics statistics = festival_unions();
  for (const ScenarioChoice choice : both_choices) {
    const Scenario scenario = make_scenario(statistics, choice);
    EXPECT_TRUE(scenario.moved.empty());
    EXPECT_EQ(scenario.mean_relative_error, 0);
    EXPECT_LT(largest_relative_error(unions_of(scenario.people, 7), statistics.people()), 1e-12);
    EXPECT_EQ(unions_of(as_numbers(scenario.whole), 7), statistics.people());  // exactly
    EXPECT_EQ(scenario.total(), 88935U);
    // What the statistics determine: those who were there on the first day only, and on the last day only.
    EXPECT_NEAR(scenario.people[0b0000001], 4851, 1e-8);
    EXPECT_NEAR(scenario.people[0b1000000], 7052, 1e-8);
    EXPECT_EQ(scenario.whole[0b0000001], 4851U);
    EXPECT_EQ(scenario.whole[0b1000000], 7052U);
  }
}

TEST(Scenario, PatternsOfTheFestivalHaveTheseRanges) {
  const DayFlows flows(festival_unions());
  const auto range = [&](DayPattern pattern) { return pattern_range(flows, pattern); };
  EXPECT_EQ(range(0b1111111).least, 0);
  EXPECT_EQ(range(0b1111111).most, 9233);
  EXPECT_EQ(range(0b0000011).least, 0);
  EXPECT_EQ(range(0b0000011).most, 5905);
  EXPECT_EQ(range(0b0000001).least, 4851);
  EXPECT_EQ(range(0b0000001).most, 4851);
  EXPECT_EQ(range(0b1000000).least, 7052);
  EXPECT_EQ(range(0b1000000).most, 7052);
}

TEST(Scenario, HasTheUnionsOfAnyPeople) {
  SeededBits random(2);
  for (int round = 0; round < 60; ++round) {
    const std::size_t days = 1 + static_cast<std::size_t>(round % 8);
    const auto statistics = UnionStatistics::of_patterns(numbered_days(days), random_patterns(days, random));
    for (const ScenarioChoice choice : both_choices) {
      const Scenario scenario = make_scenario(statistics, choice);
      EXPECT_LT(largest_relative_error(unions_of(scenario.people, days), statistics.people()), 1e-12);
      EXPECT_EQ(unions_of(as_numbers(scenario.whole), days), statistics.people());
      EXPECT_GE(*std::min_element(scenario.people.begin(), scenario.people.end()), 0);
      for (std::size_t pattern = 0; pattern < scenario.whole.size(); ++pattern) {
        EXPECT_NEAR(static_cast<double>(scenario.whole[pattern]), scenario.people[pattern], 5);
      }
    }
  }
}

// The optimum's condition (Karush, Kuhn, Tucker): the logarithms are a combination of the equations' rows, over the
// patterns that are possible at all.
TEST(Scenario, OfMostEntropyIsAProductOfOneFactorPerUnion) {
  SeededBits random(3);
  for (int round = 0; round < 16; ++round) {
    const std::size_t days = 3 + static_cast<std::size_t>(round % 4);
    std::vector<double> people = random_patterns(days, random);
    if (round >= 8) {  // nobody has a step over the second day: whole patterns are impossible
      for (DayPattern pattern = 1; pattern < people.size(); ++pattern) {
        if ((pattern & 0b111U) == 0b101U) people[pattern] = 0;
      }
    }
    const DayFlows flows(UnionStatistics::of_patterns(numbered_days(days), people));
    const std::vector<double> even = most_even_patterns(flows);
    const Eigen::MatrixXd equations = union_matrix(days);
    std::vector<Eigen::Index> possible;
    for (DayPattern pattern = 1; pattern < even.size(); ++pattern) {
      EXPECT_EQ(even[pattern] > 0, pattern_range(flows, pattern).most > 0);
      if (even[pattern] > 0) possible.push_back(static_cast<Eigen::Index>(pattern) - 1);
    }
    ASSERT_FALSE(possible.empty());
    const auto count = static_cast<Eigen::Index>(possible.size());
    Eigen::MatrixXd rows(count, equations.rows());
    Eigen::VectorXd logarithms(count);
    for (Eigen::Index i = 0; i < count; ++i) {
      const Eigen::Index column = possible[static_cast<std::size_t>(i)];
      rows.row(i) = equations.col(column).transpose();
      logarithms(i) = std::log(even[static_cast<std::size_t>(column) + 1]);
    }
    const Eigen::VectorXd multipliers = rows.completeOrthogonalDecomposition().solve(logarithms);
    EXPECT_LT((rows * multipliers - logarithms).cwiseAbs().maxCoeff(), 1e-9);
  }
}

// Three days: the solutions are a line, on which the largest smallest number lies where two of them cross.
TEST(Scenario, OfLargestSmallestIsThatOfBruteForce) {
  SeededBits random(4);
  const Eigen::MatrixXd equations = union_matrix(3);
  const Eigen::VectorXd along = equations.fullPivLu().kernel().col(0);
  for (int round = 0; round < 200; ++round) {
    std::vector<double> people = random_patterns(3, random);
    if (round % 3 != 0) {
      for (double& number : people) number += 20;
      people[0] = 0;
    }
    const auto at = [&](double step, std::size_t pattern) {
      return people[pattern] + step * along(static_cast<Eigen::Index>(pattern) - 1);
    };
    double best = -1;
    for (std::size_t s = 1; s < 8; ++s) {
      for (std::size_t t = 1; t < s; ++t) {
        const double slope = along(static_cast<Eigen::Index>(s) - 1) - along(static_cast<Eigen::Index>(t) - 1);
        if (std::abs(slope) < 1e-9) continue;
        const double step = (people[t] - people[s]) / slope;
        double smallest = std::numeric_limits<double>::infinity();
        for (std::size_t pattern = 1; pattern < 8; ++pattern) smallest = std::min(smallest, at(step, pattern));
        best = std::max(best, smallest);
      }
    }
    const DayFlows flows(UnionStatistics::of_patterns(numbered_days(3), people));
    EXPECT_NEAR(largest_smallest(flows), best, 1e-9);
    const std::vector<double> made = largest_smallest_patterns(flows);
    EXPECT_NEAR(*std::min_element(made.begin() + 1, made.end()), best, 1e-9);
    const Scenario scenario =
        make_scenario(UnionStatistics::of_patterns(numbered_days(3), people), ScenarioChoice::max_min);
    EXPECT_EQ(*std::min_element(scenario.whole.begin() + 1, scenario.whole.end()),
              static_cast<std::uint64_t>(std::floor(largest_smallest(flows))));
  }
}

// Which numbers of people a pattern can have: on three days all solutions are known.
TEST(Scenario, RangesOfPatternsAreThoseOfBruteForce) {
  SeededBits random(5);
  const Eigen::VectorXd along = union_matrix(3).fullPivLu().kernel().col(0);
  for (int round = 0; round < 200; ++round) {
    const std::vector<double> people = random_patterns(3, random);
    double first = -std::numeric_limits<double>::infinity(), last = -first;  // steps with no number below 0
    for (Eigen::Index c = 0; c < 7; ++c) {
      if (std::abs(along(c)) < 1e-9) continue;
      const double step = -people[static_cast<std::size_t>(c) + 1] / along(c);
      (along(c) > 0 ? first : last) = along(c) > 0 ? std::max(first, step) : std::min(last, step);
    }
    const DayFlows flows(UnionStatistics::of_patterns(numbered_days(3), people));
    for (DayPattern pattern = 1; pattern < 8; ++pattern) {
      const double slope = along(static_cast<Eigen::Index>(pattern) - 1);
      const double one = people[pattern] + first * slope, other = people[pattern] + last * slope;
      EXPECT_NEAR(pattern_range(flows, pattern).least, std::min(one, other), 1e-9);
      EXPECT_NEAR(pattern_range(flows, pattern).most, std::max(one, other), 1e-9);
    }
  }
}

TEST(Scenario, OfNumbersThatAreNotWholeHasWholePeople) {
  SeededBits random(6);
  for (int round = 0; round < 40; ++round) {
    const std::size_t days = 3 + static_cast<std::size_t>(round % 4);
    std::vector<double> people = random_patterns(days, random);
    for (std::size_t pattern = 1; pattern < people.size(); ++pattern) {
      people[pattern] += static_cast<double>(random.below(1000)) / 1000;
    }
    const auto statistics = UnionStatistics::of_patterns(numbered_days(days), people);
    const Scenario scenario = make_scenario(statistics);
    EXPECT_TRUE(scenario.moved.empty());
    EXPECT_EQ(scenario.total(), static_cast<std::uint64_t>(std::llround(statistics.total())));
    EXPECT_LT(largest_relative_error(unions_of(scenario.people, days), statistics.people()), 1e-12);
    const std::vector<double> whole = unions_of(as_numbers(scenario.whole), days);
    for (std::size_t i = 0; i < whole.size(); ++i) {
      EXPECT_NEAR(whole[i], statistics.people()[i], static_cast<double>(days));
    }
  }
}

TEST(Scenario, OfTwelveDays) {
  SeededBits random(7);
  const auto statistics = UnionStatistics::of_patterns(numbered_days(12), random_patterns(12, random));
  const Scenario scenario = make_scenario(statistics);
  EXPECT_EQ(unions_of(as_numbers(scenario.whole), 12), statistics.people());
}

TEST(Apportion, GivesLargestRemaindersAndKeepsTheTotal) {
  using Parts = std::vector<std::uint64_t>;
  EXPECT_EQ(apportion(10, std::vector<double>{1, 1, 1}), (Parts{4, 3, 3}));
  EXPECT_EQ(apportion(7, std::vector<double>{0, 0.6, 0.4}), (Parts{0, 4, 3}));
  EXPECT_EQ(apportion(3, std::vector<double>{0, 0}), (Parts{0, 3}));
  EXPECT_EQ(apportion(10, Parts{1, 1, 1}), (Parts{4, 3, 3}));
  EXPECT_EQ(apportion(std::uint64_t{1} << 62, Parts{1, 3}), (Parts{std::uint64_t{1} << 60, std::uint64_t{3} << 60}));
  SeededBits random(8);
  for (int round = 0; round < 300; ++round) {
    Parts weights(1 + random.below(9));
    for (std::uint64_t& weight : weights) weight = random.below(1 + random.below(50));
    std::uint64_t sum = 0;
    for (const std::uint64_t weight : weights) sum += weight;
    const std::uint64_t total = random.below(sum + 1);
    const Parts parts = apportion(total, weights);
    std::uint64_t given = 0;
    for (std::size_t i = 0; i < parts.size(); ++i) {
      EXPECT_LE(parts[i], weights[i]);
      given += parts[i];
    }
    EXPECT_EQ(given, total);
  }
}

}  // namespace
}  // namespace sourdine
