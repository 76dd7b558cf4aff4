#include "sourdine/report/forecast_page.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "sourdine/report/bundle.h"
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
          .lower = {0, 1, 1, 2},
          .upper = {3, 4, 5, 6}};
}

TEST(ForecastPage, ShowsTheDayThatNobodyHasSeen) {
  const PageForecast page = page_forecast(two_days(), 0.9);
  EXPECT_EQ(page.labels, (std::vector<std::string>{"2016-02-29", "2016-03-01"}));
  EXPECT_EQ(page.predicted, two_days().means);
  EXPECT_EQ(page.upper, two_days().upper);
  EXPECT_EQ(page.confidence, 0.9);
  EXPECT_TRUE(page.actual.empty());
}

TEST(ForecastPage, BesideTheTruthEndsWithIt) {
  DailyCounts truth;
  truth.first = std::chrono::local_days(std::chrono::year(2016) / 2 / 28);
  truth.regions = regions;
  truth.counts = {7, 8, 9, 10};
  truth.totals = {15, 19};
  const PageForecast page = page_forecast(two_days(), 0.9, &truth);
  EXPECT_EQ(page.labels, (std::vector<std::string>{"2016-02-29"}));
  EXPECT_EQ(page.predicted, (std::vector<double>{1.25, 2}));
  EXPECT_EQ(page.actual, (std::vector<double>{9, 10}));
}

TEST(ForecastPage, AReleaseWithoutAPageGetsTheFileAlone) {
  const TemporaryDirectory directory;
  const std::string file = put_forecast_into_release(directory.path().string(), two_days(), 0.9, regions);
  EXPECT_EQ(file, directory.file("forecast.csv"));
  EXPECT_EQ(read_all(file).find("date,region,predicted,lower,upper\n2016-02-29,north,1.2500,0,3\n"), 0u);
  EXPECT_FALSE(std::filesystem::exists(directory.file("index.html")));
}

TEST(ForecastPage, AReleaseWithAPageGetsTheForecastThereToo) {
  const TemporaryDirectory directory;
  write_all(directory.file("index.html"), release_page(R"({"title":"calls"})"));
  put_forecast_into_release(directory.path().string(), two_days(), 0.9, regions);
  const auto data = nlohmann::json::parse(data_of_page(read_all(directory.file("index.html"))));
  EXPECT_EQ(data.at("title"), "calls");
  EXPECT_EQ(data.at("forecast").at("labels"), (std::vector<std::string>{"2016-02-29", "2016-03-01"}));
}

TEST(ForecastPage, WhatIsNoPageIsRefused) {
  const TemporaryDirectory directory;
  write_all(directory.file("index.html"), "<html></html>");
  EXPECT_NE(input_error([&] { put_forecast_into_release(directory.path().string(), two_days(), 0.9, regions); }),
            "no error");
  EXPECT_EQ(read_all(directory.file("index.html")), "<html></html>");
}

}  // namespace
}  // namespace sourdine
