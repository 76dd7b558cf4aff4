#include "sourdine/release/range_build.h"

#include <gtest/gtest.h>

#include <fstream>
#include <numeric>

#include "sourdine/random/seeded_bits.h"
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
  EXPECT_EQ(data.domain.label({0, 3}), "2014-03-01..2014-03-04");
  EXPECT_TRUE(data.domain.is_from_data());
}

TEST_F(RangeCountsTest, KeepsToTheBoundsThatAreGiven) {
  RangeRows rows = days();
  rows.from = "2014-03";
  rows.to = "2014-03-03";
  const auto data = read("when\n2014-02-28\n2014-03-02\n2014-03-04\n2014-03-04\n", rows);
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{0, 1, 0}));
  EXPECT_EQ(data.rows.outside, 3U);
  EXPECT_EQ(data.rows.records, 1U);
  EXPECT_FALSE(data.domain.is_from_data());
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
  return {OrderedDomain(OrderedDomain::Numbers{0, static_cast<std::int64_t>(size) - 1, 1}, true),
          std::vector<std::uint64_t>(size, each),
          {.records = size * each}};
}

std::unique_ptr<RangeStructure> build(const RangeRecipe& recipe, const RangeCounts& data) {
  SeededBits random(7);
  return build_range(recipe, choose_structure(recipe, data.domain.size(), data.rows.records), data, random);
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
    const RangePlanRow chosen = choose_structure(recipe, 500, 100000);
    EXPECT_EQ(chosen.structure, best.structure);
    EXPECT_EQ(chosen.degree, best.degree);
    EXPECT_DOUBLE_EQ(chosen.std_error, best.std_error);
  }
}

TEST(RangeBuild, BuildsEveryStructureOverEverySmallDomain) {
  for (const std::uint64_t size : {1U, 2U, 3U, 5U, 40U}) {
    const RangeCounts data = sample(size, 1000);
    for (const char* structure : {"auto", "flat", "tree", "haar"}) {
      for (const PrivacyModel model : {PrivacyModel::central, PrivacyModel::local}) {
        const std::string name = structure;
        if (name == "haar" && model == PrivacyModel::central) continue;
        SCOPED_TRACE(::testing::Message() << name << " over " << size);
        const auto built = build({.model = model, .epsilon = 1, .structure = name}, data);
        const Estimate all = built->answer({0, size - 1});
        EXPECT_NEAR(all.value, 1000.0 * static_cast<double>(size), 10 * all.std_error + 1e-6);
        EXPECT_EQ(OrderedDomain::from_json(built->domain(), size), data.domain);
      }
    }
  }
}

TEST_F(RangeCountsTest, ALocalStructureMadeFromRowsSaysThatItIsSimulated) {
  RangeRows rows = numbers("0", "3");
  rows.source = directory_.file("rows.csv");
  testing::write_all(rows.source, "n\n0\n1\n3\n");
  const SeededSource random(1);
  const BuiltRange local = build_range(rows, {.model = PrivacyModel::local, .epsilon = 1}, random);
  EXPECT_TRUE(local.is_simulated);
  EXPECT_EQ(local.guarantee.caveats.back().rfind("simulated: ", 0), 0U);
  const BuiltRange central = build_range(rows, {.epsilon = 1}, random);
  EXPECT_FALSE(central.is_simulated);
  EXPECT_EQ(central.rows, (RowsRead{.records = 3}));
  EXPECT_EQ(central.domain, OrderedDomain::from_json(central.structure->domain(), 4));
}

TEST(RangeBuild, BoundsFromTheDataLeaveNoGuarantee) {
  const RangeCounts data = sample(10, 5);
  const auto structure = build({.epsilon = 1}, data);
  const Guarantee guarantee = range_guarantee(*structure, data.domain);
  ASSERT_EQ(guarantee.not_private_because.size(), 1U);
  EXPECT_NE(guarantee.not_private_because.front().find("one record can change with certainty"), std::string::npos);
}

TEST(RangeBuild, TakesTheOracleThatIsAskedFor) {
  const RangeRecipe recipe{.model = PrivacyModel::local, .epsilon = 1, .structure = "tree", .oracle = "olh"};
  EXPECT_EQ(choose_structure(recipe, 100, 1000).oracle, "olh");
  const auto structure = build(recipe, sample(100, 10));
  EXPECT_EQ(dynamic_cast<const LocalTree&>(*structure).protocol().tree_spec().oracle, "olh");
}

TEST(RangeBuild, RefusesWhatCannotBe) {
  EXPECT_EQ(input_error([] { choose_structure({.epsilon = 1, .degree = 1}, 10, 10); }),
            "the degree of a tree must be at least 2, not 1");
  EXPECT_EQ(input_error([] { choose_structure({.epsilon = 1, .structure = "haar"}, 10, 10); }),
            "the structure 'haar' is for the local model");
  EXPECT_EQ(input_error([] { choose_structure({.model = PrivacyModel::local, .epsilon = 1}, 10, 0); }),
            "there are no records to report");
  EXPECT_NE(input_error([] { choose_structure({.epsilon = 0}, 10, 10); }), "no error");
}

}  // namespace
}  // namespace sourdine
