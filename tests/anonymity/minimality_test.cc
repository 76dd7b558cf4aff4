#include "sourdine/anonymity/minimality.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "sourdine/random/seeded_bits.h"

namespace sourdine {
namespace {

using Scope = MinimalityQuestion::Scope;

struct Rows {
  std::vector<Value> published, finer, sensitive;
};

bool is_refused(const Rows& rows, const std::vector<Value>& values, Value part, const MinimalityQuestion& question,
                std::span<const std::uint32_t> table) {
  std::map<Value, std::uint32_t> counts;
  std::uint64_t size = 0;
  for (std::size_t row = 0; row < values.size(); ++row) {
    if (rows.finer[row] == part) ++counts[values[row]], ++size;
  }
  std::vector<ClassHistograms::Count> list;
  for (const auto& [value, number] : counts) list.push_back({value, number});
  return size > 0 && (size < question.k || !question.model.holds(list, table));
}

// By definition: every way to give the values of each published class to its rows is a world; the reader's confidence
// in a row's value is the share of the worlds left in which it has it.
Minimality by_all_worlds(const Rows& rows, const MinimalityQuestion& question) {
  const std::size_t n = rows.published.size();
  std::vector<std::uint32_t> table(8);
  for (const Value value : rows.sensitive) ++table[value];
  const Value classes = *std::max_element(rows.published.begin(), rows.published.end()) + 1;
  std::vector<std::vector<Value>> worlds = {rows.sensitive};
  for (Value c = 0; c < classes; ++c) {
    std::vector<std::size_t> places;
    std::vector<Value> values;
    for (std::size_t row = 0; row < n; ++row) {
      if (rows.published[row] == c) places.push_back(row), values.push_back(rows.sensitive[row]);
    }
    std::sort(values.begin(), values.end());
    std::vector<std::vector<Value>> next;
    do {
      for (std::vector<Value> world : worlds) {
        for (std::size_t i = 0; i < places.size(); ++i) world[places[i]] = values[i];
        next.push_back(std::move(world));
      }
    } while (std::next_permutation(values.begin(), values.end()));
    worlds = std::move(next);
  }
  Minimality found{.rows = n, .attacked = n};
  for (std::size_t row = 0; row < n; ++row) {
    std::map<Value, double> before, after;
    double all = 0, left = 0;
    for (const std::vector<Value>& world : worlds) {
      bool fails = false;
      for (std::size_t other = 0; other < n; ++other) {
        if (question.scope == Scope::one_class && rows.published[other] != rows.published[row]) continue;
        fails = fails || is_refused(rows, world, rows.finer[other], question, table);
      }
      ++before[world[row]], ++all;
      if (fails) ++after[world[row]], ++left;
    }
    if (left == 0) after = before, left = all;  // the fact cannot be: nothing is learnt
    for (auto& [value, number] : before) found.largest_before = std::max(found.largest_before, number / all);
    for (auto& [value, number] : after) found.largest_after = std::max(found.largest_after, number / left);
    const double prior = before[rows.sensitive[row]] / all, posterior = after[rows.sensitive[row]] / left;
    found.mean_before += prior / static_cast<double>(n);
    found.mean_after += posterior / static_cast<double>(n);
    if (posterior > prior + 1e-9) ++found.raised;
    if (posterior >= 1 - 1e-12 && prior < 1 - 1e-12) ++found.revealed;
  }
  return found;
}

Minimality by_counting(const Rows& rows, const MinimalityQuestion& question) {
  return attack_minimality(group_rows(std::vector{CodedColumn{rows.published, 8}}),
                           group_rows(std::vector{CodedColumn{rows.finer, 64}}), {rows.sensitive, 8}, question);
}

void expect_same(const Minimality& found, const Minimality& expected) {
  EXPECT_EQ(found.rows, expected.rows);
  EXPECT_EQ(found.attacked, expected.attacked);
  EXPECT_EQ(found.revealed, expected.revealed);
  EXPECT_EQ(found.raised, expected.raised);
  EXPECT_NEAR(found.largest_before, expected.largest_before, 1e-9);
  EXPECT_NEAR(found.largest_after, expected.largest_after, 1e-9);
  EXPECT_NEAR(found.mean_before, expected.mean_before, 1e-9);
  EXPECT_NEAR(found.mean_after, expected.mean_after, 1e-9);
}

TEST(AnonymityMinimality, ConfidencesAreThoseOfAllWorlds) {
  SeededBits random(8301);
  const SensitiveModel models[] = {{.distinct_l = 2},
                                   {.entropy_l = 1.8},
                                   {.recursive = SensitiveModel::Recursive{2, 2}},
                                   {.distinct_l = 3},
                                   {.t = 0.4}};
  std::uint64_t raised = 0;
  for (int table = 0; table < 60; ++table) {
    Rows rows;
    const std::size_t n = 4 + random.below(5), values = 2 + random.below(2);
    for (std::size_t row = 0; row < n; ++row) {
      const auto published = static_cast<Value>(random.below(2));
      rows.published.push_back(row == 0 ? 0 : published);
      rows.finer.push_back(static_cast<Value>(rows.published.back() * 8 + random.below(3)));
      rows.sensitive.push_back(static_cast<Value>(random.below(values)));
    }
    for (const Scope scope : {Scope::one_class, Scope::table}) {
      const MinimalityQuestion question{
          .k = 1 + random.below(2), .model = models[static_cast<std::size_t>(table) % 5], .scope = scope};
      const Minimality found = by_counting(rows, question);
      expect_same(found, by_all_worlds(rows, question));
      raised += found.raised;
    }
  }
  EXPECT_GT(raised, 0U);  // the tables are not all without anything to learn
}

// The idea of Wong et al.'s example: two rows of q1 and four of q2 are published as one class, of whose values two are
// HIV. Sensitive are only few of them (recursive diversity with one value that matters: here c = 1.01, l = 2, so that
// no value may be more than half). Only where both are in q1 does the finer table fail: both are revealed.
TEST(AnonymityMinimality, ThatItWasNeededRevealsWhoHasIt) {
  const Rows rows{.published = {0, 0, 0, 0, 0, 0}, .finer = {0, 0, 1, 1, 1, 1}, .sensitive = {0, 0, 1, 2, 3, 4}};
  const MinimalityQuestion question{.model = {.recursive = SensitiveModel::Recursive{1.01, 2}},
                                    .scope = Scope::one_class};
  const Minimality found = by_counting(rows, question);
  expect_same(found, by_all_worlds(rows, question));
  EXPECT_NEAR(found.largest_before, 2.0 / 6, 1e-12);
  EXPECT_NEAR(found.largest_after, 1, 1e-12);
  EXPECT_EQ(found.revealed, 2U);
}

TEST(AnonymityMinimality, NothingIsLearntFromAFailureThatEverybodySees) {
  // A smaller class of one row where two are asked for.
  const Rows rows{.published = {0, 0, 0, 0}, .finer = {0, 1, 1, 1}, .sensitive = {0, 1, 1, 0}};
  const Minimality found = by_counting(rows, {.k = 2, .model = {.distinct_l = 2}, .scope = Scope::one_class});
  EXPECT_EQ(found.raised, 0U);
  EXPECT_DOUBLE_EQ(found.mean_after, found.mean_before);
}

TEST(AnonymityMinimality, AClassThatCannotBeCountedTeachesNothing) {
  const Rows rows{
      .published = {0, 0, 1, 1, 1, 1, 1, 1}, .finer = {0, 1, 8, 8, 9, 9, 9, 9}, .sensitive = {1, 2, 0, 0, 1, 2, 3, 4}};
  const MinimalityQuestion question{.model = {.recursive = SensitiveModel::Recursive{1.01, 2}}, .max_steps = 10};
  const Minimality found = by_counting(rows, question);
  EXPECT_EQ(found.attacked, 2U);
  EXPECT_EQ(found.raised, 0U);
}

TEST(AnonymityMinimality, OfTheLatticeOnlyPublishedRowsAreAttacked) {
  // Two values of one attribute that are joined because the first has one disease only; a lone row is suppressed.
  const std::vector<std::vector<std::string>> lines = {{"a", "ab"}, {"b", "ab"}, {"c", "c"}};
  AnonymityProblem problem{.hierarchies = {std::make_shared<const Hierarchy>("q", lines)},
                           .quasi = {{{0, 0, 1, 1, 1, 1, 2}, 3}},
                           .sensitive = {{{0, 0, 0, 1, 2, 3, 0}, 4}},
                           .models = {{.distinct_l = 2}},
                           .k = 2,
                           .max_suppressed = 1};
  const LatticeSearch search = search_lattice(problem);
  ASSERT_TRUE(search.best.has_value());
  ASSERT_EQ(search.best->levels, Levels{1});
  const Minimality found = attack_minimality(problem, *search.best);
  const Rows rows{.published = {0, 0, 0, 0, 0, 0}, .finer = {0, 0, 1, 1, 1, 1}, .sensitive = {0, 0, 0, 1, 2, 3}};
  expect_same(found, by_all_worlds(rows, {.k = 2, .model = {.distinct_l = 2}}));
  EXPECT_EQ(found.revealed, 2U);  // who is in a has the disease that occurs twice or more
}

}  // namespace
}  // namespace sourdine
