// A release of collected reports has the estimates of their tallies, spends nothing, and withholds what few said.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <functional>
#include <nlohmann/json.hpp>

#include "counts/written.h"
#include "made_collections.h"
#include "sourdine/collector/read_collection.h"
#include "sourdine/oracle/table.h"
#include "sourdine/random/seeded_bits.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/range/local_protocol.h"
#include "sourdine/release/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using nlohmann::json;
using testing::input_error;
using testing::made_collection;
using testing::read_all;
using testing::stored_tally;
using testing::TemporaryDirectory;
using testing::write_all;

constexpr std::int64_t first_day = 20'454;  // 2026-01-01

// Days of so many people each; of an hour each where hours are asked for.
struct MadeReports {
  Collection collection;
  std::vector<StoredTally> tallies;

  MadeReports(const std::vector<std::size_t>& people, Period period = Period::day, const char* oracle = "oue")
      : collection(made_collection(make_oracle({oracle, Domain({"north", "south", "east"}), 2, {}}), period, 50)) {
    SeededBits random(5);
    std::int64_t number = period == Period::hour ? 24 * first_day : first_day;
    for (const std::size_t count : people) {
      std::vector<Value> values;
      for (std::size_t i = 0; i < count; ++i) values.push_back(i % 5 == 0 ? 2 : 0);
      tallies.push_back(stored_tally(collection, number++, values, random));
    }
  }
  ReportedCollection reported() const { return reported_collection(collection, tallies); }
};

std::size_t lines_of(const std::string& text) {
  return static_cast<std::size_t>(std::count(text.begin(), text.end(), '\n'));
}

ReleaseConfig plain_config(const ReportedCollection& collection) {
  ReleaseConfig config = config_of_reports(collection);
  config.publish.smooth = false;
  config.publish.consistency = Consistency::none;
  return config;
}

TEST(ReleaseFromReports, HasTheEstimatesOfTheTallies) {
  const MadeReports made({400, 300, 0, 200});
  const ReportedCollection collection = made.reported();
  const Release release = release_from_reports(plain_config(collection), collection, SeededSource(1));
  EXPECT_EQ(release.facts.events, 900U);
  EXPECT_EQ(release.facts.first, "2026-01-01");
  EXPECT_EQ(release.facts.last, "2026-01-04");
  ASSERT_EQ(release.estimates.size(), 3U);  // year, month, day
  const PeriodEstimates& days = release.estimates[2];
  ASSERT_EQ(days.timeline.size(), 4U);
  const auto& oracle = dynamic_cast<const Oracle&>(*made.collection.protocol);
  for (const std::size_t day : {0U, 1U, 3U}) {
    const Estimates expected = estimate(oracle, {made.tallies[day].reports, made.tallies[day].cells});
    for (std::size_t region = 0; region < 3; ++region) {
      EXPECT_NEAR(days.at(day, region).value, expected.values[region].value, 1e-9);
      EXPECT_EQ(days.at(day, region).lower, expected.values[region].lower);
    }
    EXPECT_EQ(days.covered[day], CoveredPart::whole);
  }
  EXPECT_EQ(days.covered[2], CoveredPart::none);  // nobody reported
  EXPECT_EQ(release.estimates[0].totals[0], 900);
}

TEST(ReleaseFromReports, WithholdsPeriodsOfFewReportsButCountsThemInLongerOnes) {
  const MadeReports made({400, 49, 50});
  const ReportedCollection collection = made.reported();
  const Release release = release_from_reports(plain_config(collection), collection, SeededSource(1));
  const PeriodEstimates& days = release.estimates[2];
  EXPECT_EQ(days.covered[1], CoveredPart::none);
  EXPECT_EQ(days.totals[1], 0);
  for (std::size_t region = 0; region < 3; ++region) {
    EXPECT_EQ(days.at(1, region).value, 0);
    EXPECT_EQ(days.plain[3 + region].value, 0);
  }
  EXPECT_EQ(days.covered[2], CoveredPart::whole);
  EXPECT_EQ(release.estimates[1].totals[0], 499);
  EXPECT_EQ(release.facts.reported->withheld, (std::map<std::string, std::size_t>{{"day", 1}}));
  // Its rows would tell its estimates.
  EXPECT_EQ(release.collected.times.size(), 450U);
}

TEST(ReleaseFromReports, ACheckTellsWhatWouldBePublishedAndWritesNothing) {
  const TemporaryDirectory directory;
  const MadeReports made({400, 49});
  ReportedPublication publication(plain_config(made.reported()), made.reported());
  const Checked checked = check(publication, {.out = directory.file("out")}, SeededSource(1));
  EXPECT_TRUE(checked.is_ready());
  EXPECT_TRUE(checked.spendings.empty());
  ASSERT_FALSE(checked.outlook.told.empty());
  EXPECT_TRUE(checked.outlook.told.front().starts_with("449 events from 2026-01-01 to 2026-01-02"));
  EXPECT_EQ(directory.entries(), 0U);
  ReportedPublication few(plain_config(MadeReports({10}).reported()), MadeReports({10}).reported());
  EXPECT_EQ(check(few, {}, SeededSource(1)).problems.size(), 1U);
}

TEST(ReleaseFromReports, NothingButWithheldPeriodsIsNoRelease) {
  const MadeReports made({10, 20});
  const ReportedCollection collection = made.reported();
  EXPECT_NE(testing::input_error([&] {
              release_from_reports(plain_config(collection), collection, SeededSource(1));
            }).find("nothing to publish"),
            std::string::npos);
}

TEST(ReleaseFromReports, TimesAreDrawnEvenlyWithinThePeriod) {
  const MadeReports made({400, 300}, Period::hour);
  const ReportedCollection collection = made.reported();
  ReleaseConfig config = plain_config(collection);
  config.publish.periods = {Period::hour};
  const Release release = release_from_reports(config, collection, SeededSource(1));
  ASSERT_EQ(release.collected.times.size(), 700U);
  double sum = 0;
  for (std::size_t i = 0; i < 700; ++i) {
    const std::uint32_t time = release.collected.times[i];
    EXPECT_EQ(time / 3600, i < 400 ? 0U : 1U);
    sum += time % 3600;
  }
  // 700 uniform seconds: a mean of 1799.5 with a standard deviation of 39; six of them.
  EXPECT_NEAR(sum / 700, 1799.5, 6 * 39.3);
}

TEST(ReleaseFromReports, HoursMayBePublishedAsDays) {
  const MadeReports made({40, 30}, Period::hour);
  const ReportedCollection collection = made.reported();
  const Release release = release_from_reports(plain_config(collection), collection, SeededSource(1));
  EXPECT_EQ(release.collected.timeline.period(), Period::day);
  EXPECT_EQ(release.estimates[2].totals[0], 70);  // enough together
}

TEST(ReleaseFromReports, IsADirectoryLikeAnyOtherAndSpendsNothing) {
  const TemporaryDirectory directory;
  const MadeReports made({400, 20, 300});
  ReportedCollection collection = made.reported();
  collection.title = "Interventions";
  ReleaseConfig config = config_of_reports(collection);
  const std::string path = directory.file("release");
  ReportedPublication publication(config, collection);
  const Published published = publish(publication, {.out = path}, SeededSource(1));
  EXPECT_EQ(published.fingerprint.size(), 64U);
  for (const char* name : {"manifest.json", "estimates.csv", "totals.csv", "synthetic.csv", "PRIVACY.md", "page.json",
                           "index.html", "SHA256SUMS"}) {
    EXPECT_TRUE(std::filesystem::exists(path + "/" + name)) << name;
  }
  const json manifest = json::parse(read_all(path + "/manifest.json"));
  EXPECT_EQ(manifest["title"], "Interventions");
  EXPECT_EQ(manifest["collection"]["name"], "made");
  EXPECT_EQ(manifest["collection"]["withheld"]["day"], 1);
  // The page must not take what is withheld for zeros, and says why.
  const json page = json::parse(read_all(path + "/page.json"));
  EXPECT_EQ(page["withheld_below"], 50);
  EXPECT_EQ(page["periods"].back()["missing"].dump(), "[1]");
  EXPECT_FALSE(manifest.contains("ledger_head"));
  EXPECT_EQ(manifest["rows"]["read"], 720);
  EXPECT_EQ(manifest["rows"]["used"], 720);
  EXPECT_EQ(lines_of(read_all(path + "/synthetic.csv")), 701U);
  EXPECT_EQ(lines_of(read_all(path + "/estimates.csv")), 1 + 3 * (1 + 1 + 2U));
  EXPECT_EQ(read_all(path + "/synthetic.csv").substr(0, 12), "time,region\n");
  const std::string privacy = read_all(path + "/PRIVACY.md");
  EXPECT_NE(privacy.find("randomised on the devices"), std::string::npos);
  EXPECT_NE(privacy.find("spends nothing more"), std::string::npos);
  EXPECT_NE(privacy.find("fewer than 50 reports"), std::string::npos);
  EXPECT_NE(privacy.find("drawn evenly within it"), std::string::npos);
  EXPECT_EQ(privacy.find("times and totals per period are published exactly"), std::string::npos);
  EXPECT_NE(read_all(path + "/totals.csv").find("2026-01-02,,none\n"), std::string::npos);
}

TEST(ReleaseFromReports, SeededReportsMakeItNotPrivate) {
  MadeReports made({400});
  made.tallies[0].seeded = 1;
  const ReportedCollection collection = made.reported();
  EXPECT_FALSE(collection.is_private);
  const Release release = release_from_reports(plain_config(collection), collection, SecureSource());
  EXPECT_TRUE(release.facts.is_seeded);
  made.tallies[0].seeded = 0;
  EXPECT_FALSE(release_from_reports(plain_config(collection), made.reported(), SecureSource()).facts.is_seeded);
}

TEST(ReleaseFromReports, SaysInFrenchWhatHolds) {
  const MadeReports made({400, 20});
  const ReportedCollection collection = made.reported();
  const Release release = release_from_reports(plain_config(collection), collection, SecureSource());
  const std::string text = testing::privacy_document(release.facts, Language::fr);
  EXPECT_NE(text.find("brouillés sur les appareils"), std::string::npos);
  EXPECT_NE(text.find("moins de 50 rapports"), std::string::npos);
}

TEST(ReleaseFromReports, ReadsItsConfiguration) {
  const TemporaryDirectory directory;
  const ReportedCollection collection = MadeReports({400}).reported();
  const std::string path = directory.file("my.toml");
  write_all(path, "title = \"Sorties\"\nlanguage = \"fr\"\n[publish]\nperiods = [\"month\"]\nsmooth = \"none\"\n");
  const ReleaseConfig config = read_config_of_reports(path, collection);
  EXPECT_EQ(config.head.title, "Sorties");
  EXPECT_EQ(config.head.language, Language::fr);
  EXPECT_EQ(config.publish.periods, std::vector{Period::month});
  EXPECT_FALSE(config.publish.smooth);
  write_all(path, "[privacy]\nepsilon = 1\n");
  EXPECT_NE(input_error([&] { read_config_of_reports(path, collection); }).find("privacy"), std::string::npos);
}

TEST(ReleaseFromReports, RefusesWhatCannotBePublished) {
  const auto message = [](const MadeReports& made, const std::function<void(ReleaseConfig&)>& change = {}) {
    return input_error([&] {
      const ReportedCollection collection = made.reported();
      ReleaseConfig config = plain_config(collection);
      if (change) change(config);
      release_from_reports(config, collection, SecureSource());
    });
  };
  EXPECT_NE(message(MadeReports({400}, Period::week)).find("by week"), std::string::npos);
  EXPECT_NE(message(MadeReports({0, 0})).find("no reports"), std::string::npos);
  EXPECT_NE(message(MadeReports({400}, Period::day, "l-sue")).find("answer again"), std::string::npos);
  EXPECT_NE(message(MadeReports({400}), [](ReleaseConfig& config) { config.publish.periods = {Period::hour}; })
                .find("by day"),
            std::string::npos);
  EXPECT_NE(message(MadeReports({400}), [](ReleaseConfig& config) { config.publish.filter = BiasFilter::ratio; })
                .find("ratio"),
            std::string::npos);
  MadeReports torn({400});
  torn.tallies[0].cells.pop_back();
  EXPECT_NE(message(torn).find("cells"), std::string::npos);
  const Collection range =
      made_collection(std::make_shared<const RangeProtocol>(LocalTreeSpec{.size = 8, .epsilon = 1}), Period::day);
  EXPECT_NE(input_error([&] { reported_collection(range, {}); }), "no error");
  MadeReports no_periods({400});
  no_periods.collection.settings.period = {};
  EXPECT_NE(input_error([&] { no_periods.reported(); }).find("no periods"), std::string::npos);
}

TEST(ReadCollection, OfAStore) {
  const TemporaryDirectory directory;
  const std::string url = "sqlite:" + directory.file("collector.sqlite");
  CollectionSource source{.url = url, .collection = "made", .token_file = {}, .ca_file = {}};
  EXPECT_NE(input_error([&] { read_collection(source); }).find("no store"), std::string::npos);
  EXPECT_FALSE(std::filesystem::exists(directory.file("collector.sqlite")));

  const MadeReports made({60, 80});
  {
    const auto store = open_store(url);
    store->create_collection(made.collection);
    const auto kept = std::make_shared<const Collection>(made.collection);
    SeededBits random(9);
    Reports reports(made.collection.protocol->report_bytes());
    made.collection.protocol->randomize(std::vector<Value>(70, 1), random, reports);
    Batch batch;
    batch.collection = kept;
    batch.key = make_batch_key(UnixTime(std::chrono::milliseconds(1'767'225'600'000)));
    batch.period = first_day;
    batch.bytes.assign(reports.view().bytes.begin(), reports.view().bytes.end());
    batch.reports = 70;
    batch.received = UnixTime(std::chrono::milliseconds(1'767'225'600'000));
    ASSERT_EQ(store->commit(std::span(&batch, 1)).at(0), BatchOutcome::counted);
  }
  const ReportedCollection read = read_collection(source);
  EXPECT_EQ(read.name, "made");
  EXPECT_EQ(read.period, Period::day);
  EXPECT_EQ(read.min_reports, 50U);
  ASSERT_EQ(read.periods.size(), 1U);
  EXPECT_EQ(read.periods[0].number, first_day);
  EXPECT_EQ(read.periods[0].tally.reports, 70U);
  source.collection = "other";
  EXPECT_NE(input_error([&] { read_collection(source); }).find("'other'"), std::string::npos);
}

}  // namespace
}  // namespace sourdine
