// What is drawn agrees with what is computed, and intervals cover.
#include <gtest/gtest.h>

#include <boost/math/distributions/chi_squared.hpp>
#include <cmath>
#include <filesystem>

#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/reproduce/arcolezi2022.h"
#include "support/statistics.h"

namespace sourdine {
namespace {

// 200 repetitions of about 7 rows. Beyond 5.5 standard errors is 4e-8 of a normal law; a mean of 200 squared errors
// with a skewness of 1 has four times that in its tail.
TEST(Arcolezi2022, MeasuredErrorsAreTheExpectedOnes) {
  SeededBits bits(3);
  const std::vector<StudyTable> tables = {synthetic_table(bits, 3000)};
  TupleSettings settings;
  settings.epsilons = {1};
  settings.repetitions = 50;
  const TupleStudy study = study_tuples(settings, tables, SeededSource(2), [](std::size_t, std::size_t) {});
  std::size_t rows = 0;
  for (const TupleRow& row : study.rows) {
    if (!row.measured) continue;
    ++rows;
    EXPECT_LT(std::abs(*row.measured - row.expected), 5.5 * *row.std_error) << row.oracle;
  }
  EXPECT_GE(rows, 4U);
  EXPECT_LE(rows, 7U);
}

TEST(Arcolezi2022, CountersCostWhatTheirVarianceSays) {
  // 1,500 people with counters that move, 6 collections.
  SeededBits bits(4);
  StudyTable table{"counters", std::vector<Value>(6, 40), {}};
  for (std::size_t i = 0; i < 1500; ++i) {
    const std::uint64_t level = bits.below(36);
    for (int t = 0; t < 6; ++t) table.values.push_back(static_cast<Value>(level + bits.below(5)));
  }
  LongSettings settings;
  settings.epsilons = {};
  const LongStudy study = study_longitudinal(settings, {}, table, 5, [](std::size_t, std::size_t) {});
  ASSERT_FALSE(study.counters.empty());
  EXPECT_TRUE(study.counters.front().is_ours);
  EXPECT_LE(study.most_values, 5U);
  // Of oue a share has the variance (n·V0 + f)/n, and shares are 1/40 in the mean.
  const double e = std::exp(1);
  EXPECT_NEAR(study.counters.front().expected / ((4 * e / ((e - 1) * (e - 1)) + 1.0 / 40) / 1500), 1, 1e-6);
  const boost::math::chi_squared law(39);
  for (const CounterRow& row : study.counters) {
    // The mean over collections varies no more than one collection, whose 40 errors are about normal: chi-squared, with
    // a degree less where they add up to 0.
    if (row.buckets == 40) {
      EXPECT_LT(row.measured / row.expected, quantile(complement(law, testing::false_alarm / 20)) / 39) << row.protocol;
      EXPECT_GT(row.measured / row.expected, quantile(law, testing::false_alarm / 20) / 39) << row.protocol;
    }
    if (row.is_published) {
      EXPECT_LE(study.counters.front().expected, row.expected * (1 + 1e-9)) << row.protocol;
    }
  }
}

// 40 repetitions: of values that are covered with 0.95 at least, no row's mean is much below; the full study has 2,000.
TEST(Arcolezi2022, IntervalsCover) {
  const CoverageStudy study = study_coverage(40, 11, [](std::size_t, std::size_t) {});
  EXPECT_EQ(study.rows.size(), 66U);
  for (const CoverageRow& row : study.rows) {
    // All values of one repetition taken as one event, which is the worst case.
    const auto covered = static_cast<std::uint64_t>(std::lround(40 * row.covered));
    EXPECT_GE(testing::binomial_lower_tail(covered, 40, 0.93), testing::false_alarm / 66) << row.protocol << row.about;
  }
}

// The tables of the papers, where they are beside the checkout: people, attributes and domains as printed there, and
// the recommendation made before there are data is the best at the true shares.
TEST(Arcolezi2022, RecommendsTheBestOnRealTables) {
  const std::string data = SOURDINE_SOURCE_DIR "/../shared/data/";
  struct Known {
    const char* name;
    std::size_t people;
    std::vector<Value> sizes;
  };
  std::vector<StudyTable> tables;
  for (const Known& known : {Known{"adult", 45222, {7, 16, 7, 14, 6, 5, 2, 41, 2}},
                             {"nursery", 12960, {3, 5, 4, 4, 3, 2, 3, 3, 5}},
                             {"ms-fimu", 88935, std::vector<Value>(7, 11)}}) {
    auto table = std::filesystem::exists(data) ? read_study_table(data, known.name) : std::nullopt;
    if (!table) GTEST_SKIP() << "no data beside the checkout";
    EXPECT_EQ(table->people(), known.people);
    EXPECT_EQ(table->sizes, known.sizes);
    tables.push_back(std::move(*table));
  }
  TupleSettings settings;
  settings.epsilons = {1};
  settings.repetitions = 1;
  const TupleStudy study = study_tuples(settings, tables, SeededSource(1), [](std::size_t, std::size_t) {});
  for (const StudyTable& table : tables) {
    EXPECT_LE(study.recommended(table.name, 1).expected, 1.02 * study.best(table.name, 1, TupleLevel::tuple).expected);
  }
}

}  // namespace
}  // namespace sourdine
