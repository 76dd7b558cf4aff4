#include <gtest/gtest.h>

#include "sourdine/random/seeded_source.h"
#include "sourdine/ranges/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;

class GridBuild : public ::testing::Test {
 protected:
  RangeRows rows(const std::string& text) const {
    testing::write_all(directory_.file("rows.csv"), text);
    RangeRows rows;
    rows.source = directory_.file("rows.csv");
    rows.column = "when";
    rows.period = Period::day;
    rows.place = "town";
    return rows;
  }

  TemporaryDirectory directory_;
  const std::string text_ =
      "when,town\n2014-03-04,Ornans\n2014-03-01 10:00,Dole\n2014-03-01,Dole\n2014-03-03,Morteau\n";
};

TEST_F(GridBuild, CountsPlacesOfTheDataByName) {
  const RangeCounts data = read_range_counts(rows(text_));
  EXPECT_EQ(data.domain.places->names(), (std::vector<std::string>{"Dole", "Morteau", "Ornans"}));
  EXPECT_TRUE(data.domain.places->is_from_data());
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{2, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(data.domain.describe(), "3 places x 4 days from 2014-03-01 to 2014-03-04");
}

TEST_F(GridBuild, KeepsToTheListAndTheBoundsThatAreGiven) {
  RangeRows asked = rows(text_);
  asked.places = {"Ornans", "Pontarlier", "Dole"};
  asked.from = "2014-03-01";
  asked.to = "2014-03-02";
  const RangeCounts data = read_range_counts(asked);
  EXPECT_EQ(data.counts, (std::vector<std::uint64_t>{0, 0, 0, 0, 2, 0}));
  EXPECT_EQ(data.rows, (RowsRead{.records = 2, .outside = 2}));
  EXPECT_FALSE(data.domain.places->is_from_data());
  // Neither the places nor the days depend on the rows: an empty table has the same.
  asked.source = rows("when,town\n").source;
  EXPECT_EQ(read_range_counts(asked).domain, data.domain);
}

OpenRange build(const RangeRows& asked) {
  const RangeRecipe recipe{.epsilon = 1};
  const RangeCounts data = read_range_counts(asked);
  const ChosenRange chosen = choose_range(recipe, data.domain.values.size(), data.domain.places->size(), 0);
  return draw_range(recipe, chosen, data, SeededSource(1));
}

TEST_F(GridBuild, SaysWhatTheListAndTheBoundsGiveAway) {
  const auto reasons = [](const RangeRows& asked) {
    return range_promise(terms_of(build(asked))).stated->not_private_because;
  };
  RangeRows asked = rows(text_);
  EXPECT_EQ(reasons(asked).size(), 2U);
  asked.places = {"Dole"};
  EXPECT_EQ(reasons(asked).size(), 1U);
  asked.from = asked.to = "2014";
  EXPECT_EQ(reasons(asked).size(), 0U);
}

TEST_F(GridBuild, TheFileKnowsItsPlacesAndDates) {
  RangeRows asked = rows(text_);
  asked.places = {"Dole", "Ornans"};
  const OpenRange built = build(asked);
  built.grid()->save(directory_.file("g.srng"));
  EXPECT_EQ(OpenRange::load(directory_.file("g.srng")).domain(), built.domain());
}

TEST_F(GridBuild, RefusesWhatCannotBe) {
  EXPECT_EQ(input_error([] { choose_range({.model = PrivacyModel::local, .epsilon = 1}, 2, 2, 0); }),
            "a grid is for the central model");
  EXPECT_EQ(input_error([] { choose_range({.epsilon = 1, .structure = "haar"}, 2, 2, 0); }),
            "the structure of a grid is auto, flat, or a tree of a given degree");
  EXPECT_NE(input_error([] { choose_range({.epsilon = 0}, 2, 2, 0); }), "no error");
  EXPECT_EQ(choose_range({.epsilon = 1, .structure = "flat"}, 50, 3, 0).grid->column_degree, 50U);
  EXPECT_EQ(choose_range({.epsilon = 1, .degree = 4}, 50, 3, 0).levels, 3U);
  RangeRows asked = rows(text_);
  asked.from = "1900";
  asked.to = "2199";
  asked.period = Period::hour;
  asked.places.clear();
  for (int i = 0; i < 100; ++i) asked.places.push_back(std::to_string(i));
  EXPECT_NE(input_error([&] { read_range_counts(asked); }).find("the grid is too large"), std::string::npos);
  EXPECT_NE(input_error([&] { read_range_counts(rows("when,town\n2014-03-01,\n")); }).find("the place is empty"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
