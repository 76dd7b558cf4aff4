#include "sourdine/report/survey_page.h"

#include <gtest/gtest.h>

#include <limits>
#include <nlohmann/json.hpp>

#include "sourdine/base/error.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/report/page.h"
#include "sourdine/report/page_file.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using SurveyShares = std::vector<std::vector<SurveyPageShare>>;

SurveyPage two_collections() {
  SurveyPage survey;
  survey.title = "Health & <more>";
  survey.language = Language::fr;
  survey.solution = "smp";
  survey.collections = {"2026-01", "2026-02"};
  survey.people = {1000, 1100};
  survey.tuple_epsilon = 2;
  survey.attribute_epsilon = 1.5;
  survey.worst_total = 6;
  survey.guarantee = {"La première."};
  SurveyPageAttribute smokes;
  smokes.name = "smokes";
  smokes.oracle = "l-grr";
  smokes.labels = {"yes", "</script><script>alert(1)</script>"};
  smokes.shares = SurveyShares{{{0.25, 0.2, 0.3}, {0.75, 0.7, 0.8}}, {{0.26, 0.21, 0.31}, {0.74, 0.69, 0.79}}};
  smokes.changes = SurveyShares{{{0.01, -0.05, 0.07}, {-0.01, -0.07, 0.05}}};
  smokes.reports = {500, 550};
  smokes.epsilon1 = 1;
  smokes.leakage = {{1, 1.0}, {10, 1.9}};
  survey.attributes = {smokes};
  return survey;
}

nlohmann::json parsed_page(const SurveyPage& survey) { return nlohmann::json::parse(survey_page_data(survey)); }

TEST(SurveyPage, HasBothLevelsOfTheGuaranteeUnrounded) {
  SurveyPage survey = two_collections();
  survey.tuple_epsilon = 1.8172397;
  const auto data = parsed_page(survey);
  EXPECT_EQ(data["guarantee"]["tuple_epsilon"], 1.8172397);  // the page rounds it up
  EXPECT_EQ(data["guarantee"]["attribute_epsilon"], 1.5);
  EXPECT_EQ(data["guarantee"]["worst_total"], 6);
  EXPECT_TRUE(data["guarantee"]["is_private"].get<bool>());
  survey.not_private_because = {"une raison"};
  survey.worst_total.reset();
  EXPECT_FALSE(parsed_page(survey)["guarantee"]["is_private"].get<bool>());
  EXPECT_EQ(parsed_page(survey)["guarantee"]["not_private_because"]["en"].dump(),
            R"({"language":"fr","lines":["une raison"]})");
  EXPECT_TRUE(parsed_page(survey)["guarantee"]["worst_total"].is_null());
}

TEST(SurveyPage, SharesChangesAndLeakageAreThoseGiven) {
  const auto attribute = parsed_page(two_collections())["attributes"][0];
  EXPECT_EQ(attribute["shares"].dump(), "[[[0.25,0.2,0.3],[0.75,0.7,0.8]],[[0.26,0.21,0.31],[0.74,0.69,0.79]]]");
  EXPECT_EQ(attribute["changes"].dump(), "[[[0.01,-0.05,0.07],[-0.01,-0.07,0.05]]]");
  EXPECT_EQ(attribute["leakage"].dump(), "[[1,1.0],[10,1.9]]");
  EXPECT_EQ(attribute["epsilon1"], 1);
  EXPECT_EQ(attribute["epsilon_limit"], 1.5);  // the survey's, where the attribute has none of its own
}

TEST(SurveyPage, WhatIsNotFiniteIsNotKnown) {
  SurveyPage survey = two_collections();
  constexpr double infinity = std::numeric_limits<double>::infinity();
  survey.tuple_epsilon = infinity;
  survey.attributes[0].shares[0][0] = {std::numeric_limits<double>::quiet_NaN(), -infinity, infinity};
  const auto data = parsed_page(survey);
  EXPECT_TRUE(data["guarantee"]["tuple_epsilon"].is_null());
  EXPECT_EQ(data["attributes"][0]["shares"][0][0].dump(), "[null,null,null]");
}

TEST(SurveyPage, SentencesWithoutTranslationSayTheirLanguage) {
  SurveyPage survey = two_collections();
  EXPECT_EQ(parsed_page(survey)["guarantee"]["words"]["en"].dump(), R"({"language":"fr","lines":["La première."]})");
  survey.guarantee_translated = {"The first."};
  EXPECT_EQ(parsed_page(survey)["guarantee"]["words"]["en"].dump(), R"({"language":"en","lines":["The first."]})");
  EXPECT_EQ(parsed_page(survey)["guarantee"]["words"]["fr"].dump(), R"({"language":"fr","lines":["La première."]})");
}

TEST(SurveyPage, OneCollectionNeedsNoName) {
  SurveyPage survey = two_collections();
  survey.collections = {};
  survey.people = {1000};
  survey.attributes[0].shares.pop_back();
  survey.attributes[0].changes.clear();
  survey.attributes[0].reports = {};
  EXPECT_EQ(parsed_page(survey)["collections"].dump(), R"([""])");
}

TEST(SurveyPage, NumbersThatDoNotFitEachOtherAreAFault) {
  const auto expect_fault = [](const SurveyPage& survey) {
    try {
      survey_page_data(survey);
      ADD_FAILURE() << "taken";
    } catch (const Error& error) {
      EXPECT_EQ(error.code(), ErrorCode::internal) << error.what();
    }
  };
  SurveyPage survey = two_collections();
  survey.people.pop_back();
  expect_fault(survey);
  survey = two_collections();
  survey.attributes[0].shares[1].pop_back();
  expect_fault(survey);
  survey = two_collections();
  survey.attributes[0].changes.push_back(survey.attributes[0].changes[0]);
  expect_fault(survey);
  survey = two_collections();
  survey.attributes[0].reports.pop_back();
  expect_fault(survey);
  // Nobody told of the attribute in a collection: its shares may be missing, all of them.
  survey = two_collections();
  survey.attributes[0].shares[1].clear();
  EXPECT_EQ(parsed_page(survey)["attributes"][0]["shares"][1].size(), 0U);
}

TEST(SurveyPage, IsOneFileWhoseLabelsStayText) {
  const std::string page = survey_page(two_collections());
  EXPECT_EQ(page.find("__DATA__"), std::string::npos);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  const std::string start = R"(<script type="application/json" id="data">)";
  const std::size_t begin = page.find(start) + start.size();
  const auto data = nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(data, parsed_page(two_collections()));
}

TEST(SurveyPage, CanBeMadeAgainInAnotherLanguage) {
  const std::string data = survey_page_data(two_collections());
  EXPECT_EQ(page_kind(data), survey_page_kind);
  EXPECT_EQ(nlohmann::json::parse(with_language(data, Language::en))["language"], "en");
  EXPECT_NE(survey_page(with_title(data, "Another")).find("Another"), std::string::npos);
  const testing::TemporaryDirectory directory;
  const std::string path = directory.path().string();
  write_page_files(path, data);
  EXPECT_EQ(read_page_data(path), data);
  EXPECT_EQ(testing::read_all(directory.file("index.html")), survey_page(data));
}

}  // namespace
}  // namespace sourdine
