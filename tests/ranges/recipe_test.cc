#include "sourdine/ranges/recipe.h"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "sourdine/random/seeded_source.h"
#include "sourdine/range/local_tree.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

class RangeCountsTest : public ::testing::Test {
 protected:
  RangeCounts read(const std::string& text, RangeRows rows) {
    std::ofstream(directory_.file("rows.csv")) << text;
    rows.source = directory_.file("rows.csv");
    return read_range_counts(rows);
  }

  TemporaryDirectory directory_;
};

RangeRows days() {
  RangeRows rows;
  rows.column = "when";
  rows.period = Period::day;
  return rows;
}

RangeRows numbers(std::string from, std::string to, std::uint64_t bin = 1) {
  RangeRows rows;
  rows.column = "n";
  rows.from = std::move(from);
  rows.to = std::move(to);
  rows.bin = bin;
  return rows;
}

TEST_F(RangeCountsTest, FillsMissingDatesWithZero) {
  const auto data = read("when\n2014-03-04\n2014-03-01 10:00\n2014-03-01\n", days());
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{2, 0, 0, 1}));
  EXPECT_EQ(data.domain.values.label({0, 3}), "2014-03-01..2014-03-04");
  EXPECT_TRUE(data.domain.values.is_from_data());
}

TEST_F(RangeCountsTest, KeepsToTheBoundsThatAreGiven) {
  RangeRows rows = days();
  rows.from = "2014-03";
  rows.to = "2014-03-03";
  const auto data = read("when\n2014-02-28\n2014-03-02\n2014-03-04\n2014-03-04\n", rows);
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{0, 1, 0}));
  EXPECT_EQ(data.rows.outside, 3U);
  EXPECT_EQ(data.rows.records, 1U);
  EXPECT_FALSE(data.domain.values.is_from_data());
  EXPECT_EQ(read("when\n", rows).counts, (std::vector<std::uint64_t>{0, 0, 0}));
}

TEST_F(RangeCountsTest, PutsNumbersIntoBins) {
  EXPECT_EQ(read("n\n3\n14\n19\n", numbers("0", "20", 5)).counts, (std::vector<std::uint64_t>{1, 0, 1, 1, 0}));
  EXPECT_EQ(read("n\n3\n14\n19\n", numbers("3", "", 5)).counts, (std::vector<std::uint64_t>{1, 0, 1, 1}));
  const auto data = read("n\n-3\n14\n", numbers("", "", 5));
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{1, 0, 0, 1}));
  EXPECT_EQ(data.domain.describe(), "4 bins of 5 from -5 to 14");
}

TEST_F(RangeCountsTest, AddsUpCountsAndSkipsBadRowsWhenAsked) {
  RangeRows rows = numbers("0", "3");
  rows.counts = "c";
  rows.on_bad_row = OnBadRow::skip;
  const auto data = read("n,c\n0,5\n1,NaN\n1,-1\n2,1e2\n2,7\nx,1\n3,\n", rows);
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{5, 0, 107, 0}));
  EXPECT_EQ(data.rows.skipped, 4U);
}

TEST_F(RangeCountsTest, RefusesADomainThatWouldFillTheMemory) {
  EXPECT_NE(input_error([&] { read("n\n0\n99999999\n", numbers("", "")); }).find("is too large"), std::string::npos);
  EXPECT_NE(input_error([&] { read("n\n0\n", numbers("-999999999999999", "999999999999999")); }), "no error");
}

RangeCounts sample(std::uint64_t size, std::uint64_t each) {
  return {{OrderedDomain(OrderedDomain::Numbers{0, static_cast<std::int64_t>(size) - 1, 1}, true)},
          std::vector<std::uint64_t>(size, each),
          {.records = size * each}};
}

OpenRange build(const RangeRecipe& recipe, const RangeCounts& data) {
  const ChosenRange chosen = choose_range(recipe, data.domain.size(), 0, data.rows.records);
  return draw_range(recipe, chosen, data, SeededSource(7));
}

ChosenRange choose(const RangeRecipe& recipe, std::uint64_t values, std::uint64_t records) {
  return choose_range(recipe, values, 0, records);
}

TEST(RangeBuild, ChoosesWhatThePlanRecommends) {
  for (const PrivacyModel model : {PrivacyModel::central, PrivacyModel::local}) {
    const RangeRecipe recipe{.model = model, .epsilon = 1};
    const auto best = plan_ranges({.size = 500,
                                   .epsilon = 1,
                                   .model = model,
                                   .neighbours = Neighbours::add_remove,
                                   .reports = 100000,
                                   .degrees = {}},
                                  Workload::all_ranges(500))[0];
    const ChosenRange chosen = choose(recipe, 500, 100000);
    EXPECT_EQ(chosen.structure, best.structure);
    EXPECT_EQ(chosen.degree, best.degree);
    EXPECT_DOUBLE_EQ(chosen.std_error, best.std_error);
  }
}

// What is promised before the noise is drawn is what the structure promises then.
TEST(RangeBuild, BuildsEveryStructureOverEverySmallDomain) {
  for (const std::uint64_t size : {1U, 2U, 3U, 5U, 40U}) {
    const RangeCounts data = sample(size, 1000);
    for (const char* structure : {"auto", "flat", "tree", "haar"}) {
      for (const PrivacyModel model : {PrivacyModel::central, PrivacyModel::local}) {
        const std::string name = structure;
        if (name == "haar" && model == PrivacyModel::central) continue;
        SCOPED_TRACE(::testing::Message() << name << " over " << size);
        const RangeRecipe recipe{.model = model, .epsilon = 1, .structure = name};
        const OpenRange built = build(recipe, data);
        const Estimate all = built.structure()->answer({0, size - 1});
        EXPECT_NEAR(all.value, 1000.0 * static_cast<double>(size), 10 * all.std_error + 1e-6);
        EXPECT_EQ(OrderedDomain::from_json(built.structure()->domain(), size), data.domain.values);
        const ChosenRange chosen = choose(recipe, size, data.rows.records);
        const RangeTerms before = terms_of(recipe, chosen, data.domain, true), after = terms_of(built);
        EXPECT_EQ(before.guarantee.epsilon, after.guarantee.epsilon);
        EXPECT_EQ(before.guarantee.unit_text, after.guarantee.unit_text);
        EXPECT_EQ(before.caveats, after.caveats);
        EXPECT_EQ(file_kind(recipe, chosen), built.kind());
      }
    }
  }
}

TEST_F(RangeCountsTest, ALocalStructureMadeFromRowsSaysThatItIsSimulated) {
  const RangeCounts data = sample(4, 1);
  const auto said = [&](const RangeRecipe& recipe) {
    const RangeTerms terms = terms_of(recipe, choose(recipe, 4, 4), data.domain, false);
    std::string all;
    for (const std::string& sentence : range_promise(terms).english.not_protected) all += sentence;
    return all;
  };
  EXPECT_NE(said({.model = PrivacyModel::local, .epsilon = 1}).find("it is a simulation"), std::string::npos);
  EXPECT_EQ(said({.epsilon = 1}).find("it is a simulation"), std::string::npos);
}

TEST(RangeBuild, BoundsFromTheDataLeaveNoGuarantee) {
  const Promise promise = range_promise(terms_of(build({.epsilon = 1}, sample(10, 5))));
  EXPECT_FALSE(promise.is_private());
  ASSERT_EQ(promise.stated->not_private_because.size(), 1U);
  EXPECT_NE(promise.stated->not_private_because.front().find("one record can change with certainty"),
            std::string::npos);
}

TEST(RangeBuild, TakesTheOracleThatIsAskedFor) {
  const RangeRecipe recipe{.model = PrivacyModel::local, .epsilon = 1, .structure = "tree", .oracle = "olh"};
  const OpenRange range = build(recipe, sample(100, 10));
  EXPECT_EQ(dynamic_cast<const LocalTree&>(*range.structure()).protocol().tree_spec().oracle, "olh");
}

TEST(RangeBuild, RefusesWhatCannotBe) {
  EXPECT_EQ(input_error([] { choose({.epsilon = 1, .degree = 1}, 10, 10); }),
            "the degree of a tree must be at least 2, not 1");
  EXPECT_EQ(input_error([] { choose({.epsilon = 1, .structure = "haar"}, 10, 10); }),
            "the structure 'haar' is for the local model");
  EXPECT_EQ(input_error([] { choose({.model = PrivacyModel::local, .epsilon = 1}, 10, 0); }),
            "there are no records to report");
  EXPECT_NE(input_error([] { choose({.epsilon = 0}, 10, 10); }), "no error");
}

}  // namespace
}  // namespace sourdine
