#include "sourdine/ranges/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"

namespace sourdine {
namespace {

struct Sample {
  OpenRange range;
  const CentralTree& tree;

  explicit Sample(const OrderedDomain& values)
      : range(tree_over(values)), tree(dynamic_cast<const CentralTree&>(*range.structure())) {}

  static std::unique_ptr<CentralTree> tree_over(const OrderedDomain& values) {
    SeededBits random(3);
    auto tree = CentralTree::build({values.size(), 16, 1}, std::vector<std::uint64_t>(values.size(), 100), random);
    tree->set_domain(values.to_json());
    return tree;
  }

  nlohmann::json data(const std::vector<std::string>& ranges) const {
    const auto answers = range.ask({.ranges = ranges}, Confidence::customary());
    return nlohmann::json(range_page_facts(range, answers, Confidence::customary()));
  }
};

OrderedDomain days(std::string_view first, std::string_view last) {
  return {Timeline(Period::day, parse_label(first)->second, parse_label(last)->second), false};
}

TEST(RangePage, ShowsAnswersWithNodesThatAddUp) {
  const auto data = Sample(days("2014-01-01", "2014-12-31")).data({"2014-03-01..2014-05-31", "2014"});
  ASSERT_EQ(data["answers"].size(), 2U);
  for (const auto& answer : data["answers"]) {
    double sum = 0;
    for (const auto& node : answer["nodes"]) sum += node["estimate"].get<double>();
    EXPECT_NEAR(sum, answer["estimate"].get<double>(), 0.01 * static_cast<double>(answer["nodes"].size() + 1));
  }
  EXPECT_EQ(data["answers"][0]["nodes"][0]["level"], 3);
  EXPECT_EQ(data["series"]["estimate"].size(), 365U);
  EXPECT_EQ(data["series"]["ticks"].size(), 12U);
  EXPECT_EQ(data["series"]["ticks"][2].dump(), R"([59,"2014-03"])");
}

TEST(RangePage, SaysHowManyDecimalsItsNumbersHave) {
  const OrderedDomain halves = OrderedDomain::from_json(
      OrderedDomain(OrderedDomain::Numbers{.from = 0, .to = 49, .bin = 5, .decimals = 1}, false).to_json(), 10);
  const auto data = Sample(halves).data({"0-0.9"});
  EXPECT_EQ(data["axis"]["decimals"], 1);
  EXPECT_EQ(data["answers"][0]["last"], 1);
}

// 4,748 days are 678 weeks and two days, which are no point: their sum would look like a fall.
TEST(RangePage, ShowsLongSeriesByWholeWeeks) {
  const auto data = Sample(days("2006-01-01", "2018-12-31")).data({"2014"});
  EXPECT_EQ(data["series"]["width"], 7);
  EXPECT_EQ(data["series"]["estimate"].size(), 678U);
  EXPECT_EQ(data["series"]["ticks"].size(), 13U);
  EXPECT_EQ(data["series"]["ticks"][1].dump(), R"([365,"2007"])");
}

TEST(RangePage, SaysHowManyAnswersWereAskedFor) {
  const auto data = Sample(days("2014-01-01", "2014-12-31")).data(std::vector<std::string>(150, "2014-03"));
  EXPECT_EQ(data["asked"], 150);
  EXPECT_EQ(data["answers"].size(), max_answers_on_page);
}

// What the page computes from (web/src/range-model.ts): the sums of any range, to a hundredth.
TEST(RangePage, HoldsTheStructureForQuestionsOfItsReaders) {
  const Sample sample(days("2014-01-01", "2014-12-31"));
  const auto structure = sample.data({"2014"}).at("structure");
  EXPECT_EQ(structure.at("step"), 1);
  EXPECT_EQ(structure.at("degree"), 16);
  const std::vector<std::int64_t> hundredths = structure.at("hundredths");
  ASSERT_EQ(hundredths.size(), 365U);
  for (std::uint64_t first = 0; first < 365; first += 13) {
    std::int64_t sum = 0;
    for (std::uint64_t last = first; last < 365; ++last) {
      sum += hundredths[last];
      EXPECT_NEAR(static_cast<double>(sum) / 100, sample.tree.answer({first, last}).value, 0.0100001);
    }
  }
  for (unsigned level = 0; level <= 3; ++level) {
    const auto [full, last] = sample.tree.model().subtree_variances(level);
    EXPECT_EQ(structure.at("variances")[level], (nlohmann::json{full, last}));
  }
}

// The rule with which the page makes intervals is that of the program.
TEST(RangePage, IntervalsFollowTheRule) {
  const Sample sample(days("2014-01-01", "2014-12-31"));
  const IntervalRule rule = sample.tree.interval_rule(Confidence(0.9));
  for (const Range range : {Range{0, 364}, Range{3, 3}, Range{17, 200}}) {
    const Estimate found = sample.tree.answer(range, Confidence(0.9));
    const Estimate made =
        count_estimate(found.value, found.std_error, rule.quantile * found.std_error + rule.extra, rule.largest);
    EXPECT_DOUBLE_EQ(made.lower, found.lower);
    EXPECT_DOUBLE_EQ(made.upper, found.upper);
  }
}

TEST(RangePage, AVeryLongSeriesIsThereByNodesOfALevel) {
  const Sample sample(OrderedDomain({0, 1'999'999, 1}, false));
  const auto structure = sample.data({"0-15"}).at("structure");
  EXPECT_EQ(structure.at("step"), 256);
  EXPECT_EQ(structure.at("hundredths").size(), (2'000'000U + 255) / 256);
}

// A tree for each place, all with the same variances: what the page adds up is what the grid answers.
TEST(RangePage, HoldsEveryPlaceOfAGrid) {
  SeededBits random(4);
  const std::vector<std::uint64_t> counts(3 * 31, 50);
  const RangeDomain domain{days("2026-03-01", "2026-03-31"), PlaceList({"Dole", "Morteau", "Ornans"}, false)};
  Grid grid =
      Grid::build({.rows = 3, .columns = 31, .row_degree = 3, .column_degree = 6, .epsilon = 1}, counts, random);
  grid.set_domain(domain.to_json());
  const OpenRange range(std::move(grid));
  const nlohmann::json data =
      range_page_facts(range, range.ask({.ranges = {"2026-03-01..2026-03-12"}, .places = {"Dole,Ornans"}}, 0.95), 0.95);
  ASSERT_EQ(data.at("places").size(), 3U);
  EXPECT_EQ(data.at("answers")[0].at("rows").dump(), "[[0,0],[2,2]]");
  double sum = 0;
  for (const std::size_t place : {0U, 2U}) {
    const std::vector<std::int64_t> hundredths = data.at("places")[place].at("hundredths");
    ASSERT_EQ(hundredths.size(), 31U);
    for (std::size_t day = 0; day < 12; ++day) sum += static_cast<double>(hundredths[day]) / 100;
  }
  EXPECT_NEAR(sum, data.at("answers")[0].at("estimate").get<double>(), 0.03);
  // Of the root: the variance of all days of one place.
  const double all_days = range.ask("Dole", "..", 0.95).estimate.std_error;
  EXPECT_NEAR(data.at("structure").at("variances")[0][1].get<double>(), all_days * all_days, 1e-6 * all_days);
  EXPECT_EQ(data.at("structure").at("quantile"), Confidence(0.95).laplace());
}

TEST(RangePage, ALargeGridIsThereByNodesOfALevel) {
  SeededBits random(4);
  const std::uint64_t rows = 50, columns = 4096;
  const OpenRange range(Grid::build({.rows = rows, .columns = columns, .row_degree = rows, .epsilon = 1},
                                    std::vector<std::uint64_t>(rows * columns, 1), random));
  const nlohmann::json data = range_page_facts(range, first_answers(range), 0.95);
  EXPECT_EQ(data.at("structure").at("step"), 16);
  EXPECT_EQ(data.at("places")[7].at("hundredths").size(), columns / 16);
}

}  // namespace
}  // namespace sourdine
