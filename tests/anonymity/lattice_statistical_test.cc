// As many tables as it takes to meet the rare ones: a border that is bisected where it may not be, and coarser levels
// that are left out too early, were each seen to pass twenty tables and to fail here.
#include <gtest/gtest.h>

#include "anonymity/lattice_definition.h"
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

}  // namespace
}  // namespace sourdine
