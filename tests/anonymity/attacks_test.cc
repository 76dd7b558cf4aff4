#include "sourdine/anonymity/attacks.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

struct SmallTable {
  CodedColumn quasi, sensitive;
};

SmallTable random_table(Random& random, std::size_t rows) {
  SmallTable table{{{}, static_cast<Value>(1 + random.below(8))}, {{}, static_cast<Value>(1 + random.below(6))}};
  for (std::size_t row = 0; row < rows; ++row) {
    table.quasi.codes.push_back(static_cast<Value>(random.below(table.quasi.size)));
    table.sensitive.codes.push_back(static_cast<Value>(random.below(table.sensitive.size)));
  }
  return table;
}

std::vector<Value> values_beside(const SmallTable& table, std::size_t row) {
  std::vector<Value> values;
  for (std::size_t other = 0; other < table.quasi.codes.size(); ++other) {
    if (table.quasi.codes[other] == table.quasi.codes[row]) values.push_back(table.sensitive.codes[other]);
  }
  return values;
}

// The reader's best: of all sets of at most j other values of the class, the one that leaves least beside the true
// value. Every subset is tried.
double best_confidence(const std::vector<Value>& beside, Value own, std::uint64_t j) {
  const std::set<Value> kinds(beside.begin(), beside.end());
  const std::vector<Value> values(kinds.begin(), kinds.end());
  double best = 0;
  for (std::uint32_t subset = 0; subset < (1U << values.size()); ++subset) {
    std::uint64_t ruled_out = 0;
    bool has_own = false;
    std::set<Value> out;
    for (std::size_t i = 0; i < values.size(); ++i) {
      if ((subset >> i & 1) == 0) continue;
      ++ruled_out;
      has_own |= values[i] == own;
      out.insert(values[i]);
    }
    if (has_own || ruled_out > j) continue;
    const auto left = std::count_if(beside.begin(), beside.end(), [&](Value v) { return !out.contains(v); });
    best =
        std::max(best, static_cast<double>(std::count(beside.begin(), beside.end(), own)) / static_cast<double>(left));
  }
  return best;
}

TEST(AnonymityAttacks, HomogeneityAndBackgroundAreThoseOfEveryReaderTried) {
  SeededBits random(1);
  for (int number = 0; number < 40; ++number) {
    const SmallTable table = random_table(random, 1 + random.below(40));
    const Classes classes = group_rows(std::vector{table.quasi});
    const ClassHistograms sensitive(classes, table.sensitive);
    const auto found = attack_with_background(classes, sensitive, 3);
    ASSERT_EQ(found.size(), 4U);
    for (std::uint64_t j = 0; j <= 3; ++j) {
      double sum = 0;
      std::uint64_t revealed = 0, likely = 0;
      for (std::size_t row = 0; row < classes.rows(); ++row) {
        const double best = best_confidence(values_beside(table, row), table.sensitive.codes[row], j);
        sum += best;
        revealed += best == 1 ? 1U : 0U;
        likely += best > 0.5 ? 1U : 0U;
      }
      EXPECT_EQ(found[j].ruled_out, j);
      EXPECT_EQ(found[j].revealed, revealed);
      EXPECT_EQ(found[j].likely, likely);
      EXPECT_NEAR(found[j].confidence, sum / static_cast<double>(classes.rows()), 1e-12);
    }
    EXPECT_EQ(attack_homogeneity(classes, sensitive).revealed, found[0].revealed);
  }
}

TEST(AnonymityAttacks, AGuessOfTheMostFrequentValueIsRightForItsRows) {
  const Classes classes = group_rows(std::vector{CodedColumn{{0, 0, 0, 1, 1, 2}, 3}});
  const ClassHistograms sensitive(classes, {{0, 0, 1, 1, 1, 2}, 3});
  const Homogeneity found = attack_homogeneity(classes, sensitive);
  EXPECT_EQ(found.rows, 6U);
  EXPECT_EQ(found.revealed, 3U);
  EXPECT_EQ(found.classes, 2U);
  EXPECT_EQ(found.guessed, 2U + 2 + 1);
  EXPECT_EQ(found.guessed_blindly, 3U);
}

TEST(AnonymityAttacks, IntersectionIsThatOfTheSetsOfValues) {
  SeededBits random(2);
  for (int number = 0; number < 40; ++number) {
    const std::size_t rows = 1 + random.below(40);
    // One table of people released twice, by other classes.
    const SmallTable first = random_table(random, rows);
    SmallTable second = random_table(random, rows);
    second.sensitive = first.sensitive;
    if (number % 2 == 1) second.sensitive.codes[random.below(rows)] = 0;  // somebody's value has changed
    const Classes a = group_rows(std::vector{first.quasi}), b = group_rows(std::vector{second.quasi});
    std::vector<PersonInBoth> people;
    for (std::size_t row = 0; row < rows; ++row) people.push_back({a.class_of[row], b.class_of[row]});
    Intersection expected{.people = rows};
    double before = 0, after = 0;
    for (std::size_t row = 0; row < rows; ++row) {
      const std::vector<Value> in_first = values_beside(first, row), in_second = values_beside(second, row);
      const std::set<Value> one(in_first.begin(), in_first.end()), two(in_second.begin(), in_second.end());
      std::vector<Value> common;
      std::set_intersection(one.begin(), one.end(), two.begin(), two.end(), std::back_inserter(common));
      const auto left = std::count_if(in_first.begin(), in_first.end(), [&](Value v) { return two.contains(v); });
      before += static_cast<double>(one.size());
      after += static_cast<double>(common.size());
      expected.revealed += common.size() == 1 ? 1U : 0U;
      expected.revealed_by_either += common.size() == 1 && (one.size() == 1 || two.size() == 1) ? 1U : 0U;
      expected.contradicted += common.empty() ? 1U : 0U;
      expected.isolated += left == 1 ? 1U : 0U;
    }
    const Intersection found = attack_by_intersection({a, first.sensitive}, {b, second.sensitive}, people);
    EXPECT_EQ(found.people, rows);
    EXPECT_EQ(found.revealed, expected.revealed);
    EXPECT_EQ(found.revealed_by_either, expected.revealed_by_either);
    EXPECT_EQ(found.contradicted, expected.contradicted);
    EXPECT_EQ(found.isolated, expected.isolated);
    EXPECT_NEAR(found.candidates_before, before / static_cast<double>(rows), 1e-12);
    const auto possible = static_cast<double>(rows - expected.contradicted);
    EXPECT_NEAR(found.candidates_after, possible > 0 ? after / possible : 0, 1e-12);
  }
}

}  // namespace
}  // namespace sourdine
