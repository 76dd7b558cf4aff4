#include "sourdine/report/range_page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sourdine/random/seeded_bits.h"
#include "sourdine/range/central_tree.h"
#include "sourdine/report/bundle.h"

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
    return nlohmann::json::parse(range_page_data(*tree, domain, answers, "visits", Confidence::customary()));
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
  EXPECT_EQ(data["series"]["estimate"].size(), 365U);
  EXPECT_EQ(data["series"]["ticks"].size(), 12U);
  EXPECT_EQ(data["series"]["ticks"][2].dump(), R"([59,"2014-03"])");
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

}  // namespace
}  // namespace sourdine
