#include "sourdine/anonymity/risk.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "sourdine/random/seeded_bits.h"
#include "support/errors.h"

namespace sourdine {
namespace {

std::vector<CodedColumn> random_columns(Random& random, std::size_t columns, std::size_t rows) {
  std::vector<CodedColumn> made;
  for (std::size_t c = 0; c < columns; ++c) {
    CodedColumn column{{}, static_cast<Value>(1 + random.below(6))};
    for (std::size_t row = 0; row < rows; ++row) column.codes.push_back(static_cast<Value>(random.below(column.size)));
    made.push_back(std::move(column));
  }
  return made;
}

bool are_alike(const std::vector<CodedColumn>& columns, std::size_t a, std::size_t b) {
  return std::all_of(columns.begin(), columns.end(),
                     [&](const CodedColumn& column) { return column.codes[a] == column.codes[b]; });
}

// Row by row: how many look like it, it included.
std::vector<std::uint64_t> crowds(const std::vector<CodedColumn>& columns) {
  const std::size_t rows = columns[0].codes.size();
  std::vector<std::uint64_t> found(rows);
  for (std::size_t a = 0; a < rows; ++a) {
    for (std::size_t b = 0; b < rows; ++b) found[a] += are_alike(columns, a, b) ? 1U : 0U;
  }
  return found;
}

TEST(AnonymityRisk, ProsecutorAndMarketerAreThoseOfTheRowsOneByOne) {
  SeededBits random(1);
  for (int table = 0; table < 50; ++table) {
    const auto columns = random_columns(random, 1 + random.below(4), 1 + random.below(60));
    const std::vector<std::uint64_t> crowd = crowds(columns);
    double largest = 0, sum = 0;
    std::uint64_t at_risk = 0, uniques = 0;
    for (const std::uint64_t size : crowd) {
      const double risk = 1.0 / static_cast<double>(size);
      largest = std::max(largest, risk);
      sum += risk;
      at_risk += size < 5 ? 1U : 0U;  // 1/5 is not above 0.2
      uniques += size == 1 ? 1U : 0U;
    }
    const ReidentificationRisk risk = measure_risk(group_rows(columns), 0.2);
    EXPECT_EQ(risk.rows, crowd.size());
    EXPECT_DOUBLE_EQ(risk.prosecutor.largest, largest);
    EXPECT_NEAR(risk.prosecutor.average, sum / static_cast<double>(crowd.size()), 1e-12);
    EXPECT_NEAR(risk.marketer, static_cast<double>(risk.classes) / static_cast<double>(risk.rows), 1e-12);
    EXPECT_EQ(risk.prosecutor.at_risk, at_risk);
    EXPECT_EQ(risk.uniques, uniques);
    EXPECT_FALSE(risk.population.has_value());
  }
}

TEST(AnonymityRisk, JournalistLooksAmongThePopulation) {
  // Classes of 2 and 1 rows; three people of the population look like the first, none like the second.
  const Classes classes = group_rows(std::vector{CodedColumn{{0, 0, 1}, 2}});
  const std::vector<CodedColumn> table = {{{0, 0, 1}, 2}}, population = {{{2, 0, 0, 0, 2}, 3}};
  const std::vector<std::uint64_t> sizes = population_sizes(table, classes, population);
  EXPECT_EQ(sizes, (std::vector<std::uint64_t>{3, 0}));
  const ReidentificationRisk risk = measure_risk(classes, sizes, 5, 0.5);
  ASSERT_TRUE(risk.population.has_value());
  EXPECT_EQ(risk.population->rows, 5U);
  EXPECT_EQ(risk.population->uncovered, 1U);  // taken as the table has it: one person
  EXPECT_DOUBLE_EQ(risk.population->journalist.largest, 1);
  EXPECT_DOUBLE_EQ(risk.population->journalist.average, (2.0 / 3 + 1) / 3);
  EXPECT_DOUBLE_EQ(risk.population->marketer, (2.0 / 3 + 1) / 3);
  EXPECT_EQ(risk.population->journalist.at_risk, 1U);
  EXPECT_EQ(risk.population->uniques, 1U);
  // Against the table alone.
  EXPECT_DOUBLE_EQ(risk.prosecutor.average, (2.0 / 2 + 1) / 3);
}

TEST(AnonymityRisk, AJournalistNeverFindsMoreThanAProsecutor) {
  SeededBits random(2);
  for (int table = 0; table < 30; ++table) {
    // The population: the table, and more.
    auto population = random_columns(random, 3, 80);
    std::vector<CodedColumn> part = population;
    for (CodedColumn& column : part) column.codes.resize(30);
    const Classes classes = group_rows(part);
    const ReidentificationRisk risk = measure_risk(classes, population_sizes(part, classes, population), 80, 0.2);
    EXPECT_EQ(risk.population->uncovered, 0U);
    EXPECT_LE(risk.population->journalist.largest, risk.prosecutor.largest);
    EXPECT_LE(risk.population->marketer, risk.marketer);
    EXPECT_LE(risk.population->uniques, risk.uniques);
  }
}

TEST(AnonymityRisk, ColumnsIdentifyAsPairsOfRowsDiffer) {
  SeededBits random(3);
  for (int table = 0; table < 20; ++table) {
    const auto columns = random_columns(random, 4, 2 + random.below(40));
    const std::size_t rows = columns[0].codes.size();
    const std::vector<Identification> found = identifying_columns(columns, 3);
    EXPECT_EQ(found.size(), 4U + 6 + 4);
    for (const Identification& set : found) {
      std::vector<CodedColumn> chosen;
      for (const std::size_t column : set.columns) chosen.push_back(columns[column]);
      std::uint64_t apart = 0, pairs = 0, distinct = 0;
      for (std::size_t a = 0; a < rows; ++a) {
        bool is_first = true;
        for (std::size_t b = 0; b < a; ++b) {
          ++pairs;
          apart += are_alike(chosen, a, b) ? 0U : 1U;
          if (are_alike(chosen, a, b)) is_first = false;
        }
        distinct += is_first ? 1U : 0U;
      }
      EXPECT_NEAR(set.separation, static_cast<double>(apart) / static_cast<double>(pairs), 1e-12);
      EXPECT_DOUBLE_EQ(set.distinction, static_cast<double>(distinct) / static_cast<double>(rows));
      const std::vector<std::uint64_t> crowd = crowds(chosen);
      EXPECT_EQ(set.uniques, static_cast<std::uint64_t>(std::count(crowd.begin(), crowd.end(), 1U)));
    }
    EXPECT_TRUE(std::is_sorted(found.begin(), found.end(), [](const Identification& a, const Identification& b) {
      return a.separation > b.separation;
    }));
  }
}

TEST(AnonymityRisk, LargeSetsAreLeftOutWhereThereAreTooMany) {
  SeededBits random(4);
  const auto columns = random_columns(random, 6, 10);
  EXPECT_EQ(identifying_columns(columns, 3, 25).size(), 6U + 15);
  EXPECT_EQ(identifying_columns(columns, 3, 1).size(), 6U);  // single columns always
}

TEST(AnonymityRisk, AThresholdIsAProbability) {
  const Classes classes = group_rows(std::vector{CodedColumn{{0}, 1}});
  EXPECT_EQ(testing::input_error([&] { measure_risk(classes, 1.5); }),
            "the threshold of risk is 1.5, and must be from 0 to 1");
}

}  // namespace
}  // namespace sourdine
