#include "sourdine/forecast/forecast_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/publish/bundle.h"
#include "sourdine/publish/sums.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

const std::vector<std::string> regions = {"north", "south"};

Predictions two_days() {
  return {.model = "m",
          .first = std::chrono::local_days(std::chrono::year(2016) / 2 / 29),
          .regions = 2,
          .means = {1.25, 2, 3, 4},
          .medians = {1, 2, 3, 4},
          .lower = {0, 1, 1, 2},
          .upper = {3, 4, 5, 6}};
}

void write_page(const TemporaryDirectory& directory, const std::string& data) {
  write_all(directory.file("page.json"), data);
  write_all(directory.file("index.html"), page_of_bundle("release", data));
}

nlohmann::json shown(const PageForecast& page) {
  return nlohmann::json::parse(with_forecast(R"({"schema":2})", page)).at("forecast");
}

TEST(ForecastPage, ShowsTheDayThatNobodyHasSeen) {
  const nlohmann::json page = shown({two_days(), 0.9});
  EXPECT_EQ(page.at("labels"), (std::vector<std::string>{"2016-02-29", "2016-03-01"}));
  EXPECT_EQ(page.at("predicted").dump(), "[[1.25,2.0],[3.0,4.0]]");
  EXPECT_EQ(page.at("median").dump(), "[[1.0,2.0],[3.0,4.0]]");
  EXPECT_EQ(page.at("upper").dump(), "[[3.0,4.0],[5.0,6.0]]");
  EXPECT_EQ(page.at("confidence"), 0.9);
  EXPECT_FALSE(page.contains("actual"));
}

TEST(ForecastPage, BesideTheTruthGoesOnAfterIt) {
  DailyCounts truth;
  truth.first = std::chrono::local_days(std::chrono::year(2016) / 2 / 28);
  truth.regions = regions;
  truth.counts = {7, 8, 9, 10};
  truth.totals = {15, 19};
  const std::vector<double> actual = actual_counts(two_days(), truth);
  EXPECT_EQ(actual, (std::vector<double>{9, 10}));
  const nlohmann::json page = shown({two_days(), 0.9, actual});
  EXPECT_EQ(page.at("labels"), (std::vector<std::string>{"2016-02-29", "2016-03-01"}));
  EXPECT_EQ(page.at("predicted").dump(), "[[1.25,2.0],[3.0,4.0]]");
  EXPECT_EQ(page.at("median").dump(), "[[1.0,2.0],[3.0,4.0]]");
  EXPECT_EQ(page.at("actual").dump(), "[[9.0,10.0]]");
  EXPECT_EQ(page.at("upper").dump(), "[[3.0,4.0],[5.0,6.0]]");
}

// The file of the forecast is listed once.
TEST(ForecastPage, ThePageListsTheFile) {
  const PageForecast page{two_days(), 0.9};
  const std::string forecast = with_forecast(with_forecast(R"({"schema":2,"files":["a"]})", page), page);
  EXPECT_EQ(nlohmann::json::parse(forecast).at("files"), (std::vector<std::string>{"a", "forecast.csv"}));
}

TEST(ForecastPage, AReleaseWithoutAPageGetsTheFileAlone) {
  const TemporaryDirectory directory;
  const std::string file = put_forecast_into_release(directory.path().string(), two_days(), 0.9, regions).path;
  EXPECT_EQ(file, directory.file("forecast.csv"));
  EXPECT_EQ(read_all(file).find("date,region,mean,median,lower,upper\n2016-02-29,north,1.2500,1,0,3\n"), 0u);
  EXPECT_FALSE(std::filesystem::exists(directory.file("index.html")));
}

TEST(ForecastPage, AReleaseWithAPageGetsOneWithTheForecastBesideIt) {
  const TemporaryDirectory directory;
  const std::string in = directory.path().string();
  write_page(directory, R"({"schema":2,"title":"calls","files":["page.json"]})");
  write_all(directory.file("index.html"), "<html></html>");  // the page is made from page.json
  const std::string before = read_all(directory.file("page.json"));
  const PutForecast put = put_forecast_into_release(in, two_days(), 0.9, regions);
  EXPECT_EQ(put.page, directory.file("forecast.html"));
  const std::string data = with_forecast(before, {two_days(), 0.9});
  EXPECT_EQ(read_all(put.page), page_of_bundle("release", data));
  EXPECT_EQ(nlohmann::json::parse(data).at("files"), (std::vector<std::string>{"page.json", "forecast.csv"}));
  EXPECT_EQ(read_all(directory.file("page.json")), before);
  EXPECT_EQ(read_all(directory.file("index.html")), "<html></html>");
  EXPECT_EQ(put.sums, "") << "what has no seal has no fingerprint to name";
}

TEST(ForecastPage, DataThatAreNoPagesAreRefusedBeforeAnythingIsWritten) {
  const TemporaryDirectory directory;
  for (const char* data : {"{}", R"({"schema":1})"}) {
    write_all(directory.file("page.json"), data);
    EXPECT_NE(input_error([&] {
                put_forecast_into_release(directory.path().string(), two_days(), 0.9, regions);
              }).find(directory.file("page.json")),
              std::string::npos);
    EXPECT_EQ(directory.entries(), 1U);
  }
}

TEST(ForecastPage, TheSealStays) {
  const TemporaryDirectory directory;
  const std::string in = directory.path().string();
  write_all(directory.file("estimates.csv"), "period,region,estimate\n");
  write_page(directory, R"({"schema":2,"title":"calls"})");
  const std::string before = write_sums(in);
  write_all(directory.file("note.txt"), "not part of it");
  for (int again = 0; again < 2; ++again) {
    EXPECT_EQ(put_forecast_into_release(in, two_days(), 0.9, regions).fingerprint, before);
    const VerifiedFiles verified = verify_sums(in);
    EXPECT_EQ(verified.fingerprint, before);
    EXPECT_EQ(verified.others, (std::vector<std::string>{"note.txt"}));
    ASSERT_EQ(verified.derived.size(), 1U);
    EXPECT_EQ(verified.derived[0].files, (std::vector<std::string>{"forecast.csv", "forecast.html"}));
  }
}

// Versions that renewed the seal put a forecast under it.
TEST(ForecastPage, APublishedForecastIsNotWrittenOver) {
  const TemporaryDirectory directory;
  const std::string in = directory.path().string();
  write_all(directory.file("forecast.csv"), "published\n");
  write_page(directory, R"({"schema":2,"title":"calls","files":["forecast.csv"]})");
  const std::string before = write_sums(in);
  const PutForecast put = put_forecast_into_release(in, two_days(), 0.9, regions);
  EXPECT_EQ(put.path, directory.file("forecast-2.csv"));
  EXPECT_EQ(put.sums, directory.file("forecast-2.sums"));
  EXPECT_EQ(verify_sums(in).fingerprint, before);
  EXPECT_NE(read_all(put.page).find("forecast-2.csv"), std::string::npos);
}

// What was changed on the way must not become what something was derived from.
TEST(ForecastPage, AChangedReleaseGetsNoForecast) {
  const TemporaryDirectory directory;
  const std::string in = directory.path().string();
  write_all(directory.file("estimates.csv"), "period,region,estimate\n");
  write_page(directory, R"({"schema":2,"title":"calls"})");
  write_sums(in);
  write_all(directory.file("estimates.csv"), "period,region,estimate\n1,2,3\n");
  const auto put = [&] { put_forecast_into_release(in, two_days(), 0.9, regions); };
  EXPECT_NE(input_error(put).find("'estimates.csv'"), std::string::npos);
  EXPECT_NE(input_error([&] { verify_sums(in); }).find("'estimates.csv'"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(directory.file("forecast.csv")));
}

}  // namespace
}  // namespace sourdine
