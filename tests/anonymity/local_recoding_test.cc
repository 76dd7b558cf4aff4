#include "sourdine/anonymity/local_recoding.h"

#include <gtest/gtest.h>

#include <map>

#include "anonymity/lattice_definition.h"
#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using testing::measures;
using testing::random_problem;
using testing::sensitive_models;

// Rows by what is published of them, which is all that a reader has.
std::map<std::vector<std::string>, std::vector<std::size_t>> rows_by_text(const AnonymityProblem& problem,
                                                                          const Recoding& recoding) {
  std::map<std::vector<std::string>, std::vector<std::size_t>> classes;
  for (std::size_t row = 0; row < problem.rows(); ++row) {
    const std::uint32_t number = recoding.classes.class_of[row];
    if (!recoding.is_published[number]) continue;
    std::vector<std::string> key;
    for (std::size_t a = 0; a < problem.quasi.size(); ++a) {
      const PublishedRange& range = recoding.published[number][a];
      EXPECT_TRUE(covers(*problem.hierarchies[a], range, problem.quasi[a].codes[row]));
      key.push_back(published_text(*problem.hierarchies[a], range));
    }
    classes[key].push_back(row);
  }
  return classes;
}

void expect_all_classes_hold(const AnonymityProblem& problem, const Recoding& recoding) {
  std::vector<std::uint32_t> table(problem.sensitive[0].size);
  for (const Value value : problem.sensitive[0].codes) ++table[value];
  for (const auto& [key, rows] : rows_by_text(problem, recoding)) {
    EXPECT_GE(rows.size(), problem.k);
    std::map<Value, std::uint32_t> histogram;
    for (const std::size_t row : rows) ++histogram[problem.sensitive[0].codes[row]];
    std::vector<ClassHistograms::Count> counts;
    for (const auto& [value, count] : histogram) counts.push_back({value, count});
    EXPECT_TRUE(problem.models[0].holds(counts, table));
  }
}

TEST(LocalRecoding, EveryClassHoldsAndNoMeasureLosesMore) {
  SeededBits random(8301);
  int finer = 0, placed = 0;
  for (int i = 0; i < 200; ++i) {
    AnonymityProblem problem = random_problem(random, true);
    problem.models[0] = sensitive_models[i % 5];
    problem.measure = measures[i % 4];
    const LatticeSearch found = search_lattice(problem);
    if (!found.best || found.best->suppressed == problem.rows()) continue;
    const Recoding before = recoding_of(problem, *found.best);
    const Recoding after = recode_locally(problem, *found.best);
    expect_all_classes_hold(problem, before);
    expect_all_classes_hold(problem, after);
    const Losses least = losses_of(problem, before), now = losses_of(problem, after);
    EXPECT_LE(now.ncp, least.ncp + 1e-12);
    EXPECT_LE(now.entropy, least.entropy + 1e-12);
    EXPECT_LE(now.discernibility, least.discernibility);
    EXPECT_LE(now.class_size, least.class_size + 1e-12);
    EXPECT_LE(after.suppressed(), before.suppressed());
    finer += now.ncp < least.ncp ? 1 : 0;
    placed += after.suppressed() < before.suppressed() ? 1 : 0;
  }
  // It does something.
  EXPECT_GT(finer, 50);
  EXPECT_GT(placed, 10);
}

TEST(LocalRecoding, LossesAreThoseOfTheSearch) {
  SeededBits random(8302);
  for (int i = 0; i < 40; ++i) {
    AnonymityProblem problem = random_problem(random, false);
    problem.measure = measures[i % 4];
    const LatticeSearch found = search_lattice(problem);
    if (!found.best) continue;
    const Losses losses = losses_of(problem, recoding_of(problem, *found.best));
    const double by_measure[] = {losses.discernibility, losses.class_size, losses.ncp, losses.entropy};
    EXPECT_NEAR(by_measure[i % 4], found.best->loss, 1e-9 * (1 + found.best->loss));
  }
}

// Four people of the north are alike but for their town; one of the south would be suppressed.
TEST(LocalRecoding, RefinesWhereRowsAllowIt) {
  AnonymityProblem problem;
  problem.hierarchies = {std::make_shared<const Hierarchy>(
      "town", std::vector<std::vector<std::string>>{
                  {"a", "north", "*"}, {"b", "north", "*"}, {"c", "south", "*"}, {"d", "south", "*"}})};
  problem.quasi = {CodedColumn{{0, 0, 1, 1, 2, 3}, 4}};
  problem.k = 2;
  const LatticeSearch found = search_lattice(problem);
  ASSERT_EQ(found.best->levels, Levels{1});
  const Recoding recoding = recode_locally(problem, *found.best);
  std::vector<std::string> texts;
  for (const std::uint32_t number : recoding.classes.class_of) {
    texts.push_back(published_text(*problem.hierarchies[0], recoding.published[number][0]));
  }
  EXPECT_EQ(texts, (std::vector<std::string>{"a", "a", "b", "b", "south", "south"}));
}

}  // namespace
}  // namespace sourdine
