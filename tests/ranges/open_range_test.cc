#include "sourdine/ranges/open_range.h"

#include <gtest/gtest.h>

#include "range/exact_ranges.h"
#include "sourdine/range/range_file.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/ranges/stream.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::write_all;
using testing::ZeroNoise;

class RangeQuery : public ::testing::Test {
 protected:
  std::string path() const { return directory_.file("r.srng"); }

  OpenRange ages() const {
    const std::vector<std::uint64_t> counts = {1, 2, 3, 4};
    const auto tree = CentralTree::build({4, 2, 1}, counts, zero_);
    tree->set_domain(OrderedDomain(OrderedDomain::Numbers{20, 23, 1}, false).to_json());
    save_range(path(), *tree);
    return OpenRange::load(path());
  }

  // Counts 1 … 12, town by town.
  OpenRange towns() const {
    std::vector<std::uint64_t> counts(12);
    for (std::size_t i = 0; i < counts.size(); ++i) counts[i] = i + 1;
    Grid grid =
        Grid::build({.rows = 3, .columns = 4, .row_degree = 3, .column_degree = 2, .epsilon = 1}, counts, zero_);
    const RangeDomain domain{OrderedDomain(OrderedDomain::Numbers{20, 23, 1}, false),
                             PlaceList({"Dole", "Ornans", "Morteau"}, false)};
    grid.set_domain(domain.to_json());
    grid.save(path());
    return OpenRange::load(path());
  }

  static double value(const RangeAnswer& answer) { return answer.estimate.value; }

  testing::TemporaryDirectory directory_;
  mutable ZeroNoise zero_;
  const Confidence confidence_{0.95};
};

TEST_F(RangeQuery, AnswersRangesOfAnyStructure) {
  const OpenRange range = ages();
  EXPECT_NEAR(value(range.ask("21-22", confidence_)), 5, 1e-9);
  EXPECT_EQ(range.domain().describe(), "4 numbers from 20 to 23");
  EXPECT_EQ(range.kind(), "central-tree");
  double sum = 0;
  for (const RangePart& part : range.parts(range.ask("20..22", confidence_))) sum += part.value;
  EXPECT_NEAR(sum, 6, 1e-9);
  EXPECT_EQ(input_error([&] { range.ask("Dole", "21", confidence_); }),
            "there are no places in it: it has 4 numbers from 20 to 23");
}

TEST_F(RangeQuery, AnswersPlacesTimesValues) {
  const OpenRange range = towns();
  EXPECT_TRUE(range.has_places());
  EXPECT_NEAR(value(range.ask("Ornans", "21-22", confidence_)), 6 + 7, 1e-9);
  EXPECT_NEAR(value(range.ask("Dole,Morteau", "20", confidence_)), 1 + 9, 1e-9);
  EXPECT_NEAR(value(range.ask("Dole..Ornans", "..", confidence_)), 36, 1e-9);
  EXPECT_NEAR(value(range.ask("..", confidence_)), 78, 1e-9);
  double sum = 0;
  for (const RangePart& part : range.parts(range.ask("Dole,Morteau", "20..22", confidence_))) sum += part.value;
  EXPECT_NEAR(sum, 1 + 2 + 3 + 9 + 10 + 11, 1e-9);
  EXPECT_EQ(range.domain().size(), 12U);
}

TEST_F(RangeQuery, ReadsQuestionsFromFiles) {
  const std::string questions = directory_.file("q");
  write_all(questions, "20\n\n21..23\n");
  const OpenRange range = ages();
  const auto answers = range.ask({.file = questions}, confidence_);
  ASSERT_EQ(answers.size(), 2U);
  EXPECT_EQ(answers[1].text, "21..23");
  write_all(questions, "20\n\nforty\n");
  EXPECT_EQ(input_error([&] { range.ask({.file = questions}, confidence_); }),
            "'" + questions + "', line 3: 'forty' is not a range of whole numbers");

  const OpenRange grid = towns();
  write_all(questions, "range,place\n20,\"Dole,Morteau\"\n21,Ornans\n");
  const auto placed = grid.ask({.file = questions}, confidence_);
  ASSERT_EQ(placed.size(), 2U);
  EXPECT_NEAR(value(placed[0]), 10, 1e-9);
  EXPECT_NEAR(value(placed[1]), 6, 1e-9);
  write_all(questions, "place,range\nDole,20\nDoll,20\n");
  EXPECT_EQ(input_error([&] { grid.ask({.file = questions}, confidence_); }),
            "'" + questions + "', line 3: there is no place 'Doll'; did you mean 'Dole'?");
  write_all(questions, "place,range\n");
  EXPECT_EQ(input_error([&] { grid.ask({.file = questions}, confidence_); }),
            "there is no range in '" + questions + "'");
}

TEST_F(RangeQuery, AsksEveryPlaceWithEveryRange) {
  const OpenRange grid = towns();
  const auto texts = [&](const AskedRanges& asked) {
    std::string all;
    for (const RangeAnswer& answer : grid.ask(asked, confidence_)) all += answer.places + " " + answer.text + ";";
    return all;
  };
  EXPECT_EQ(texts({.ranges = {"20", "21"}, .places = {"Dole", "Ornans"}}), "Dole 20;Ornans 20;Dole 21;Ornans 21;");
  EXPECT_EQ(texts({.places = {"Dole"}}), "Dole ..;");
  EXPECT_EQ(texts({.ranges = {"20"}}), ".. 20;");
}

TEST_F(RangeQuery, WritesAnswersAsATable) {
  const OpenRange grid = towns();
  const std::vector<RangeAnswer> answers = {grid.ask("Dole,Morteau", "20", confidence_)};
  std::string text;
  OutputBytes output(text);
  answers_table(answers, true).write(output, {});
  EXPECT_EQ(text.substr(0, text.find('\n')), "place,range,estimate,std_error,lower,upper");
  EXPECT_NE(text.find("\n\"Dole,Morteau\",20,10.0000,"), std::string::npos);
}

TEST_F(RangeQuery, NamesTheStepsOfAStream) {
  StreamCounter stream({1, std::nullopt});
  stream.set_domain(stream_domain(Period::day, "2026-02-27"));
  save_range(path(), stream);
  EXPECT_NE(input_error([&] { OpenRange::load(path()); }).find("there are no values yet"), std::string::npos);
  for (std::uint64_t count = 1; count <= 4; ++count) stream.push(count, zero_);
  save_range(path(), stream);
  const OpenRange range = OpenRange::load(path());
  EXPECT_NEAR(value(range.ask("2026-02-28..2026-03-01", confidence_)), 5, 1e-9);
  EXPECT_NEAR(value(range.ask("..", confidence_)), 10, 1e-9);
  EXPECT_EQ(range.domain().describe(), "4 days from 2026-02-27 to 2026-03-02");
}

}  // namespace
}  // namespace sourdine
