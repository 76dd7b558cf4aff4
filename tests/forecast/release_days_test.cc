#include "sourdine/forecast/release_days.h"

#include <gtest/gtest.h>

#include "sourdine/forecast/forecast_file.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::input_error;
using testing::read_all;
using testing::TemporaryDirectory;
using testing::write_all;

constexpr const char* header = "period,region,estimate,std_error,lower,upper,plain_estimate,plain_std_error\n";

class ReleaseDays : public ::testing::Test {
 protected:
  void SetUp() override {
    write_all(directory_.file("manifest.json"),
              R"({"schema":1,"regions":["north","south"],"measurement_noise":{"per_report":0.5,"per_holder":0.25}})");
    write_all(directory_.file("totals.csv"), "period,total\n2016,9\n2016-02-29,4\n2016-03-01,5\n");
    write_all(directory_.file("estimates.csv"),
              std::string(header) +
                  "2016,north,1,1,1,1,1,1\n2016,south,1,1,1,1,1,1\n"
                  "2016-02-29,north,9,1,1,1,1.5,1\n2016-02-29,south,9,1,1,1,2.5,1\n"
                  "2016-03-01,north,9,1,1,1,-0.5,1\n2016-03-01,south,9,1,1,1,5.5,1\n");
  }
  std::string error() {
    return input_error([&] { read_release_days(directory_.path().string()); });
  }
  TemporaryDirectory directory_;
};

TEST_F(ReleaseDays, ArePlainEstimatesExactTotalsAndTheNoise) {
  const DailyCounts data = read_release_days(directory_.path().string());
  EXPECT_EQ(data.first, std::chrono::local_days(std::chrono::year(2016) / 2 / 29));
  EXPECT_EQ(data.regions, (std::vector<std::string>{"north", "south"}));
  EXPECT_EQ(data.counts, (std::vector<double>{1.5, 2.5, -0.5, 5.5}));
  EXPECT_EQ(data.totals, (std::vector<double>{4, 5}));
  EXPECT_EQ(data.noise_variance(4, 2), 2.5);
}

// A forecast learns from days in a row.
TEST_F(ReleaseDays, AreThoseBehindTheLastGap) {
  write_all(directory_.file("totals.csv"),
            "period,total,covered\n2016,9,part\n2016-02-28,3,whole\n2016-02-29,,none\n2016-03-01,5,whole\n");
  write_all(directory_.file("estimates.csv"), std::string(header) +
                                                  "2016-02-28,north,9,1,1,1,1.5,1\n2016-02-28,south,9,1,1,1,2.5,1\n"
                                                  "2016-03-01,north,9,1,1,1,-0.5,1\n2016-03-01,south,9,1,1,1,5.5,1\n");
  const DailyCounts data = read_release_days(directory_.path().string());
  EXPECT_EQ(data.first, std::chrono::local_days(std::chrono::year(2016) / 3 / 1));
  EXPECT_EQ(data.counts, (std::vector<double>{-0.5, 5.5}));
  EXPECT_EQ(data.totals, std::vector<double>{5});
  EXPECT_EQ(data.days_before_gap, 1U);
  const DailyCounts later = since({.first = data.first - std::chrono::days(1),
                                   .regions = data.regions,
                                   .counts = {1, 2, 3, 4},
                                   .totals = {3, 7},
                                   .noise = {},
                                   .holidays = {}},
                                  data.first);
  EXPECT_EQ(later.counts, (std::vector<double>{3, 4}));
  require_same_shape(data, later);
}

TEST_F(ReleaseDays, AReleaseThatEndsInAGapIsRefused) {
  write_all(directory_.file("totals.csv"), "period,total,covered\n2016-02-28,3,whole\n2016-02-29,,none\n");
  EXPECT_NE(error().find("the last day of the release"), std::string::npos);
}

TEST_F(ReleaseDays, WhatIsNoReleaseIsRefused) {
  EXPECT_NE(input_error([] { read_release_days("/nowhere"); }).find("it has no manifest.json"), std::string::npos);
  write_all(directory_.file("manifest.json"), R"({"schema":2})");
  EXPECT_NE(error().find("schema"), std::string::npos);
  write_all(directory_.file("manifest.json"), R"({"schema":1})");
  EXPECT_NE(error().find("is not the manifest of a release"), std::string::npos);
}

TEST_F(ReleaseDays, AReleaseWithoutDaysIsRefused) {
  write_all(directory_.file("totals.csv"), "period,total\n2016,9\n");
  EXPECT_NE(error().find("has no daily estimates"), std::string::npos);
}

TEST_F(ReleaseDays, AMissingDayRegionOrNumberIsRefused) {
  write_all(directory_.file("totals.csv"), "period,total\n2016-02-29,4\n2016-03-02,5\n");
  EXPECT_NE(error().find("is not the day after the one before"), std::string::npos);
  SetUp();
  write_all(directory_.file("estimates.csv"), std::string(header) + "2016-02-29,south,9,1,1,1,2.5,1\n");
  EXPECT_NE(error().find("is not the next region of the manifest"), std::string::npos);
  write_all(directory_.file("estimates.csv"), std::string(header) + "2016-02-29,north,9,1,1,1,2.5,1\n");
  EXPECT_NE(error().find("2 days and 2 regions make 4 daily counts, not 1"), std::string::npos);
  write_all(directory_.file("estimates.csv"), std::string(header) + "2016-02-29,north,9,1,1,1,x,1\n");
  EXPECT_NE(error().find("is not a number"), std::string::npos);
}

TEST_F(ReleaseDays, AForecastIsWrittenWithTomorrow) {
  const Predictions predictions{.model = "m",
                                .first = std::chrono::local_days(std::chrono::year(2016) / 3 / 1),
                                .regions = 2,
                                .means = {1.25, 2, 3, 4},
                                .medians = {1, 2, 3, 4},
                                .lower = {0, 1, 1, 2},
                                .upper = {3, 4, 5, 6}};
  write_forecast(predictions, {"north", "a, b"}, directory_.file("forecast.csv"));
  EXPECT_EQ(read_all(directory_.file("forecast.csv")),
            "date,region,mean,median,lower,upper\n2016-03-01,north,1.2500,1,0,3\n2016-03-01,\"a, b\",2.0000,2,1,4\n"
            "2016-03-02,north,3.0000,3,1,5\n2016-03-02,\"a, b\",4.0000,4,2,6\n");
}

}  // namespace
}  // namespace sourdine
