#include "sourdine/anonymity/lattice.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "anonymity/lattice_definition.h"
#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::judged;
using testing::Judged;
using testing::measures;
using testing::random_problem;
using testing::visit_all;

void expect_the_optimum(const AnonymityProblem& problem) {
  double best = HUGE_VAL;
  visit_all(problem, [&](const Levels& levels) {
    const Judged brute = judged(problem, levels);
    ASSERT_NEAR(generalise(problem, levels).loss, brute.loss, 1e-9 * (1 + std::abs(brute.loss)));
    if (brute.is_allowed) best = std::min(best, brute.loss);
  });
  const LatticeSearch found = search_lattice(problem);
  ASSERT_EQ(found.best.has_value(), best < HUGE_VAL);
  if (!found.best) return;
  ASSERT_NEAR(found.best->loss, best, 1e-9 * (1 + std::abs(best)));
  const Judged checked = judged(problem, found.best->levels);
  ASSERT_TRUE(checked.is_allowed);
  ASSERT_NEAR(checked.loss, best, 1e-9 * (1 + std::abs(best)));
}

TEST(Lattice, FindsTheOptimumOfEveryMeasure) {
  SeededBits random(8101);
  for (int i = 0; i < 5; ++i) {
    AnonymityProblem problem = random_problem(random, false);
    for (const LossMeasure measure : measures) {
      problem.measure = measure;
      expect_the_optimum(problem);
    }
  }
}

// Entropy, recursive diversity and closeness do not survive joining: there the border may not be bisected.
TEST(Lattice, FindsTheOptimumUnderModelsThatDoNotSurviveJoining) {
  SeededBits random(8102);
  for (int i = 0; i < 10; ++i) {
    AnonymityProblem problem = random_problem(random, true);
    problem.models[0] = testing::sensitive_models[i % 5];
    problem.measure = measures[i % 4];
    expect_the_optimum(problem);
  }
}

// Under every measure. The average class size is in units of k: what grows is that of the classes.
TEST(Lattice, LossGrowsWithKAndFallsWithTheSuppressionLimit) {
  SeededBits random(8103);
  for (int i = 0; i < 24; ++i) {
    AnonymityProblem problem = random_problem(random, false);
    problem.measure = measures[i % 4];
    const auto least = [&] {
      const double loss = search_lattice(problem).best->loss;
      return problem.measure == LossMeasure::class_size ? loss * static_cast<double>(problem.k) : loss;
    };
    for (const std::uint64_t limit : {0U, 10U}) {
      problem.max_suppressed = limit;
      double before = 0;
      for (problem.k = 1; problem.k <= 8; ++problem.k) {
        const double loss = least();
        EXPECT_GE(loss, before * (1 - 1e-12));
        before = loss;
      }
    }
    problem.k = 5;
    double before = HUGE_VAL;
    for (problem.max_suppressed = 0; problem.max_suppressed < 20; problem.max_suppressed += 4) {
      const double loss = least();
      EXPECT_LE(loss, before * (1 + 1e-12));
      before = loss;
    }
  }
}

TEST(Lattice, SaysWhatCannotBe) {
  SeededBits random(8104);
  AnonymityProblem problem = random_problem(random, false);
  problem.k = problem.rows() + 1;
  EXPECT_EQ(testing::error_code([&] { search_lattice(problem); }), ErrorCode::bad_input);
  problem.k = 0;
  EXPECT_EQ(testing::error_code([&] { search_lattice(problem); }), ErrorCode::bad_input);
  problem.k = 2;
  // Hierarchies that end before "*": what is unique there stays unique.
  problem.hierarchies = {std::make_shared<const Hierarchy>("a", std::vector<std::vector<std::string>>{{"x"}, {"y"}})};
  problem.quasi = {CodedColumn{{0, 1, 1}, 2}};
  problem.max_suppressed = 0;
  EXPECT_FALSE(search_lattice(problem).best);
  problem.max_suppressed = 1;
  EXPECT_EQ(search_lattice(problem).best->suppressed, 1U);
}

}  // namespace
}  // namespace sourdine
