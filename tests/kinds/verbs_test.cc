// Every verb on every kind, from the table: what a row says it can, it does on files of every earlier version; what it
// cannot is one sentence that names a verb that can.
#include <gtest/gtest.h>
#include <toml++/toml.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "fixtures.h"
#include "sourdine/kinds/table.h"
#include "sourdine/publish/sums.h"

namespace sourdine {
namespace {

using testing::all_fixtures;
using testing::Fixture;
using testing::FixtureCopy;
using testing::fixtures_by_archive;
using testing::read_all;
using testing::Said;
using testing::sourdine_says;

Said on(const std::string& verb, const std::string& path, bool as_json) {
  std::vector<std::string> arguments;
  std::istringstream words(verb);
  for (std::string word; words >> word;) arguments.push_back(word);
  arguments.push_back(path);
  if (as_json) arguments.emplace_back("--json");
  return sourdine_says(arguments);
}

void expect_done(const std::string& verb, const std::string& path) {
  const Said words = on(verb, path, false), json = on(verb, path, true);
  EXPECT_EQ(words.code, 0) << verb << ' ' << path << ": " << words.err;
  EXPECT_FALSE(words.out.empty()) << verb;
  EXPECT_EQ(json.code, 0) << verb << ' ' << path << ": " << json.err;
  EXPECT_TRUE(nlohmann::json::accept(json.out)) << verb << ' ' << path << ": " << json.out;
}

// One line that names the verb that is right for it, and perhaps a hint.
void expect_refused(const std::string& verb, const std::string& path) {
  const Said said = on(verb, path, true);
  EXPECT_EQ(said.code, 2) << verb << ' ' << path << ": " << said.out;
  EXPECT_NE(said.err.find("not for 'sourdine " + verb + "'"), std::string::npos) << said.err;
  EXPECT_NE(said.err.find("is for 'sourdine "), std::string::npos) << said.err;
  EXPECT_EQ(said.err.find("json.exception"), std::string::npos) << said.err;
  EXPECT_LE(std::count(said.err.begin(), said.err.end(), '\n'), 2) << said.err;
}

bool has_verb(const KindRow& row, std::string_view verb) { return row.is_taken_by(verb); }

class Kinds : public ::testing::TestWithParam<Fixture> {
 protected:
  Kinds() : row_(find_kind(GetParam().kind)), copy_(GetParam()) {}
  const std::string& path() const { return copy_.path(); }
  // Ranges are a directory with all that belongs to it, or a file alone.
  bool is_file() const { return std::filesystem::is_regular_file(path()); }

  const KindRow& row_;
  FixtureCopy copy_;
};

TEST(KindTable, EveryRowHasAllItsColumnsAndAFixture) {
  std::set<std::string_view> names;
  for (const KindRow& row : kinds()) {
    const std::string name(row.kind.name);
    EXPECT_TRUE(names.insert(row.kind.name).second) << name << " twice";
    EXPECT_FALSE(row.kind.verb.empty()) << name;
    EXPECT_FALSE(row.kind.title.in(Language::en).empty() || row.kind.title.in(Language::fr).empty()) << name;
    EXPECT_FALSE(row.what.empty()) << name;
    EXPECT_FALSE(row.taken_by.empty()) << name << " is for no verb";
    ASSERT_NE(row.read, nullptr) << name;
    EXPECT_TRUE(row.upgrade_page == nullptr || !row.kind.page_bundle.empty()) << name << " has no page";
    EXPECT_EQ(has_verb(row, "page"), !row.kind.page_bundle.empty()) << name;
    EXPECT_EQ(has_verb(row, "verify"), row.kind.form == Form::directory) << name;
    const auto has_kind = [&](const auto& archive) { return archive.second.contains(name); };
    EXPECT_TRUE(std::any_of(fixtures_by_archive.begin(), fixtures_by_archive.end(), has_kind))
        << "no archive of tests/publish/old has anything of the kind " << name;
  }
}

// A tally is added up and a stream is kept: neither is published by what the others are.
TEST(KindTable, EveryKindIsPublishedByTheTests) {
  std::set<std::string> tried = {"tally", "stream"};
  const auto publications = toml::parse_file(SOURDINE_PUBLICATIONS);
  for (const auto& row : *publications["publication"].as_array()) {
    tried.insert(row.as_table()->at("kind").value_or(std::string()));
  }
  std::set<std::string> names;
  for (const KindRow& row : kinds()) names.insert(std::string(row.kind.name));
  EXPECT_EQ(tried, names);
}

TEST(KindTable, EveryArchiveIsTriedWhole) {
  namespace fs = std::filesystem;
  for (const auto& archive : fs::directory_iterator(SOURDINE_OLD_PUBLICATIONS)) {
    const std::string name = archive.path().filename().string();
    ASSERT_TRUE(fixtures_by_archive.contains(name)) << name << " is tried by no test";
    std::set<std::string> tried = {"kept"};
    for (const auto& [kind, names] : fixtures_by_archive.at(name)) tried.insert(names.begin(), names.end());
    for (const auto& entry : fs::directory_iterator(archive.path())) {
      EXPECT_TRUE(tried.contains(entry.path().filename().string())) << entry.path();
    }
  }
}

TEST_P(Kinds, InspectSaysWhatItIs) {
  expect_done("inspect", path());
  const auto json = nlohmann::json::parse(on("inspect", path(), true).out);
  EXPECT_EQ(json.at("kind"), GetParam().kind);
  EXPECT_FALSE(json.at("facts").empty());
  EXPECT_NE(on("inspect", path(), false).out.find(row_.what.substr(0, 10)), std::string::npos);
}

TEST_P(Kinds, VerifyComparesWhatHasASeal) {
  if (!has_verb(row_, "verify") || is_file()) return expect_refused("verify", path());
  expect_done("verify", path());
  const auto json = nlohmann::json::parse(on("verify", path(), true).out);
  EXPECT_EQ(json.at("kind"), GetParam().kind);
  EXPECT_EQ(json.at("fingerprint"), fingerprint_of(path()));
  EXPECT_TRUE(json.at("derived").empty());
  EXPECT_TRUE(json.at("others").empty());
}

// Their pages worded their promises themselves then: there is less to show than a page shows now.
bool has_page_of_earlier_shape(const std::string& kind) { return kind == "survey" || kind == "tables"; }

TEST_P(Kinds, PagesAreMadeBesideWhatWasPublished) {
  if (!has_verb(row_, "page")) return expect_refused("page", path());
  if (has_page_of_earlier_shape(GetParam().kind)) {
    const Said said = sourdine_says({"page", path()});
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find("is of an earlier version"), std::string::npos) << said.err;
    return;
  }
  if (is_file()) {
    const std::string before = read_all(path());
    expect_done("page", path());
    EXPECT_EQ(sourdine_says({"page", path(), "--language", "fr", "--title", "Un titre"}).code, 0);
    EXPECT_NE(read_all(path() + ".html").find(R"("language":"fr","title":"Un titre")"), std::string::npos);
    EXPECT_EQ(read_all(path()), before);
    return;
  }
  const std::string before = fingerprint_of(path()), index = read_all(copy_.file("index.html"));
  expect_done("page", path());
  EXPECT_EQ(read_all(copy_.file("index.html")), index);
  const Said french = sourdine_says({"page", path(), "--language", "fr", "--title", "Un autre titre"});
  EXPECT_EQ(french.code, 0) << french.err;
  const std::string page = read_all(copy_.file("index.fr.html"));
  EXPECT_NE(page.find("Un autre titre"), std::string::npos);
  const Said verified = sourdine_says({"verify", path(), "--fingerprint", before, "--json"});
  ASSERT_EQ(verified.code, 0) << verified.err;
  const auto derived = nlohmann::json::parse(verified.out).at("derived");
  EXPECT_EQ(derived.at(0).at("of"), before);
  EXPECT_EQ(derived.at(0).at("files"), (std::vector<std::string>{"index.fr.html"}));

  testing::write_all(copy_.file("index.fr.html"), page + " ");
  const Said changed = sourdine_says({"verify", path()});
  EXPECT_EQ(changed.code, 2);
  EXPECT_NE(changed.err.find("is not as it was derived"), std::string::npos) << changed.err;
}

TEST_P(Kinds, AMissingPageIsRestoredOrDerived) {
  if (!has_verb(row_, "page") || is_file() || has_page_of_earlier_shape(GetParam().kind)) return;
  const std::string before = fingerprint_of(path());
  testing::write_all(copy_.file("index.html"), "damaged");
  const Said said = on("page", path(), true);
  ASSERT_EQ(said.code, 0) << said.err;
  const auto json = nlohmann::json::parse(said.out);
  EXPECT_EQ(json.at("fingerprint"), before);
  const bool is_derived = json.at("is_derived");
  EXPECT_EQ(read_all(copy_.file("index.html")) == "damaged", is_derived) << "what is not the same is no restoration";
  EXPECT_EQ(is_as_sealed(path(), "index.html"), !is_derived);
  EXPECT_EQ(std::filesystem::exists(copy_.file("index.en.html")), is_derived);
}

TEST_P(Kinds, OtherVerbsNameTheRightOne) {
  for (const char* verb : {"range stream total", "aggregate", "estimate"}) {
    if (has_verb(row_, verb) && std::filesystem::is_regular_file(path())) continue;
    if (verb == std::string("aggregate")) {
      const Said said = sourdine_says({"aggregate", path(), "--out", path() + ".stly"});
      EXPECT_EQ(said.code, 2);
      EXPECT_NE(said.err.find("not for 'sourdine aggregate'"), std::string::npos) << said.err;
    } else {
      expect_refused(verb, path());
    }
  }
  const Said said = sourdine_says({"range", "query", path(), ".."});
  if (has_verb(row_, "range query")) {
    EXPECT_EQ(said.err.find("not for 'sourdine range query'"), std::string::npos) << said.err;
    return;
  }
  EXPECT_EQ(said.code, 2);
  EXPECT_NE(said.err.find("not for 'sourdine range query'"), std::string::npos) << said.err;
}

TEST_P(Kinds, ReportsAndTalliesOfEarlierVersionsAddUp) {
  if (!has_verb(row_, "aggregate")) return;
  const bool is_directory = std::filesystem::is_directory(path());
  const std::string out = is_directory ? copy_.path() + "-sums" : copy_.path() + ".stly";
  const Said said = is_directory ? sourdine_says({"survey", "aggregate", path(), "--out", out})
                                 : sourdine_says({"aggregate", path(), "--out", out});
  EXPECT_EQ(said.code, 0) << said.err;
}

#ifdef SOURDINE_HAS_FORECAST
TEST_P(Kinds, ForecastsStandBesideWhatWasPublished) {
  if (!has_verb(row_, "forecast")) return expect_refused("forecast", path());
  const std::string before = fingerprint_of(path());
  const bool has_sealed_one = is_sealed(path(), "forecast.csv");
  const Said said = on("forecast", path(), true);
  EXPECT_EQ(said.err.find("json.exception"), std::string::npos) << said.err;
  if (!has_sealed_one) {  // too few days, which is said
    EXPECT_EQ(said.code, 2);
    EXPECT_NE(said.err.find("days"), std::string::npos) << said.err;
    EXPECT_EQ(fingerprint_of(path()), before);
    return;
  }
  EXPECT_EQ(said.code, 0) << said.err;
  expect_done("forecast", path());
  const std::string stem = has_sealed_one ? "forecast-2" : "forecast";
  const Said verified = sourdine_says({"verify", path(), "--fingerprint", before, "--json"});
  ASSERT_EQ(verified.code, 0) << verified.err;
  EXPECT_EQ(
      nlohmann::json::parse(verified.out).at("derived").dump(),
      nlohmann::json({{{"sums", stem + ".sums"}, {"of", before}, {"files", {stem + ".csv", stem + ".html"}}}}).dump());
}
#endif

INSTANTIATE_TEST_SUITE_P(Every, Kinds, ::testing::ValuesIn(all_fixtures()), [](const auto& tested) {
  std::string name = tested.param.kind + "_" + tested.param.name;
  std::replace_if(
      name.begin(), name.end(), [](char c) { return std::isalnum(static_cast<unsigned char>(c)) == 0; }, '_');
  return name;
});

}  // namespace
}  // namespace sourdine
