#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "sourdine/anonymize/compare.h"
#include "sourdine/anonymize/facts_json.h"
#include "sourdine/anonymize/publication.h"
#include "sourdine/publish/sums.h"
#include "sourdine/random/random_source.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

// Twelve people: three classes of four, every disease of the last one the same.
constexpr const char* people =
    "age,disease,name\n21,tuberculosis,a\n22,heart,b\n23,viral,c\n24,viral,d\n41,cancer,e\n42,heart,f\n43,viral,g\n"
    "44,viral,h\n31,cancer,i\n32,cancer,j\n33,cancer,k\n34,cancer,l\n";

Anonymized anonymized_people(const testing::TemporaryDirectory& directory, const std::string& more) {
  const std::string path = directory.file("people.csv");
  std::ofstream(path) << people;
  const AnonymizeConfig config = parse_anonymize_config(
      "title = \"People\"\ndataset = \"people\"\n[columns]\nidentifiers = [\"name\"]\n[quasi.age]\nkind = "
      "\"intervals\"\nwidths = [10, 20]\norigin = 1\n" +
          more + "[privacy]\nk = 4\n",
      directory.file("people.toml"));
  return anonymize(config, {.source = path});
}

TEST(AnonymityPage, TheDataAreThoseOfTheTable) {
  const testing::TemporaryDirectory directory;
  const Anonymized anonymized = anonymized_people(directory, "[sensitive.disease]\n");
  const auto data = tables_page_facts(anonymized);
  const std::string text = data.dump();
  EXPECT_EQ(data["rows"]["published"], 12);
  EXPECT_EQ(data["models"][0]["asked"], 4);
  EXPECT_EQ(data["models"][0]["reached"], 4);
  EXPECT_EQ(data["before"]["unique_rows"], 12);
  EXPECT_DOUBLE_EQ(data["after"]["prosecutor"]["largest"], 0.25);
  EXPECT_FALSE(data["after"].contains("population"));
  EXPECT_EQ(data["attacks"][0]["revealed"], 4);
  EXPECT_EQ(data["attacks"][0]["minimality"]["revealed"], 0);  // it was k that asked for more
  EXPECT_EQ(data["attributes"][0]["column"], "age");
  // No name, and no age, of anybody.
  EXPECT_EQ(text.find("\"a\""), std::string::npos);
  EXPECT_EQ(text.find("\"21\""), std::string::npos);
}

TEST(AnonymityPage, HasWhatEveryPageHas) {
  const testing::TemporaryDirectory directory;
  const Anonymized anonymized = anonymized_people(directory, "[sensitive.disease]\n");
  TablesPublication publication(anonymized.config);
  const std::string out = directory.file("out");
  const std::string fingerprint =
      publish(publication, {.out = out, .reading = {.source = directory.file("people.csv")}}, SecureSource())
          .fingerprint;
  const auto data = nlohmann::json::parse(testing::read_all(directory.file("out/page.json")));
  EXPECT_EQ(data["language"], "en");
  EXPECT_EQ(data["guarantee"]["is_differential"], false);
  EXPECT_EQ(data["files"][0], "table.csv");
  EXPECT_EQ(data["spending"]["unprotected"], 1);
  EXPECT_EQ(verify_sums(out).fingerprint, fingerprint);
}

// Twice as many people of every age: of the journalist's two candidates for an age, one is in the table.
TEST(AnonymityPage, ThePopulationIsWhatAJournalistLooksIn) {
  const testing::TemporaryDirectory directory;
  std::ofstream all(directory.file("all.csv"));
  all << "age\n";
  for (int age = 21; age <= 44; ++age) all << age << '\n' << age << '\n';
  all.close();
  const Anonymized anonymized =
      anonymized_people(directory, "[sensitive.disease]\n[population]\nsource = \"all.csv\"\n");
  const auto data = tables_page_facts(anonymized);
  EXPECT_EQ(data["before"]["population"]["rows"], 48);
  EXPECT_DOUBLE_EQ(data["before"]["population"]["journalist"]["largest"], 0.5);
  EXPECT_DOUBLE_EQ(data["after"]["prosecutor"]["largest"], 0.25);
  EXPECT_DOUBLE_EQ(data["after"]["population"]["journalist"]["largest"], 1.0 / 8);  // 41 to 44, twice
  EXPECT_DOUBLE_EQ(data["after"]["population"]["marketer"], (4.0 / 20 + 4.0 / 20 + 4.0 / 8) / 12);
}

TEST(CompareReleases, WhatTwoTablesTellTogetherIsSaid) {
  const testing::TemporaryDirectory directory;
  const Anonymized anonymized = anonymized_people(directory, "[sensitive.disease]\n");
  // Of those below 31 only tuberculosis is common to both.
  std::ofstream(directory.file("table.csv"))
      << "age,disease\n< 31,tuberculosis\n< 31,diabetes\n>= 31,viral\n>= 31,heart\n";
  const std::vector<Comparison> found = compare_with_release(anonymized, directory.path().string());
  ASSERT_EQ(found.size(), 1U);
  const std::string said = text_of(found[0]);
  EXPECT_NE(said.find("'disease' of up to 1 row is revealed (0 by this table alone)"), std::string::npos) << said;
  const auto data = tables_page_facts(anonymized, found);
  EXPECT_EQ(data["attacks"][0]["intersection"][0]["revealed"], 1);
  std::ofstream(directory.file("table.csv")) << "zip,disease\n1,a\n";
  EXPECT_NE(text_of(compare_with_release(anonymized, directory.path().string())[0]).find("in common"),
            std::string::npos);
}

}  // namespace
}  // namespace sourdine
