#include "sourdine/anonymity/mondrian.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

struct Table {
  AnonymityProblem problem;
  std::vector<MondrianAttribute> attributes;
};

// Two ordered attributes with ties, one categorical of three levels, one sensitive.
Table random_table(Random& random, std::size_t rows) {
  Table table;
  std::vector<std::vector<std::string>> numbers, words;
  OrderedAttribute ordered;
  for (int v = 0; v < 20; ++v) {
    numbers.push_back({std::to_string(v)});
    ordered.numbers.push_back(v * v);
  }
  for (int v = 0; v < 12; ++v) words.push_back({fmt::format("w{}", v), fmt::format("g{}", v / 4), "*"});
  const auto add = [&](const std::vector<std::vector<std::string>>& lines, MondrianAttribute attribute) {
    table.problem.hierarchies.push_back(std::make_shared<const Hierarchy>("a", lines));
    CodedColumn column{{}, static_cast<Value>(lines.size())};
    for (std::size_t row = 0; row < rows; ++row) {
      column.codes.push_back(static_cast<Value>(random.below(1 + random.below(lines.size()))));
    }
    table.problem.quasi.push_back(std::move(column));
    table.attributes.push_back(std::move(attribute));
  };
  add(numbers, ordered);
  add(numbers, ordered);
  add(words, CategoricalAttribute{});
  CodedColumn sensitive{{}, 5};
  for (std::size_t row = 0; row < rows; ++row) sensitive.codes.push_back(static_cast<Value>(random.below(5)));
  table.problem.sensitive.push_back(std::move(sensitive));
  table.problem.models.push_back({});
  return table;
}

bool model_holds(const Table& table, const std::vector<std::size_t>& rows) {
  const CodedColumn& column = table.problem.sensitive[0];
  std::vector<std::uint32_t> all(column.size), here(column.size);
  for (const Value value : column.codes) ++all[value];
  for (const std::size_t row : rows) ++here[column.codes[row]];
  std::vector<ClassHistograms::Count> counts;
  for (Value v = 0; v < column.size; ++v) {
    if (here[v] > 0) counts.push_back({v, here[v]});
  }
  return rows.size() >= table.problem.k && table.problem.models[0].holds(counts, all);
}

std::vector<std::vector<std::size_t>> members(const Classes& classes) {
  std::vector<std::vector<std::size_t>> rows(classes.count());
  for (std::size_t row = 0; row < classes.rows(); ++row) rows[classes.class_of[row]].push_back(row);
  return rows;
}

void expect_sound(const Table& table, const MondrianClasses& made) {
  double sum = 0;
  const auto rows_of = members(made.classes);
  for (std::size_t number = 0; number < rows_of.size(); ++number) {
    EXPECT_EQ(made.classes.sizes[number], rows_of[number].size());
    EXPECT_TRUE(model_holds(table, rows_of[number]));
    for (std::size_t a = 0; a < table.attributes.size(); ++a) {
      const PublishedRange& published = made.published[number][a];
      const Hierarchy& hierarchy = *table.problem.hierarchies[a];
      std::set<Value> values;
      for (const std::size_t row : rows_of[number]) values.insert(table.problem.quasi[a].codes[row]);
      const double share = static_cast<double>(rows_of[number].size()) / static_cast<double>(table.problem.rows()) / 3;
      if (a < 2) {  // exactly the least and the largest
        EXPECT_EQ(published.first, *values.begin());
        EXPECT_EQ(published.last, *values.rbegin());
        const double low = static_cast<double>(published.first), high = static_cast<double>(published.last);
        sum += (high * high - low * low) / (19.0 * 19.0) * share;
      } else {  // all in the group, and in none below it
        const auto is_one = [&](std::size_t level) {
          return std::all_of(values.begin(), values.end(), [&](Value v) {
            return hierarchy.group(level, v) == hierarchy.group(level, *values.begin());
          });
        };
        EXPECT_TRUE(is_one(published.level));
        EXPECT_EQ(hierarchy.group(published.level, *values.begin()), published.first);
        if (published.level > 0) {
          EXPECT_FALSE(is_one(published.level - 1));
        }
        const double leaves = hierarchy.leaves(published.level, published.first);
        sum += (leaves == 1 ? 0 : leaves / 12) * share;
      }
    }
  }
  EXPECT_NEAR(made.ncp, sum, 1e-12);
}

TEST(Mondrian, ClassesAreLargeEnoughAndCoverTheirRows) {
  SeededBits random(8201);
  for (int i = 0; i < 60; ++i) {
    Table table = random_table(random, 50 + random.below(400));
    table.problem.k = 1 + random.below(8);
    const SensitiveModel models[] = {{}, {.distinct_l = 2}, {.entropy_l = 2}, {.t = 0.4}};
    table.problem.models[0] = models[i % 4];
    for (const MondrianCuts cuts : {MondrianCuts::strict, MondrianCuts::relaxed}) {
      const auto made = partition_mondrian(table.problem, table.attributes, cuts);
      ASSERT_TRUE(made);
      expect_sound(table, *made);
    }
  }
}

// Nothing is left that could be cut: by k alone, every cut of every class is tried.
TEST(Mondrian, StrictClassesCannotBeCutFurther) {
  SeededBits random(8202);
  for (int i = 0; i < 20; ++i) {
    Table table = random_table(random, 300);
    table.problem.k = 2 + random.below(6);
    const auto made = partition_mondrian(table.problem, table.attributes, MondrianCuts::strict);
    ASSERT_TRUE(made);
    for (const auto& rows : members(made->classes)) {
      for (std::size_t a = 0; a < 2; ++a) {
        for (Value cut = 0; cut < 20; ++cut) {
          const auto left = static_cast<std::size_t>(std::count_if(
              rows.begin(), rows.end(), [&](std::size_t row) { return table.problem.quasi[a].codes[row] <= cut; }));
          EXPECT_FALSE(left >= table.problem.k && rows.size() - left >= table.problem.k);
        }
      }
    }
  }
}

TEST(Mondrian, RelaxedClassesHaveFewerThanTwiceKRowsOrOneValueOfNumbers) {
  SeededBits random(8203);
  Table table = random_table(random, 500);
  table.problem.k = 5;
  const auto made = partition_mondrian(table.problem, table.attributes, MondrianCuts::relaxed);
  ASSERT_TRUE(made);
  for (std::size_t number = 0; number < made->classes.count(); ++number) {
    const auto& published = made->published[number];
    const bool is_point = published[0].first == published[0].last && published[1].first == published[1].last;
    EXPECT_TRUE(made->classes.sizes[number] < 10 || is_point);
  }
}

TEST(Mondrian, ATableThatDoesNotFulfilItAsAWholeHasNoClasses) {
  SeededBits random(8204);
  Table table = random_table(random, 40);
  table.problem.k = 2;
  table.problem.models[0] = {.distinct_l = 6};
  EXPECT_FALSE(partition_mondrian(table.problem, table.attributes, MondrianCuts::strict));
}

}  // namespace
}  // namespace sourdine
