#include "sourdine/collector/admission.h"

#include <gtest/gtest.h>

#include "collector/service_fixture.h"
#include "sourdine/collector/config.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::ServiceFixture;
using namespace std::chrono_literals;

template <class Check>
std::string admission_of(Check check) {
  try {
    check();
  } catch (const Problem& problem) {
    return std::string(problem.row().slug);
  }
  return "taken";
}

TEST(CollectorAdmission, TheClockWindowHasBothItsEnds) {
  ServiceFixture fixture;
  const auto collection = fixture.collection();
  const auto at = [&](std::chrono::milliseconds offset) {
    const BatchKey key = make_batch_key(fixture.now() + offset);
    return admission_of([&] { require_in_clock_window(*collection, key, fixture.now()); });
  };
  EXPECT_EQ(at(0ms), "taken");
  EXPECT_EQ(at(-72h), "taken");
  EXPECT_EQ(at(-72h - 1ms), "batch-too-old");
  EXPECT_EQ(at(300s), "taken");
  EXPECT_EQ(at(300s + 1ms), "batch-from-the-future");
}

TEST(CollectorAdmission, PeriodsAreTakenFromTheirBeginningToTheEndOfTheLateWindow) {
  ServiceFixture fixture;
  const auto collection = fixture.create({{"id", "late"}, {"late_window_seconds", 3600}, {"clock_ahead_seconds", 60}});
  const auto at = [&](const char* time, const char* label) {
    return admission_of([&] { require_batch_period(*collection, label, *parse_time_text(time)); });
  };
  EXPECT_EQ(at("2026-11-17T00:00:00Z", "2026-11-17"), "taken");
  EXPECT_EQ(at("2026-11-16T23:59:00Z", "2026-11-17"), "taken");
  EXPECT_EQ(at("2026-11-16T23:58:59.999Z", "2026-11-17"), "period-out-of-window");
  EXPECT_EQ(at("2026-11-18T01:00:00Z", "2026-11-17"), "taken");
  EXPECT_EQ(at("2026-11-18T01:00:00.001Z", "2026-11-17"), "period-out-of-window");
  EXPECT_EQ(at("2026-11-17T12:00:00Z", "2026-11-17T12"), "bad-parameter");
  EXPECT_EQ(at("2026-11-17T12:00:00Z", "2026-02-30"), "bad-parameter");
}

TEST(CollectorAdmission, ABucketFillsAtItsRateAndBearsOneLargeBatch) {
  RateLimits limits;
  const UnixTime start = *parse_time_text("2026-11-17T12:00:00Z");
  const auto take = [&](double amount, std::chrono::milliseconds at) {
    return limits.take("token", amount, 10, 100, start + at);
  };
  EXPECT_FALSE(take(100, 0ms));
  EXPECT_EQ(take(1, 0ms), 100ms);
  EXPECT_FALSE(take(1, 100ms));
  // More than the bucket holds is taken when it is full, and paid off before the next.
  EXPECT_FALSE(take(250, 10'100ms));
  EXPECT_EQ(take(1, 10'100ms), 15'100ms);
  EXPECT_FALSE(take(1, 25'200ms));
  // A clock that goes back gives nothing, and does not stand still.
  EXPECT_TRUE(take(1, 0ms));
  EXPECT_FALSE(take(1, 100ms));
  EXPECT_FALSE(limits.take("another", 100, 10, 100, start));
  // What is given back can be taken again, and never makes more than a full bucket.
  limits.give_back("another", 40);
  EXPECT_TRUE(limits.take("another", 41, 10, 100, start));
  EXPECT_FALSE(limits.take("another", 40, 10, 100, start));
  limits.give_back("another", 1000);
  EXPECT_FALSE(limits.take("another", 100, 10, 100, start));
  EXPECT_TRUE(limits.take("another", 1, 10, 100, start));
}

TEST(CollectorAdmission, DigestsTellPeriodRandomnessCountAndBytesApart) {
  const std::vector<std::uint8_t> bytes = {1, 2, 3, 4};
  const ReportsView two{bytes, 2, 2}, four{bytes, 1, 4};
  const auto digest = batch_digest(7, true, two);
  EXPECT_EQ(digest, batch_digest(7, true, two));
  EXPECT_NE(digest, batch_digest(8, true, two));
  EXPECT_NE(digest, batch_digest(7, false, two));
  EXPECT_NE(digest, batch_digest(7, true, four));
}

TEST(CollectorTimes, AreWrittenAndReadBack) {
  const UnixTime time = *parse_time_text("2026-11-17T21:45:03.120Z");
  EXPECT_EQ(time_text(time), "2026-11-17T21:45:03.120Z");
  EXPECT_EQ(time_text(*parse_time_text("2026-11-17T21:45:03Z")), "2026-11-17T21:45:03.000Z");
  EXPECT_EQ(time_text(*parse_time_text("2026-11-17T21:45:03.1234567Z")), "2026-11-17T21:45:03.123Z");
  for (const char* bad :
       {"", "2026-11-17", "2026-11-17T21:45:03", "2026-11-17T21:45:03+01:00", "2026-02-30T00:00:00Z",
        "2026-11-17T24:00:00Z", "2026-11-17T21:45:03.Z", "2026-11-17T21:45:03,1Z", "x026-11-17T21:45:03Z"}) {
    EXPECT_FALSE(parse_time_text(bad)) << bad;
  }
}

TEST(CollectorConfig, TheTextOfAllKeysIsThatOfTheDefaults) {
  const CollectorConfig config = parse_collector_config(collector_config_text(), "collector.toml");
  const CollectorConfig defaults;
  EXPECT_EQ(config.server.port, defaults.server.port);
  EXPECT_EQ(config.server.address, defaults.server.address);
  EXPECT_EQ(config.server.body_bytes, defaults.server.body_bytes);
  EXPECT_EQ(config.server.header_time, defaults.server.header_time);
  EXPECT_EQ(config.server.idle_time, defaults.server.idle_time);
  EXPECT_EQ(config.batch_reports, defaults.batch_reports);
  EXPECT_EQ(config.allowed_origins, defaults.allowed_origins);
  EXPECT_EQ(config.store, defaults.store);
  EXPECT_EQ(config.ledger_name(), "collector.ledger.jsonl");
  EXPECT_EQ(parse_collector_config("[store]\nurl = \"sqlite:/var/lib/c/x.sqlite\"", "c.toml").ledger_name(),
            "/var/lib/c/collector.ledger.jsonl");
}

TEST(CollectorConfig, WrongKeysAreNamedWithTheirLine) {
  for (const char* bad :
       {"[server]\nprot = 1\n", "[server]\nport = 70000\n", "[limits]\nheader_seconds = -1.0\n",
        "[log]\nlevel = \"loud\"\n", "[server]\nallowed_origins = [\"https://a.example/\"]\n",
        "[server]\nallowed_origins = [\"a.example\"]\n", "[sevrer]\n", "[limits]\nbody_bytes = 1\n", "x"}) {
    const auto read = [&] { parse_collector_config(bad, "collector.toml"); };
    EXPECT_EQ(testing::error_code(read), ErrorCode::bad_input) << bad;
  }
}

}  // namespace
}  // namespace sourdine
