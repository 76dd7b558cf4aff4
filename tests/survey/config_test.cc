// The TOML of a survey, and what it becomes.
#include "sourdine/survey/config.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "sourdine/base/name_order.h"
#include "sourdine/longitudinal/allomfree.h"
#include "sourdine/survey/people.h"
#include "sourdine/survey/survey.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::error_code;
using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;

constexpr const char* two_attributes =
    "[[attribute]]\nname = \"sex\"\nlabels = [\"f\", \"m\"]\n[[attribute]]\nname = \"age\"\nbins = [0, 18, 40, 65]\n";
constexpr const char* repeated_privacy = "[privacy]\nepsilon = 2\nepsilon1 = 1\nmemo_key = \"my.key\"\n";

SurveyConfig parsed(const std::string& privacy, const std::string& people = "[people]\nid = \"who\"\n") {
  return parse_survey_config(people + two_attributes + privacy, "/there/my.toml");
}

Domain binned(std::vector<double> edges) {
  SurveyAttributeConfig attribute;
  attribute.bins = std::move(edges);
  return survey_domain(attribute);
}

TEST(SurveyConfig, NamesWhatItDoesNotSay) {
  const SurveyConfig config = parsed("[privacy]\nepsilon = 1\n");
  EXPECT_EQ(config.head.dataset, "my");
  EXPECT_EQ(config.head.ledger(), "/there/my.ledger.jsonl");
  EXPECT_EQ(config.attributes[0].column, "sex");
  EXPECT_EQ(config.solution_word(), "smp");
  EXPECT_FALSE(config.is_repeated);
}

TEST(SurveyConfig, EveryKeyOfARepeatedSurveySaysThatItIsOne) {
  for (const char* key : {"memo_key = \"k\"", "epsilon1 = 1", "cap = 2", "state = \"s\"", "solution = \"allomfree\""}) {
    const std::string privacy = std::string("[privacy]\nepsilon = 2\n") + key + "\n";
    EXPECT_EQ(error_code([&] { parsed(privacy, ""); }), ErrorCode::bad_input) << key;
  }
  EXPECT_TRUE(parsed(repeated_privacy).is_repeated);
}

TEST(SurveyConfig, ReportersAgainNeedAMemoAnIdAndASolutionThatHasOne) {
  EXPECT_NE(input_error([] { parsed("[privacy]\nepsilon = 2\nepsilon1 = 1\n"); }).find("the mean of fresh reports"),
            std::string::npos);
  EXPECT_NE(input_error([] { parsed(repeated_privacy, ""); }).find("'id' is missing"), std::string::npos);
  for (const char* solution : {"rs+fd", "rs+rfd", "joint"}) {
    const std::string privacy = std::string(repeated_privacy) + "solution = \"" + solution + "\"\n";
    EXPECT_NE(input_error([&] { parsed(privacy); }).find("has no memo"), std::string::npos) << solution;
  }
  EXPECT_NE(input_error([] {
              prepare_survey(parsed(std::string(repeated_privacy) + "oracle = \"grr\"\n"));
            }).find("has no memo"),
            std::string::npos);
}

TEST(SurveyConfig, AColumnHasOnePurpose) {
  EXPECT_NE(input_error([] {
              parsed(repeated_privacy, "[people]\nid = \"who\"\ncollection = \"who\"\n");
            }).find("column 'who' is named for two purposes"),
            std::string::npos);
  EXPECT_EQ(error_code([] { parsed(repeated_privacy, "[people]\nid = \"sex\"\n"); }), ErrorCode::bad_input);
}

TEST(SurveyConfig, EpsilonOfOneReportIsBelowThatOfAll) {
  for (const char* epsilon1 : {"2", "3", "0", "-1"}) {
    const std::string privacy = std::string("[privacy]\nepsilon = 2\nmemo_key = \"k\"\nepsilon1 = ") + epsilon1 + "\n";
    EXPECT_NE(input_error([&] { parsed(privacy); }).find("'epsilon1'"), std::string::npos) << epsilon1;
  }
  const std::string why = input_error(
      [] { prepare_survey(parsed("[privacy]\nepsilon = 1\nepsilon1 = 0.9\noracle = \"l-oue\"\nmemo_key = \"k\"\n")); });
  EXPECT_NE(why.find("the largest is 0.763382"), std::string::npos) << why;
}

TEST(PreparedSurvey, EveryAttributeHasTheOracleOfTheExactRule) {
  SurveyConfig config = parsed(std::string(repeated_privacy) + "solution = \"allomfree\"\n");
  config.attributes[1].bins.clear();
  for (int i = 0; i < 40; ++i) config.attributes[1].labels.push_back(std::to_string(i));
  const PreparedSurvey survey = prepare_survey(config);
  for (std::size_t i = 0; i < 2; ++i) {
    EXPECT_EQ(survey.protocol->oracle(i).name(), allomfree_spec(survey.protocol->domain(i), 2, 1).oracle);
  }
  EXPECT_EQ(survey.protocol->oracle(0).name(), "l-grr");
  EXPECT_EQ(survey.protocol->oracle(1).name(), "l-osue");
}

// A file's guarantee must not say that the reports of a person add up, nor that they never do.
TEST(PreparedSurvey, GuaranteesSayWhatSeveralReportsSpend) {
  for (const char* solution : {"smp", "spl"}) {
    const std::string which = std::string("solution = \"") + solution + "\"\n";
    const Guarantee again = prepare_survey(parsed(repeated_privacy + which)).protocol->guarantee();
    const Guarantee once = prepare_survey(parsed("[privacy]\nepsilon = 2\n" + which)).protocol->guarantee();
    const auto says = [](const Guarantee& guarantee, const char* what) {
      return std::any_of(guarantee.caveats.begin(), guarantee.caveats.end(),
                         [what](const std::string& caveat) { return caveat.find(what) != std::string::npos; });
    };
    EXPECT_TRUE(says(again, "from one permanent response spend this epsilon at most"));
    EXPECT_FALSE(says(again, "m times this epsilon"));
    EXPECT_TRUE(says(once, "m times this epsilon"));
  }
}

// spl divides both ε and ε1 among the attributes; at the level of one attribute each has all of them.
TEST(PreparedSurvey, SplitDividesBothEpsilons) {
  const PreparedSurvey tuple = prepare_survey(parsed(std::string(repeated_privacy) + "solution = \"spl\"\n"));
  EXPECT_NEAR(tuple.protocol->privacy().tuple, 2, 1e-12);
  EXPECT_NEAR(tuple.protocol->privacy().attribute, 1, 1e-12);
  EXPECT_NEAR(tuple.first_report().tuple, 1, 1e-12);
  EXPECT_NEAR(tuple.first_report().attribute, 0.5, 1e-12);
  const PreparedSurvey by_attribute =
      prepare_survey(parsed(std::string(repeated_privacy) + "solution = \"spl\"\nlevel = \"attribute\"\n"));
  EXPECT_NEAR(by_attribute.protocol->privacy().tuple, 4, 1e-12);
  EXPECT_NEAR(by_attribute.first_report().attribute, 1, 1e-12);
}

// Sex has 2 symbols and age 3. Each total is the sum of its steps, none is above what was asked, and a cap bounds it.
TEST(PreparedSurvey, TotalsGrowBySymbolsUpToTheirNumber) {
  const std::string cap = std::string(repeated_privacy) + "cap = 2\nstate = \"kept\"\n";
  const PreparedSurvey sampled = prepare_survey(parsed(cap));
  const PreparedSurvey split = prepare_survey(parsed(cap + "solution = \"spl\"\n"));
  for (const PreparedSurvey* survey : {&sampled, &split}) {
    double sum = 0;
    for (std::uint64_t collection = 1; collection <= 5; ++collection) {
      sum += survey->step(collection, SymbolCap::none);
      EXPECT_NEAR(survey->total(collection, SymbolCap::none), sum, 1e-12);
      EXPECT_LE(survey->total(collection, SymbolCap::none), 2.0 * static_cast<double>(collection));
      EXPECT_LE(survey->total(collection, SymbolCap::enforced), 4.0);
    }
    EXPECT_EQ(survey->step(4, SymbolCap::none), 0);
    EXPECT_EQ(survey->total(5, SymbolCap::lost), survey->total(5, SymbolCap::none));
  }
  EXPECT_NEAR(sampled.lifetime_total(SymbolCap::none), 6, 1e-12);
  EXPECT_NEAR(split.lifetime_total(SymbolCap::none), 2 + 3, 1e-12);
  EXPECT_NEAR(sampled.lifetime_total(SymbolCap::enforced), 4, 1e-12);
}

TEST(PreparedSurvey, BinsHoldTheirLowerEndAndTheLastOneBoth) {
  EXPECT_EQ(binned({0, 18, 40, 65}).labels(), (std::vector<std::string>{"[0, 18)", "[18, 40)", "[40, 65]"}));
  EXPECT_EQ(binned({-HUGE_VAL, 0, 2.5, HUGE_VAL}).labels(), (std::vector<std::string>{"< 0", "[0, 2.5)", ">= 2.5"}));
  const TemporaryDirectory folder;
  const std::string table = folder.file("people.csv");
  write_all(table, "who,sex,age\n1,f,0\n2,f,17.9\n3,m,18\n4,m,40\n5,f,65\n6,f,\"39,9\"\n");
  const PreparedSurvey survey = prepare_survey(parsed("[privacy]\nepsilon = 1\n"));
  const auto collections = read_people(survey, {.source = table, .collection = {}, .stop = {}});
  ASSERT_EQ(collections.size(), 1U);
  EXPECT_EQ(collections[0].values, (std::vector<Value>{0, 0, 0, 0, 1, 1, 1, 2, 0, 2, 0, 1}));
  EXPECT_EQ(collections[0].ids[5], "6");
}

TEST(SurveyPeople, CollectionsComeAsPeopleOrderThem) {
  std::vector<std::string> names = {"2026-10", "10", "2026-2", "2", "a", "", "2026-02", "b"};
  std::sort(names.begin(), names.end(),
            [](const std::string& a, const std::string& b) { return name_comes_before(a, b); });
  EXPECT_EQ(names, (std::vector<std::string>{"", "2", "10", "2026-02", "2026-2", "2026-10", "a", "b"}));
  SurveyConfig config;
  config.people.collections = {"spring", "autumn"};
  EXPECT_TRUE(comes_before(config, "spring", "autumn"));
  EXPECT_FALSE(comes_before(config, "autumn", "spring"));
}

TEST(SurveyPeople, BadRowsAreNamedByFileLineAndColumn) {
  const TemporaryDirectory folder;
  const std::string table = folder.file("people.csv");
  const PreparedSurvey survey = prepare_survey(parsed("[privacy]\nepsilon = 1\n"));
  for (const char* row : {"2,,20", "2,x,20", "2,f,", "2,f,66", "2,f,-1", "2,f,old", "1,f,20", ",f,20"}) {
    write_all(table, std::string("who,sex,age\n1,f,20\n") + row + "\n");
    const std::string why = input_error([&] { read_people(survey, {.source = table, .collection = {}, .stop = {}}); });
    EXPECT_NE(why.find("people.csv', line 3, column '"), std::string::npos) << row << ": " << why;
  }
}

}  // namespace
}  // namespace sourdine
