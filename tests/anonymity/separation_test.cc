#include "sourdine/anonymity/separation.h"

#include <gtest/gtest.h>

#include "anonymity/lattice_definition.h"
#include "sourdine/anonymity/local_recoding.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

// Pair by pair, value by value.
double separation_by_definition(const AnonymityProblem& problem, const Recoding& recoding,
                                const std::vector<std::size_t>& columns) {
  std::vector<std::uint32_t> rows;
  for (std::uint32_t row = 0; row < problem.rows(); ++row) {
    if (recoding.is_published[recoding.classes.class_of[row]]) rows.push_back(row);
  }
  double apart = 0, pairs = 0;
  for (const std::uint32_t one : rows) {
    for (const std::uint32_t other : rows) {
      if (one == other) continue;
      bool is_apart = false;
      for (const std::size_t a : columns) {
        bool has_common = false;
        for (Value value = 0; value < problem.hierarchies[a]->size(); ++value) {
          const auto is_covered = [&](std::uint32_t row) {
            return covers(*problem.hierarchies[a], recoding.published[recoding.classes.class_of[row]][a], value);
          };
          has_common = has_common || (is_covered(one) && is_covered(other));
        }
        is_apart = is_apart || !has_common;
      }
      pairs += 1;
      apart += is_apart ? 1 : 0;
    }
  }
  return pairs > 0 ? apart / pairs : 0;
}

TEST(Separation, IsThatOfAllPairs) {
  SeededBits random(8501);
  int looked_at = 0;
  for (int i = 0; i < 6; ++i) {
    const AnonymityProblem problem = testing::random_problem(random, false);
    const LatticeSearch found = search_lattice(problem);
    if (!found.best) continue;
    ++looked_at;
    for (const Recoding& recoding : {recoding_of(problem, *found.best), recode_locally(problem, *found.best)}) {
      const Separation separation(problem, recoding);
      for (const std::vector<std::size_t>& columns : {std::vector<std::size_t>{0}, {1}, {0, 1}}) {
        EXPECT_NEAR(*separation.of_columns(columns), separation_by_definition(problem, recoding, columns), 1e-12);
      }
    }
  }
  EXPECT_GT(looked_at, 2);
}

}  // namespace
}  // namespace sourdine
