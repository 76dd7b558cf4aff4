// What a published survey says of itself: its page, and its words in both languages.
#include <gtest/gtest.h>

#include <filesystem>
#include <limits>
#include <nlohmann/json.hpp>
#include <regex>

#include "sourdine/random/seeded_source.h"
#include "sourdine/survey/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"
#include "survey/publishing.h"

namespace sourdine {
namespace {

using testing::publish_survey;
using testing::randomize_survey;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

PreparedSurvey smokers(const std::string& privacy, const std::string& path = "my.toml",
                       const std::string& language = "en") {
  return prepare_survey(parse_survey_config("title = \"Health & <more>\"\nlanguage = \"" + language +
                                                "\"\n[people]\nid = \"who\"\n[[attribute]]\nname = \"smokes\"\n"
                                                "labels = [\"yes\", \"</script><script>alert(1)</script>\"]\n"
                                                "[privacy]\n" +
                                                privacy,
                                            path));
}

AttributeEstimates answered(double share, std::uint64_t reports) {
  AttributeEstimates estimates;
  estimates.shares = {{share, 0.01, share - 0.05, share + 0.05}, {1 - share, 0.01, 0.95 - share, 1.05 - share}};
  estimates.reports = reports;
  return estimates;
}

SurveyEstimates two_collections() {
  return {.attributes = {{answered(0.25, 500), answered(0.26, 550)}},
          .changes = {{{{0.01, 0.03, -0.05, 0.07}, {-0.01, 0.03, -0.07, 0.05}}}},
          .pairs = {}};
}
const SurveyFacts two_facts{.collections = {"2026-01", "2026-02"}, .people = {1000, 1100}};

TEST(SurveyPage, HasSharesChangesAndUnroundedBounds) {
  const PreparedSurvey survey = smokers("epsilon = 1.8172397\nepsilon1 = 1\nmemo_key = \"my.key\"\n");
  const auto data = survey_page_facts(survey, two_facts, two_collections());
  const auto attribute = data["attributes"][0];
  EXPECT_EQ(attribute["shares"].dump(), "[[[0.25,0.2,0.3],[0.75,0.7,0.8]],[[0.26,0.21,0.31],[0.74,0.69,0.79]]]");
  EXPECT_EQ(attribute["changes"].dump(), "[[[0.01,-0.05,0.07],[-0.01,-0.07,0.05]]]");
  EXPECT_EQ(attribute["reports"].dump(), "[500,550]");
  EXPECT_EQ(attribute["leakage"].size(), usual_report_counts().size());
  EXPECT_EQ(attribute["epsilon_limit"], survey.memoised(0).symbol_epsilon());
  EXPECT_EQ(data["guarantee"]["tuple_epsilon"], survey.protocol->privacy().tuple);  // the page rounds it up
  EXPECT_EQ(data["guarantee"]["worst_total"], survey.lifetime_total(SymbolCap::none));
  EXPECT_FALSE(data.contains("beyond_cap"));
}

TEST(SurveyPage, WhatIsNotFiniteIsNotKnown) {
  constexpr double infinity = std::numeric_limits<double>::infinity();
  SurveyEstimates estimates = two_collections();
  estimates.attributes[0][0].shares[0] = {std::numeric_limits<double>::quiet_NaN(), 0, -infinity, infinity};
  const auto data = survey_page_facts(smokers("epsilon = 1\n"), two_facts, estimates);
  EXPECT_EQ(data["attributes"][0]["shares"][0][0].dump(), "[null,null,null]");
  EXPECT_TRUE(data["attributes"][0]["epsilon1"].is_null());
}

TEST(SurveyPage, SaysWhatACapHidesInBothLanguages) {
  const auto data = survey_page_facts(smokers("epsilon = 1\nmemo_key = \"k\"\ncap = 2\nstate = \"s\"\n"), two_facts,
                                      two_collections());
  EXPECT_NE(data["beyond_cap"]["en"].get<std::string>().find("at most 2 different"), std::string::npos);
  EXPECT_NE(data["beyond_cap"]["fr"].get<std::string>().find("au plus 2 réponses"), std::string::npos);
}

class PublishedSurvey : public ::testing::Test {
 protected:
  std::string published(const std::string& language, const std::string& privacy) const {
    const PreparedSurvey survey = smokers(privacy, folder_.file("my.toml"), language);
    std::string rows = "who,smokes\n";
    for (int i = 0; i < 2000; ++i) rows += std::to_string(i) + ",yes\n";
    write_all(folder_.file("people.csv"), rows);
    randomize_survey(survey, SeededSource(1),
                     {.source = folder_.file("people.csv"), .out = folder_.file("a.srep"), .replaces = true});
    publish_survey(survey, {.files = {folder_.file("a.srep")}, .directory = folder_.file(language)});
    return folder_.file(language);
  }
  TemporaryDirectory folder_;
};

TEST_F(PublishedSurvey, IsOneFileWhoseLabelsStayText) {
  const std::string out = published("en", "epsilon = 1\n");
  const std::string page = read_all(out + "/index.html");
  EXPECT_EQ(page.find("__DATA__"), std::string::npos);
  EXPECT_EQ(page.find("<script>alert"), std::string::npos);
  EXPECT_EQ(page.find("<script src"), std::string::npos);
  const std::string start = R"(<script type="application/json" id="data">)";
  const std::size_t begin = page.find(start) + start.size();
  const auto data = nlohmann::json::parse(page.substr(begin, page.find("</script>", begin) - begin));
  EXPECT_EQ(data, nlohmann::json::parse(read_all(out + "/page.json")));
  EXPECT_FALSE(data["guarantee"]["is_private"].get<bool>());
  EXPECT_EQ(data["people"].dump(), "[2000]");
}

// No number is written as the readers of another language do.
TEST_F(PublishedSurvey, WritesNumbersAsItsReadersDo) {
  const std::string privacy = "epsilon = 2.5\n";
  const std::string french = read_all(published("fr", privacy) + "/PRIVACY.md");
  const std::string english = read_all(published("en", privacy) + "/PRIVACY.md");
  EXPECT_NE(french.find("d'un facteur 12,19 au plus (epsilon 2,5)"), std::string::npos) << french;
  EXPECT_NE(english.find("a factor of 12.19 (epsilon 2.5)"), std::string::npos) << english;
  EXPECT_NE(french.find("2\u202f000"), std::string::npos);
  EXPECT_NE(english.find("2,000"), std::string::npos);
  const std::string said = french.substr(0, french.find("| fait"));  // the version has points
  EXPECT_FALSE(std::regex_search(said, std::regex("[0-9]\\.[0-9]"))) << said;
  EXPECT_FALSE(std::regex_search(english, std::regex("[0-9],[0-9]{1,2}[^0-9]"))) << english;
}

}  // namespace
}  // namespace sourdine
