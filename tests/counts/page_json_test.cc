// A page is a file like others: what stands in it is bounded, and bad input when it is wrong.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "sourdine/counts/page.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::TemporaryDirectory;
using testing::write_all;

Release small_release(const TemporaryDirectory& folder, const std::string& extra = "") {
  write_all(folder.file("events.csv"), "when,where\n2024-01-01,north\n2024-01-01,south\n2024-01-02,south\n");
  const std::string text =
      "title = \"Calls\"\nlanguage = \"fr\"\n[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\n"
      "[places]\nregions = [\"north\", \"south\"]\n" +
      extra + "[privacy]\nepsilon = 1\n";
  return build_release(parse_config(text, folder.file("my.toml")), SeededSource(1));
}

nlohmann::json page_json(const std::string& text) { return nlohmann::json::parse(text); }

TEST(PageJson, DeepNestingIsBadInput) {
  const std::string deep = R"({"x":)" + std::string(100'000, '[') + std::string(100'000, ']') + "}";
  EXPECT_NE(input_error([&] { parse_page_data(deep); }).find("nested"), std::string::npos);
}

TEST(PageJson, WhatIsNoPagesDataIsRefused) {
  for (const std::string text : {"", "{\"half\":", "[]", "{}", R"({"schema":1})", R"({"schema":"2"})"}) {
    EXPECT_NE(input_error([&] { parse_page_data(text); }), "no error") << text;
  }
  EXPECT_EQ(input_error([] { parse_page_data(R"({"schema":2})"); }), "no error");
}

TEST(PageJson, SaysEverythingInBothLanguages) {
  const TemporaryDirectory folder;
  const auto data = page_json(page_data(small_release(folder)));
  EXPECT_EQ(data.at("language"), "fr");
  const auto& words = data.at("guarantee").at("words");
  for (const char* key : {"protects", "does_not_protect", "not_private_because"}) {
    ASSERT_EQ(words.at("en").at(key).size(), words.at("fr").at(key).size()) << key;
    for (std::size_t i = 0; i < words.at("en").at(key).size(); ++i) {
      EXPECT_NE(words.at("en").at(key)[i], words.at("fr").at(key)[i]) << key;
    }
  }
  EXPECT_NE(words.at("en").at("promise"), words.at("fr").at("promise"));
}

// Totals of a central release are estimates, and how often a person is counted decides what intervals are about.
TEST(PageJson, CentralTotalsHaveIntervalsAndThePageKnowsTheBound) {
  const TemporaryDirectory folder;
  write_all(folder.file("events.csv"), "when,where,who\n2024-01-01,north,a\n2024-01-02,south,b\n");
  const std::string text =
      "[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\nfrom = 2024-01-01\n"
      "to = 2024-02-29\n[places]\nregions = [\"north\", \"south\"]\n[privacy]\nmodel = \"central\"\nepsilon = 1\n"
      "person = \"who\"\nmax_events = 3\n";
  const Release release = build_release(parse_config(text, folder.file("my.toml")), SeededSource(1));
  const auto data = page_json(page_data(release));
  EXPECT_EQ(data.at("guarantee").at("max_events"), 3);
  for (const auto& series : data.at("periods")) {
    ASSERT_EQ(series.at("totals_lower").size(), series.at("totals").size());
    ASSERT_EQ(series.at("totals_upper").size(), series.at("totals").size());
    for (std::size_t t = 0; t < series.at("totals").size(); ++t) {
      EXPECT_LE(series.at("totals_lower")[t].get<double>(), series.at("totals_upper")[t].get<double>());
    }
  }
  const auto local = page_json(page_data(small_release(folder)));
  EXPECT_FALSE(local.at("guarantee").contains("max_events"));
  EXPECT_FALSE(local.at("periods")[0].contains("totals_lower"));
}

TEST(PageJson, MarksPeriodsThatTheDataCoverInPart) {
  const TemporaryDirectory folder;
  const auto periods = page_json(page_data(small_release(folder))).at("periods");
  ASSERT_EQ(periods.size(), 3U);
  EXPECT_EQ(periods[0].at("partial").dump(), "[0]");  // 2024, of which there are two days
  EXPECT_EQ(periods[1].at("partial").dump(), "[0]");
  EXPECT_FALSE(periods[2].contains("partial"));
}

TEST(PageJson, MissingDaysAreNoZeros) {
  const TemporaryDirectory folder;
  ReleaseConfig config = small_release(folder).config;
  write_all(folder.file("events.csv"), "when,where\n2024-01-01,north\n2024-01-03,south\n");
  config.events.no_rows_unknown = true;
  const auto periods = page_json(page_data(build_release(config, SeededSource(1)))).at("periods");
  EXPECT_FALSE(periods[1].contains("missing"));
  EXPECT_EQ(periods[2].at("missing").dump(), "[1]");
}

TEST(PageJson, ListsTheFilesOfTheRelease) {
  const TemporaryDirectory folder;
  const std::vector<std::string> files = page_json(page_data(small_release(folder))).at("files");
  EXPECT_EQ(files, (std::vector<std::string>{"estimates.csv", "totals.csv", "synthetic.csv", "PRIVACY.md",
                                             "manifest.json", "page.json", "SHA256SUMS"}));
}

TEST(PageJson, TheUsersMapIsDrawn) {
  const TemporaryDirectory folder;
  write_all(folder.file("map.geojson"), R"({"type":"FeatureCollection","features":[{"type":"Feature",
    "properties":{"name":"south","code":7},"geometry":{"type":"Polygon",
    "coordinates":[[[6,47],[6.5,47],[6.5,47.5],[6,47.5],[6,47]]]}}]})");
  const auto data = page_json(page_data(small_release(folder, "map = \"map.geojson\"\n")));
  ASSERT_EQ(data.at("geojson").at("features").size(), 1U);
  const auto& feature = data.at("geojson").at("features")[0];
  EXPECT_EQ(feature.at("properties").at("region"), "south");
  EXPECT_EQ(feature.at("geometry").at("coordinates").dump(),
            "[[[[6.0,47.0],[6.5,47.0],[6.5,47.5],[6.0,47.5],[6.0,47.0]]]]");
}

}  // namespace
}  // namespace sourdine
