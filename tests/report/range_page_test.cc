#include "sourdine/report/range_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sourdine/publish/bundle.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/range/stream_counter.h"
#include "sourdine/report/range_words.h"

namespace sourdine {
namespace {

struct Sample {
  OrderedDomain domain;
  std::unique_ptr<CentralTree> tree;

  explicit Sample(const OrderedDomain& values) : domain(values) {
    SeededBits random(3);
    tree = CentralTree::build({domain.size(), 16, 1}, std::vector<std::uint64_t>(domain.size(), 100), random);
  }

  nlohmann::json data(const std::vector<std::string>& ranges) const {
    std::vector<RangeAnswer> answers;
    for (const std::string& text : ranges) {
      const Range range = domain.parse(text);
      answers.push_back({text, range, tree->answer(range)});
    }
    return nlohmann::json::parse(range_page_data(*tree, domain, answers, {.title = "visits"}, Confidence::customary()));
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
  EXPECT_FALSE(data["guarantee"]["is_private"].get<bool>());
  EXPECT_EQ(data["guarantee"]["against"], "add/remove");
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
  EXPECT_EQ(range_page(data.dump()).find("__DATA__"), std::string::npos);
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
      EXPECT_NEAR(static_cast<double>(sum) / 100, sample.tree->answer({first, last}).value, 0.0100001);
    }
  }
  for (unsigned level = 0; level <= 3; ++level) {
    const auto [full, last] = sample.tree->model().subtree_variances(level);
    EXPECT_EQ(structure.at("variances")[level], (nlohmann::json{full, last}));
  }
}

// The rule with which the page makes intervals is that of the program.
TEST(RangePage, IntervalsFollowTheRule) {
  const Sample sample(days("2014-01-01", "2014-12-31"));
  const IntervalRule rule = sample.tree->interval_rule(Confidence(0.9));
  for (const Range range : {Range{0, 364}, Range{3, 3}, Range{17, 200}}) {
    const Estimate found = sample.tree->answer(range, Confidence(0.9));
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

TEST(RangePage, ItsPromiseIsSaidInFrenchToo) {
  const OrderedDomain from_data(
      Timeline(Period::day, parse_label("2014-01-01")->second, parse_label("2014-01-31")->second), true);
  const auto words = Sample(from_data).data({"2014-01"}).at("guarantee").at("words");
  EXPECT_NE(words.at("en").at("unit"), words.at("fr").at("unit"));
  EXPECT_NE(words.at("en").at("neighbours"), words.at("fr").at("neighbours"));
  ASSERT_EQ(words.at("en").at("caveats").size(), words.at("fr").at("caveats").size());
  for (std::size_t i = 0; i < words.at("en").at("caveats").size(); ++i) {
    EXPECT_NE(words.at("en").at("caveats")[i], words.at("fr").at("caveats")[i]);
  }
  const Guarantee local = local_report_guarantee(1, 1);
  for (const std::string& sentence : local.caveats) EXPECT_NE(french_range_sentence(sentence), sentence);
  const Guarantee stream = StreamCounter({.epsilon = 1}).guarantee();
  for (const std::string& sentence : stream.caveats) EXPECT_NE(french_range_sentence(sentence), sentence);
}

}  // namespace
}  // namespace sourdine
