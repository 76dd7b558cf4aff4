#include "sourdine/events/time_zone.h"

#include <gtest/gtest.h>
#include <stdlib.h>  // NOLINT(modernize-deprecated-headers): setenv
#include <time.h>    // NOLINT(modernize-deprecated-headers): localtime_r, tzset

#include <filesystem>
#include <random>

#include "support/errors.h"

namespace sourdine {
namespace {

using namespace std::chrono;
using testing::input_error;

std::string shown_local(const TimeZone& zone, std::int64_t moment) {
  const local_seconds local = zone.to_local(sys_seconds(seconds(moment)));
  const auto day = floor<days>(local);
  const year_month_day date(day);
  const hh_mm_ss time(local - day);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02u-%02u %02d:%02d:%02d", static_cast<int>(date.year()),
                static_cast<unsigned>(date.month()), static_cast<unsigned>(date.day()),
                static_cast<int>(time.hours().count()), static_cast<int>(time.minutes().count()),
                static_cast<int>(time.seconds().count()));
  return text;
}

// What the C library says of the same moment, by its own reader of the same database.
std::string shown_by_system(std::int64_t moment) {
  const time_t time = moment;
  tm parts{};
  localtime_r(&time, &parts);
  char text[64];
  std::snprintf(text, sizeof text, "%04d-%02d-%02d %02d:%02d:%02d", parts.tm_year + 1900, parts.tm_mon + 1,
                parts.tm_mday, parts.tm_hour, parts.tm_min, parts.tm_sec);
  return text;
}

class TimeZoneTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::is_directory("/usr/share/zoneinfo")) GTEST_SKIP() << "there is no time zone database";
  }
};

TEST_F(TimeZoneTest, ClocksChangeInTheNightOfTheLastSundayOfMarch) {
  const TimeZone paris = TimeZone::load("Europe/Paris");
  EXPECT_EQ(shown_local(paris, 1'711'846'799), "2024-03-31 01:59:59");
  EXPECT_EQ(shown_local(paris, 1'711'846'800), "2024-03-31 03:00:00");
  EXPECT_EQ(shown_local(paris, 1'729'990'799), "2024-10-27 02:59:59");
  EXPECT_EQ(shown_local(paris, 1'729'990'800), "2024-10-27 02:00:00");
  EXPECT_EQ(shown_local(paris, 0), "1970-01-01 01:00:00");
  EXPECT_EQ(shown_local(TimeZone::load("UTC"), 0), "1970-01-01 00:00:00");
}

// Behind the last transition of the file its rule holds.
TEST_F(TimeZoneTest, SummerComesIn2090Too) {
  const TimeZone paris = TimeZone::load("Europe/Paris");
  EXPECT_EQ(shown_local(paris, 3'802'550'400), "2090-07-01 02:00:00");
  EXPECT_EQ(shown_local(paris, 3'818'448'000), "2091-01-01 01:00:00");
}

TEST_F(TimeZoneTest, AgreesWithTheSystem) {
  const char* const old = getenv("TZ");
  const std::string before = old == nullptr ? "" : old;
  std::mt19937_64 random(1);
  for (const char* name :
       {"Europe/Paris", "Europe/Dublin", "America/New_York", "America/Sao_Paulo", "America/St_Johns", "Asia/Kolkata",
        "Asia/Kathmandu", "Asia/Tehran", "Africa/Casablanca", "Australia/Lord_Howe", "Pacific/Apia", "Pacific/Chatham",
        "Antarctica/Troll", "America/Scoresbysund", "Etc/GMT+5"}) {
    const TimeZone zone = TimeZone::load(name);
    setenv("TZ", name, 1);
    tzset();
    std::uniform_int_distribution<std::int64_t> moments(-2'000'000'000, 7'000'000'000);
    for (int i = 0; i < 2'000; ++i) {
      const std::int64_t moment = moments(random);
      ASSERT_EQ(shown_local(zone, moment), shown_by_system(moment)) << name << " at " << moment;
    }
    // Every hour of a year that is known from the file, and of one that follows from its rule.
    for (const std::int64_t year : {std::int64_t{1'704'067'200}, std::int64_t{4'102'444'800}}) {
      for (std::int64_t moment = year; moment < year + 366 * 86'400; moment += 3'600) {
        ASSERT_EQ(shown_local(zone, moment), shown_by_system(moment)) << name << " at " << moment;
      }
    }
  }
  before.empty() ? unsetenv("TZ") : setenv("TZ", before.c_str(), 1);
  tzset();
}

TEST_F(TimeZoneTest, UnknownNamesAreRefused) {
  for (const char* name :
       {"Europe/Besançon", "", "../../../etc/passwd", "/etc/localtime", "Europe", "zone.tab", "tzdata.zi"}) {
    EXPECT_NE(input_error([&] { TimeZone::load(name); }).find("there is no time zone"), std::string::npos) << name;
  }
}

TEST(TimeZoneBytes, DamageIsRefused) {
  for (const std::string_view bytes : {"", "TZif", "TZif2"}) {
    EXPECT_NE(input_error([&] { TimeZone("x", bytes); }).find("cannot be read"), std::string::npos);
  }
}

}  // namespace
}  // namespace sourdine
