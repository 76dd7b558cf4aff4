// As many tables as it takes to meet the rare ones: a border that is bisected where it may not be, and coarser levels
// that are left out too early, were each seen to pass twenty tables and to fail here.
#include <gtest/gtest.h>

#include "anonymity/presence_definition.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using testing::measures;
using testing::random_problem;
using testing::sensitive_models;

void expect_least_loss(const AnonymityProblem& problem) {
  const double best = testing::least_loss(problem);
  const LatticeSearch found = search_lattice(problem);
  ASSERT_EQ(found.best.has_value(), best < HUGE_VAL);
  if (found.best) {
    ASSERT_NEAR(found.best->loss, best, 1e-9 * (1 + std::abs(best)));
  }
}

TEST(LatticeManyTables, TheOptimumIsThatOfBruteForce) {
  SeededBits random(8111);
  for (int i = 0; i < 300; ++i) {
    AnonymityProblem problem = random_problem(random, false);
    for (const LossMeasure measure : measures) {
      problem.measure = measure;
      expect_least_loss(problem);
    }
  }
}

TEST(LatticeManyTables, TheOptimumIsThatOfBruteForceUnderEveryModel) {
  SeededBits random(8102);
  for (int i = 0; i < 600; ++i) {
    AnonymityProblem problem = random_problem(random, true);
    problem.models[0] = sensitive_models[i % 5];
    problem.measure = measures[i % 4];
    expect_least_loss(problem);
  }
}

// Up to six attributes, and 2,000 combinations.
TEST(LatticeManyTables, TheOptimumOfALargeLatticeIsThatOfBruteForce) {
  SeededBits random(8112);
  std::uint64_t largest = 0;
  for (int i = 0; i < 40;) {
    AnonymityProblem problem = random_problem(random, true, 6);
    std::uint64_t combinations = 1;
    for (const auto& hierarchy : problem.hierarchies) combinations *= hierarchy->levels();
    if (combinations > 2000) continue;
    largest = std::max(largest, combinations);
    problem.models[0] = sensitive_models[i % 5];
    problem.measure = measures[i % 4];
    expect_least_loss(problem);
    ++i;
  }
  EXPECT_GT(largest, 1000U);
}

TEST(LatticeManyTables, TheOptimumUnderPresenceIsThatOfTheDefinition) {
  SeededBits random(8113);
  int found = 0;
  for (int i = 0; i < 200; ++i) found += testing::expect_optimum_of_presence(random, measures[i % 4]) ? 1 : 0;
  EXPECT_GT(found, 40);
  EXPECT_LT(found, 200);
}

}  // namespace
}  // namespace sourdine
