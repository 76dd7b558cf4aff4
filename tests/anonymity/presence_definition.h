// Presence by its definition: shares of a population, row by row.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <map>
#include <utility>

#include "anonymity/lattice_definition.h"

namespace sourdine::testing {

// The table and some more people.
inline void add_population(AnonymityProblem& problem, Random& random, std::size_t others) {
  auto population = std::make_shared<PopulationTable>();
  population->columns = problem.quasi;
  for (std::size_t i = 0; i < others; ++i) {
    // Like somebody of the table but for one attribute: a population is spread as the table is, more or less.
    const std::size_t like = random.below(problem.rows());
    const std::size_t other = random.below(problem.quasi.size());
    for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
      const auto size = problem.quasi[a].size;
      population->columns[a].codes.push_back(a == other ? static_cast<Value>(random.below(size))
                                                        : problem.quasi[a].codes[like]);
    }
  }
  problem.population = std::move(population);
  problem.presence.emplace();
  problem.presence->least = random.below(3) == 0 ? 0.1 : 0;
  problem.presence->most = random.below(4) == 0 ? 0.3 : 0.5;  // a third of all is in the table
}

// By the definition, row by row; its loss is that of generalise(), which other tests hold to theirs.
inline bool is_allowed_by_presence(const AnonymityProblem& problem, const Levels& levels) {
  std::map<std::vector<Value>, std::pair<double, double>> classes;
  const auto add = [&](const std::vector<CodedColumn>& columns, std::size_t row, bool is_of_table) {
    std::vector<Value> key;
    for (std::size_t a = 0; a < levels.size(); ++a) {
      key.push_back(problem.hierarchies[a]->group(levels[a], columns[a].codes[row]));
    }
    (is_of_table ? classes[key].first : classes[key].second) += 1;
  };
  for (std::size_t row = 0; row < problem.rows(); ++row) add(problem.quasi, row, true);
  for (std::size_t row = 0; row < problem.population->rows(); ++row) add(problem.population->columns, row, false);
  const auto is_within = [&](double share) {
    return share >= problem.presence->least && share <= problem.presence->most;
  };
  double suppressed = 0, others = 0;
  for (const auto& [key, counts] : classes) {
    if (counts.first >= static_cast<double>(problem.k) && is_within(counts.first / counts.second)) continue;
    suppressed += counts.first;
    others += counts.second;
  }
  return suppressed <= static_cast<double>(problem.max_suppressed) && (others == 0 || is_within(suppressed / others));
}

// The optimum of a random table with a population is the least loss of all combinations that are allowed. Returns
// whether there is any.
inline bool expect_optimum_of_presence(Random& random, LossMeasure measure) {
  AnonymityProblem problem = random_problem(random, false);
  add_population(problem, random, 2 * problem.rows());
  problem.measure = measure;
  double best = HUGE_VAL;
  visit_all(problem, [&](const Levels& levels) {
    if (is_allowed_by_presence(problem, levels)) best = std::min(best, generalise(problem, levels).loss);
  });
  const LatticeSearch found = search_lattice(problem);
  EXPECT_EQ(found.best.has_value(), best < HUGE_VAL);
  if (!found.best) return false;
  EXPECT_TRUE(is_allowed_by_presence(problem, found.best->levels));
  EXPECT_NEAR(found.best->loss, best, 1e-9 * (1 + best));
  EXPECT_EQ(found.best->classes.rows(), problem.rows());
  EXPECT_EQ(found.best->is_published.size(), found.best->classes.count());
  return true;
}

}  // namespace sourdine::testing
