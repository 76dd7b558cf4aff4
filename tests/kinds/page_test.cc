#include "sourdine/kinds/page.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "fixtures.h"
#include "sourdine/publish/bundle.h"
#include "sourdine/publish/sums.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::FixtureCopy;
using testing::input_error;
using testing::read_all;
using testing::sourdine_says;
using testing::TemporaryDirectory;
using testing::write_all;

// One of this version.
class Page : public ::testing::Test {
 protected:
  void SetUp() override {
    write_all(folder_.file("events.csv"), "when,where\n2024-01-01,north\n2024-01-02,south\n");
    write_all(
        folder_.file("my.toml"),
        "[events]\ntime=\"when\"\nplace=\"where\"\n[places]\nregions=[\"north\",\"south\"]\n[privacy]\nepsilon=1\n");
    const auto made = sourdine_says(
        {"release", folder_.file("events.csv"), "--config", folder_.file("my.toml"), "--out", path(), "--seed", "1"});
    ASSERT_EQ(made.code, 0) << made.err;
    index_ = read_all(file("index.html"));
    fingerprint_ = fingerprint_of(path());
  }
  std::string path() const { return folder_.file("made"); }
  std::string file(const std::string& name) const { return path() + "/" + name; }

  TemporaryDirectory folder_;
  std::string index_, fingerprint_;
};

nlohmann::json data_in(const std::string& html) {
  const std::string start = R"(<script type="application/json" id="data">)";
  const std::size_t begin = html.find(start) + start.size();
  return nlohmann::json::parse(html.substr(begin, html.find("</script>", begin) - begin));
}

TEST_F(Page, IsRestoredToTheLetter) {
  EXPECT_EQ(remake_page(path(), {}).how, RemadePage::How::kept);
  for (const bool is_missing : {false, true}) {
    write_all(file("index.html"), "damaged");
    if (is_missing) std::filesystem::remove(file("index.html"));
    EXPECT_EQ(remake_page(path(), {}).how, RemadePage::How::restored);
    EXPECT_EQ(read_all(file("index.html")), index_);
  }
  EXPECT_EQ(verify_sums(path()).fingerprint, fingerprint_);
  EXPECT_TRUE(verify_sums(path()).derived.empty());
}

TEST_F(Page, WithAnotherTitleStandsBesideIt) {
  const RemadePage page = remake_page(path(), {.language = Language::fr, .title = "Un <titre>"});
  EXPECT_EQ(page.how, RemadePage::How::derived);
  EXPECT_EQ(page.path, file("index.fr.html"));
  EXPECT_EQ(page.fingerprint, fingerprint_);
  auto expected = nlohmann::ordered_json::parse(read_all(file("page.json")));
  expected["language"] = "fr";
  expected["title"] = "Un <titre>";
  EXPECT_EQ(read_all(page.path), page_of_bundle("release", expected.dump()));
  EXPECT_EQ(read_all(page.path).find("<titre>"), std::string::npos);
  EXPECT_EQ(read_all(file("index.html")), index_);
  EXPECT_EQ(remake_page(path(), {.title = "Other"}).path, file("index.en.html"));
  EXPECT_EQ(verify_sums(path()).derived.size(), 2U);
}

TEST_F(Page, WithoutASealIsWrittenAnew) {
  std::filesystem::remove(file("SHA256SUMS"));
  std::filesystem::remove(file("index.html"));
  EXPECT_EQ(remake_page(path(), {}).how, RemadePage::How::written);
  EXPECT_EQ(read_all(file("index.html")), index_);
  EXPECT_EQ(remake_page(path(), {.language = Language::fr}).sums, "");
}

TEST_F(Page, WhatCannotBeMadeIsSaidAndNothingIsWritten) {
  EXPECT_NE(input_error([&] { remake_page(path(), {{}, ""}); }).find("title is empty"), std::string::npos);
  EXPECT_NE(input_error([&] { remake_page(path(), {{}, "\xff"}); }).find("UTF-8"), std::string::npos);
  write_all(file("totals.csv"), "changed");
  const auto french = [&] { remake_page(path(), {.language = Language::fr}); };
  EXPECT_NE(input_error(french).find("'totals.csv'"), std::string::npos);
  std::filesystem::remove(file("SHA256SUMS"));
  for (const char* text :
       {R"({"schema":1})", "[]", "{", R"({"schema":2,"kind":"survey"})", R"({"schema":2,"kind":7})"}) {
    write_all(file("page.json"), text);
    EXPECT_NE(input_error(french).find("page.json"), std::string::npos) << text;
  }
  write_all(file("page.json"), R"({"schema":2,"language":7})");
  EXPECT_NE(input_error([&] { remake_page(path(), {}); }).find("page.json"), std::string::npos);
  std::filesystem::remove(file("page.json"));
  EXPECT_NE(input_error(french).find("there is no page.json"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(file("index.fr.html")));
}

// Its page worded the promise itself; now the page has the sentences that were published.
TEST(EarlierPage, OfBlurredPlacesSaysThePromiseThatWasPublished) {
  const FixtureCopy copy({"2026-11-19-fbc13b3", "blur", "blur"});
  const RemadePage page = remake_page(copy.path(), {.language = Language::fr});
  const nlohmann::json data = data_in(read_all(page.path));
  EXPECT_EQ(data.at("schema"), page_schema);
  EXPECT_EQ(data.at("kind"), "blur");
  const auto& words = data.at("guarantee").at("words");
  const auto promised = nlohmann::json::parse(read_all(copy.file("manifest.json"))).at("guarantee").at("promise");
  EXPECT_EQ(words.at("en").at("promise"), promised);
  EXPECT_EQ(words.at("fr").at("promise"), promised) << "there is no French one";
  EXPECT_EQ(words.at("en").at("protects").size(), 4U);
  EXPECT_EQ(words.at("fr").at("does_not_protect").size(), 6U);
  EXPECT_NE(words.at("fr").at("does_not_protect"), words.at("en").at("does_not_protect"));
  EXPECT_EQ(data.at("points"), 120);
}

}  // namespace
}  // namespace sourdine
