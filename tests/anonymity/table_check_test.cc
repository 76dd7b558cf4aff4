#include "sourdine/anonymity/table_check.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/errors.h"

namespace sourdine {
namespace {

LabelledColumn coded(std::string name, std::vector<Value> codes, std::vector<std::string> labels) {
  const auto size = static_cast<Value>(labels.size());
  return {.name = std::move(name), .column = {std::move(codes), size}, .labels = std::move(labels)};
}

// Table 2.2 of Arcolezi's thesis.
CheckQuestion thesis_question() {
  return {.quasi = {coded("zip", {0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0}, {"130**", "148**"}),
                    coded("age", {0, 0, 0, 0, 1, 1, 1, 1, 2, 2, 2, 2}, {"[21;31[", "[41;50[", "[31;41["})},
          .sensitive = {
              coded("disease", {0, 1, 2, 2, 3, 1, 2, 2, 3, 3, 3, 3}, {"Tuberculosis", "Heart", "Viral", "Cancer"})}};
}

TEST(TableCheck, TheThesisTableIsWhatItIs) {
  const TableCheck check = check_table(thesis_question());
  EXPECT_EQ(check.k, 4U);
  EXPECT_EQ(check.classes, 3U);
  ASSERT_EQ(check.sensitive.size(), 1U);
  const SensitiveCheck& disease = check.sensitive[0];
  EXPECT_EQ(disease.values, 4U);
  EXPECT_EQ(disease.diversity.distinct, 1U);
  EXPECT_DOUBLE_EQ(disease.diversity.entropy, 1);
  EXPECT_NEAR(disease.diversity.closeness, 7.0 / 12, 1e-12);
  EXPECT_FALSE(disease.ordered_closeness.has_value());  // words
  EXPECT_TRUE(disease.recursive.empty());
  EXPECT_EQ(disease.homogeneity.revealed, 4U);
  EXPECT_EQ(disease.homogeneity.guessed, 2U + 2 + 4);
  ASSERT_EQ(disease.background.size(), 4U);
  EXPECT_EQ(disease.background[1].revealed, 4U);
  EXPECT_EQ(disease.background[2].revealed, 12U);  // classes of three values
  EXPECT_DOUBLE_EQ(check.risk.prosecutor.largest, 0.25);
  EXPECT_EQ(check.risk.prosecutor.at_risk, 12U);
}

TEST(TableCheck, OrderIsThatOfNumbersNotOfTexts) {
  // Class 0 has 9 twice, class 1 has 10 and 100: in order 9, 10, 100, which is neither that of texts nor of codes.
  CheckQuestion question{.quasi = {coded("q", {0, 0, 1, 1}, {"a", "b"})},
                         .sensitive = {coded("s", {1, 1, 2, 0}, {"100", "9", "10"})}};
  const TableCheck check = check_table(question);
  // Table (1/2, 1/4, 1/4), class 0 (1, 0, 0): cumulative differences 1/2, 1/4, 0, over two steps.
  ASSERT_TRUE(check.sensitive[0].ordered_closeness.has_value());
  EXPECT_NEAR(*check.sensitive[0].ordered_closeness, (0.5 + 0.25) / 2, 1e-12);
}

TEST(TableCheck, RecursiveDiversityIsGivenForEveryLThatHolds) {
  CheckQuestion question{.quasi = {coded("q", {0, 0, 0, 0, 1, 1, 1}, {"a", "b"})},
                         .sensitive = {coded("s", {0, 0, 1, 2, 0, 1, 2}, {"x", "y", "z"})}};
  const TableCheck check = check_table(question);
  ASSERT_EQ(check.sensitive[0].recursive.size(), 2U);
  EXPECT_EQ(check.sensitive[0].recursive[0].l, 2U);
  EXPECT_DOUBLE_EQ(check.sensitive[0].recursive[0].above, 1);  // 2/(1 + 1), and 1/2
  EXPECT_DOUBLE_EQ(check.sensitive[0].recursive[1].above, 2);  // 2/1, and 1
}

TEST(TableCheck, PopulationsAreMatchedByTheirTexts) {
  CheckQuestion question = thesis_question();
  question.population = {coded("zip", {0, 0, 1, 1, 1, 1, 1}, {"148**", "130**"}),
                         coded("age", {0, 1, 2, 2, 2, 2, 2}, {"[41;50[", "> 50", "[21;31["})};
  const TableCheck check = check_table(question);
  ASSERT_TRUE(check.risk.population.has_value());
  EXPECT_EQ(check.risk.population->rows, 7U);
  EXPECT_EQ(check.risk.population->uncovered, 8U);
  EXPECT_NEAR(check.risk.population->marketer, (4.0 / 5 + 1 + 1) / 12, 1e-12);
}

TEST(TableCheck, SizesAreInRowsOfOneTwoAndFive) {
  Classes classes;
  for (const std::uint32_t size : {1U, 1U, 4U, 5U, 9U, 10U, 250U}) {
    classes.class_of.insert(classes.class_of.end(), size, static_cast<std::uint32_t>(classes.sizes.size()));
    classes.sizes.push_back(size);
  }
  const std::vector<ClassSizes> sizes = class_sizes(classes);
  ASSERT_EQ(sizes.size(), 8U);  // 1, 2–4, 5–9, 10–19, 20–49, 50–99, 100–199, 200–499
  EXPECT_EQ(sizes[0].classes, 2U);
  EXPECT_EQ(sizes[1].least, 2U);
  EXPECT_EQ(sizes[1].most, 4U);
  EXPECT_EQ(sizes[2].rows, 14U);
  EXPECT_EQ(sizes[3].most, 19U);
  EXPECT_EQ(sizes[7].least, 200U);
  EXPECT_EQ(sizes[7].most, 499U);
  EXPECT_EQ(sizes[7].classes, 1U);
}

TEST(TableCheck, WhatCannotBeCheckedIsRefused) {
  EXPECT_EQ(testing::input_error([] { check_table({}); }), "there is no quasi-identifier");
  EXPECT_EQ(testing::input_error([] { check_table({.quasi = {coded("q", {}, {})}, .sensitive = {}}); }),
            "the table has no rows");
}

}  // namespace
}  // namespace sourdine
