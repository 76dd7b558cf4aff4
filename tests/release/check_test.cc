#include "sourdine/release/check.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "counts/written.h"
#include "release/checked.h"
#include "sourdine/ledger_store/payment.h"
#include "sourdine/random/random_source.h"
#include "sourdine/random/seeded_source.h"
#include "sourdine/release/publication.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::checked;
using testing::input_error;
using testing::TemporaryDirectory;
using Unknown = std::vector<std::pair<std::string, std::uint64_t>>;

class CheckRelease : public ::testing::Test {
 protected:
  ReleaseConfig config(const std::string& more = {}, const std::string& privacy = "epsilon = 1\n") const {
    return parse_config(
        "[events]\nsource = \"events.csv\"\ntime = \"when\"\nplace = \"where\"\n[places]\nregions = "
        "[\"north\", \"south\"]\n" +
            more + "[privacy]\n" + privacy,
        directory_.file("my.toml"));
  }
  void write_events(const std::string& rows) const {
    testing::write_all(directory_.file("events.csv"), "when,where\n" + rows);
  }

  TemporaryDirectory directory_;
};

TEST_F(CheckRelease, TellsRowsPeriodsAndEpsilonAndLeavesNothingBehind) {
  write_events("2024-01-01,north\n2024-01-01,south\n2024-01-03,south\n2024-02-01,north\n");
  const ReleaseCheck check = checked(config());
  EXPECT_EQ(check.rows, (EventCounts{4, 4, 0, 0}));
  EXPECT_EQ(check.events, 4U);
  EXPECT_EQ(check.first, "2024-01-01");
  EXPECT_EQ(check.last, "2024-02-01");
  EXPECT_TRUE(check.problems.empty());
  ASSERT_EQ(check.periods.size(), 3U);
  EXPECT_EQ(check.periods[1].periods, 2U);
  EXPECT_EQ(check.periods[1].fewest, 1U);
  EXPECT_EQ(check.periods[1].most, 3U);
  EXPECT_EQ(check.periods[2].periods, 32U);
  EXPECT_EQ(check.periods[2].median, 0U);
  EXPECT_EQ(directory_.entries(), 1U);  // the events
  EXPECT_EQ(check.notes,
            (std::vector<std::string>{"29 of 32 days have no event, and are published with a total of 0; the longest "
                                      "time without is 2024-01-04 to 2024-01-31. Where records are missing, set "
                                      "missing = [\"2024-01-04 to 2024-01-31\"] in [events], or no_rows = \"unknown\"",
                                      "covered in part only, since the days are those from 2024-01-01 to 2024-02-01: "
                                      "2024, 2024-02"}));
}

TEST_F(CheckRelease, MissingDaysAreGaps) {
  write_events("2024-01-01,north\n2024-01-03,south\n2024-01-05,south\n2024-01-05,north\n");
  ReleaseConfig asked = config();
  asked.events.no_rows_unknown = true;
  const auto day = std::chrono::local_days(std::chrono::year(2024) / 1 / 3);
  asked.events.missing = {{day, day}};
  const ReleaseCheck check = checked(asked);
  EXPECT_EQ(check.events, 3U);
  EXPECT_EQ(check.outside, 0U);
  EXPECT_EQ(check.missing, 1U);
  EXPECT_EQ(check.periods[2].periods, 2U);
  EXPECT_EQ(check.periods[2].fewest, 1U);
  EXPECT_EQ(check.notes.front(), "3 of 5 days are missing, declared so or without rows, and are published as gaps");
}

// The law of randomised response over two values: Var = N·p(1−p)/(2p−1)² whatever is held.
TEST_F(CheckRelease, ExpectsTheErrorOfTheOracle) {
  std::string rows;
  for (int i = 0; i < 1000; ++i) rows += "2024-01-01,south\n";
  write_events(rows);
  ReleaseConfig asked = config();
  asked.privacy.oracle = "grr";
  const ReleaseCheck check = checked(asked);
  const double p = 1 / (1 + std::exp(-1.0));
  const double expected = 1.959963985 * std::sqrt(1000 * p * (1 - p)) / (2 * p - 1);
  for (const PeriodOutlook& outlook : check.periods) EXPECT_NEAR(outlook.half_width, expected, 1e-6 * expected);
  EXPECT_FALSE(check.periods[0].is_below_error);
}

// A mean over the periods with events where the median one is empty: never an error of 0.
TEST_F(CheckRelease, SparsePeriodsHaveAnError) {
  write_events("2024-01-01,north\n2024-01-01,south\n2024-01-31,south\n2024-01-31,north\n2024-01-31,north\n");
  const PeriodOutlook days = checked(config()).periods[2];
  EXPECT_EQ(days.median, 0U);
  EXPECT_DOUBLE_EQ(days.events, 2.5);
  EXPECT_GT(days.half_width, 0);
  EXPECT_TRUE(days.is_below_error);
}

// One mistyped year: whether it is the first row or a later one, check and release say the same.
TEST_F(CheckRelease, RefusesTimesThatAReleaseRefuses) {
  const std::string sound = "2024-01-01,north\n2024-01-02,south\n";
  for (const char* far : {"2203-01-01,north\n", "0023-01-01,north\n", "2111-01-01,south\n", "1973-01-01,north\n"}) {
    for (const std::string& rows : {far + sound, sound + far}) {
      write_events(rows);
      const SeededSource random(1);
      std::string refusal;
      try {
        build_release(config(), random);
      } catch (const Error& error) {
        refusal = fmt::format("{}. {}", error.what(), error.hint());
      }
      const ReleaseCheck check = checked(config());
      EXPECT_EQ(check.problems, refusal.empty() ? std::vector<std::string>() : std::vector<std::string>{refusal});
      EXPECT_FALSE(check.first.empty());  // the days are told, which shows the mistake
    }
  }
  write_events("0023-01-01,north\n" + sound);
  ReleaseConfig without = config();
  without.publish.synthetic = false;  // keeps no times
  EXPECT_TRUE(checked(without).problems.empty());
}

TEST_F(CheckRelease, LooksAtNoRegion) {
  write_events("2024-01-01,north\n2024-01-01,north\n");
  const ReleaseCheck one = checked(config());
  write_events("2024-01-01,north\n2024-01-01,south\n");
  const ReleaseCheck other = checked(config());
  for (std::size_t i = 0; i < one.periods.size(); ++i) {
    EXPECT_EQ(one.periods[i].half_width, other.periods[i].half_width);
  }
  EXPECT_EQ(one.method, other.method);
}

TEST_F(CheckRelease, ListsAllUnknownPlacesWhereAReleaseWouldStopAtTheFirst) {
  std::string rows = "2024-01-01,north\n2024-01-02,\n";
  for (int i = 0; i < 50; ++i) rows += fmt::format("2024-01-01,place {:02}\n", i);
  write_events(rows + "2024-01-01,place 07\n");
  const ReleaseCheck check = checked(config());
  EXPECT_EQ(check.unknown_places.size(), 51U);
  EXPECT_EQ(check.unknown_places.front(), (std::pair<std::string, std::uint64_t>{"place 07", 2}));
  EXPECT_EQ(check.unknown_rows, 52U);
  EXPECT_EQ(check.problems, (std::vector<std::string>{
                                "52 rows come with a place that belongs to no region. Add the places to the table, or "
                                "set other = \"own region\" or \"drop\" in [places]"}));
  EXPECT_TRUE(checked(config("other = \"drop\"\n")).problems.empty());
  const ReleaseCheck own = checked(config("other = \"own region\"\n"));
  EXPECT_TRUE(own.problems.empty());
  EXPECT_EQ(own.events, 53U);
  EXPECT_EQ(own.regions, 3U);
}

TEST_F(CheckRelease, CountsBadRowsAndNamesTheFirst) {
  write_events("2024-01-01,north\nnever,south\n2024-01-01\n");
  const ReleaseCheck check = checked(config());
  EXPECT_EQ(check.rows.skipped, 2U);
  ASSERT_EQ(check.problems.size(), 1U);
  EXPECT_EQ(check.problems[0],
            fmt::format("2 rows cannot be read; the first: '{}', line 3, column 'when': time 'never' is not of the "
                        "format '%F[ %H:%M[:%S]]'. Correct such rows, or set on_bad_row = \"skip\" in [events]",
                        directory_.file("events.csv")));
}

TEST_F(CheckRelease, NamesPlacesThatAreNotUtf8) {
  write_events("2024-01-01,north\n2024-01-01,H\xE9ricourt\n");
  const ReleaseCheck check = checked(config("other = \"drop\"\n"));
  ASSERT_FALSE(check.notes.empty());
  EXPECT_NE(check.notes.back().find("1 of the unknown places is not UTF-8 text"), std::string::npos);
  EXPECT_TRUE(check.problems.empty());
}

TEST_F(CheckRelease, KnowsWhatTheLedgerWouldSay) {
  write_events("2024-01-01,north\n");
  const ReleaseConfig asked = config("", "epsilon = 1\nbudget = 1.5\n");
  Guarantee paid = local_report_guarantee(0.75, 0.75);
  Payment payment(
      {{.ledger = asked.head.ledger(), .dataset = "my", .purpose = "before", .mechanism = "grr", .guarantee = paid}});
  payment.reserve();
  payment.commit();
  CountsPublication publication(asked);
  const Checked refused = check(publication, {}, SecureSource());
  ASSERT_EQ(refused.problems.size(), 1U);
  EXPECT_EQ(refused.problems[0].code(), ErrorCode::budget_refused);
  EXPECT_NE(std::string(refused.problems[0].what()).find("0.750000000 is spent"), std::string::npos);
  const Fact& ledger = refused.outlook.facts.back();
  EXPECT_EQ(ledger.key, "ledger");
  EXPECT_EQ(ledger.value["before"], "0.750000000");
  EXPECT_EQ(ledger.value["cost"], "1.000000000");
  EXPECT_EQ(ledger.value["after"], "1.750000000");
  EXPECT_EQ(open_ledger(asked.head.ledger()).read().records.size(), 1U);
}

// Raw data are for the officer's eyes, whatever is refused beside them.
TEST_F(CheckRelease, TellsEverythingThatWouldBeRefused) {
  write_events("2024-01-01,north\nnever,south\n2024-01-01,nowhere\n");
  CountsPublication publication(config());
  const Checked refused = check(publication, {.out = directory_.file("events.csv")}, SeededSource(1));
  EXPECT_EQ(refused.problems.size(), 3U);  // something is there, a bad row, an unknown place
  EXPECT_FALSE(refused.is_ready());
  EXPECT_EQ(publication.unknown_places(), (Unknown{{"nowhere", 1}}));
  EXPECT_EQ(directory_.entries(), 1U);
}

TEST_F(CheckRelease, FindsNoEvents) {
  write_events("2024-01-01,nowhere\n");
  const ReleaseCheck check = checked(config("other = \"drop\"\n"));
  EXPECT_EQ(check.problems, std::vector<std::string>{"there are no events to publish"});
  EXPECT_TRUE(check.periods.empty());
}

TEST_F(CheckRelease, RefusesWhatAReleaseRefusesForAnotherReasonThanItsRows) {
  write_events("2024-01-01,north\n");
  ReleaseConfig wrong = config();
  wrong.events.place = "place";
  EXPECT_NE(input_error([&] { checked(wrong); }).find("has no column 'place'"), std::string::npos);
  wrong = config();
  wrong.events.keep = {"when"};
  EXPECT_NE(input_error([&] { checked(wrong); }).find("cannot be kept"), std::string::npos);
  wrong = config();
  wrong.places.map = "/nowhere.geojson";
  EXPECT_NE(input_error([&] { checked(wrong); }).find("nowhere.geojson"), std::string::npos);
}

TEST_F(CheckRelease, NamesTheRegionsThatTheMapLeavesOut) {
  write_events("2024-01-01,north\n2024-01-01,south\n");
  testing::write_all(directory_.file("map.geojson"),
                     R"({"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"North"},)"
                     R"("geometry":{"type":"Polygon","coordinates":[[[0,0],[1,0],[1,1],[0,0]]]}}]})");
  const ReleaseCheck check = checked(config("map = \"map.geojson\"\n"));
  ASSERT_FALSE(check.notes.empty());
  EXPECT_EQ(check.notes.front(), "the map '" + directory_.file("map.geojson") + "' has no polygon of 'south'");
}

// What the check says of events and periods is what the release then has.
TEST_F(CheckRelease, AgreesWithTheRelease) {
  std::string rows;
  for (int i = 0; i < 300; ++i) {
    rows += fmt::format("2024-0{}-{:02},{}\n", 1 + i % 3, 1 + i % 28, i % 5 == 0 ? "elsewhere" : "north");
  }
  write_events(rows);
  ReleaseConfig asked = config("other = \"drop\"\n");
  asked.events.to = std::chrono::local_days(std::chrono::year(2024) / 2 / 10);
  const ReleaseCheck check = checked(asked);
  const Release release = build_release(asked, SeededSource(1));
  EXPECT_EQ(check.rows, release.rows);
  EXPECT_EQ(check.events, release.collected.events());
  EXPECT_EQ(check.outside, release.collected.outside);
  EXPECT_EQ(check.first, release.facts.first);
  EXPECT_EQ(check.last, release.facts.last);
  EXPECT_EQ(check.guarantee.epsilon, release.facts.guarantee.epsilon);
  for (std::size_t i = 0; i < check.periods.size(); ++i) {
    EXPECT_EQ(check.periods[i].periods, release.estimates[i].timeline.size());
  }
}

TEST(TimeOfDay, MayBeAColumnOfItsOwn) {
  const TemporaryDirectory directory;
  testing::write_all(directory.file("events.csv"),
                     "day,hour,where,kind\n2024-01-01,08:05,north,=1+1\n2024-01-01,23:59,south,-3\n");
  ReleaseConfig config = parse_config(
      "[events]\nsource = \"events.csv\"\ntime = \"day\"\nclock = \"hour\"\nplace = \"where\"\nkeep = [\"kind\"]\n"
      "[places]\nregions = [\"north\", \"south\"]\n[privacy]\nepsilon = 1\n[publish]\nperiods = [\"hour\"]\n",
      directory.file("my.toml"));
  const SeededSource random(1);
  const Release release = build_release(config, random);
  EXPECT_EQ(release.collected.timeline.label(0), "2024-01-01T08");
  EXPECT_EQ(release.collected.timeline.size(), 16U);
  testing::write_tables(release, random, directory.file("out"));
  const std::string rows = testing::read_all(directory.file("out/synthetic.csv"));
  EXPECT_NE(rows.find("\n2024-01-01,08:05,"), std::string::npos) << rows;
  EXPECT_NE(rows.find("\n2024-01-01,23:59,"), std::string::npos) << rows;
  // A spreadsheet would compute what a kept column says.
  EXPECT_NE(rows.find(",'=1+1\n"), std::string::npos) << rows;
  EXPECT_NE(rows.find(",-3\n"), std::string::npos) << rows;
}

TEST_F(CheckRelease, TellsWhatABoundWouldLeaveOutAndHowFarOffACentralReleaseIs) {
  testing::write_all(directory_.file("events.csv"),
                     "when,where,who\n2024-01-01,north,a\n2024-01-02,north,a\n2024-01-03,south,a\n"
                     "2024-01-01,south,b\n2024-01-02,south,\n");
  ReleaseConfig central =
      config("[publish]\nperiods = [\"day\"]\n", "model = \"local\"\nepsilon = 1\nperson = \"who\"\nmax_events = 2\n");
  const ReleaseCheck local = checked(central);
  ASSERT_TRUE(local.people);
  EXPECT_EQ(local.people->people, 2U);
  EXPECT_EQ(local.people->with_more, 1U);
  EXPECT_EQ(local.people->not_counted, 1U);
  EXPECT_EQ(local.people->nameless, 1U);
  EXPECT_EQ(local.problems,
            (std::vector<std::string>{"1 event names no person: the column 'who' is empty. Complete such "
                                      "rows, or set on_bad_row = \"skip\" in [events]"}));
  EXPECT_EQ(local.guarantee.unit, Unit::person);
  central.privacy.model = PrivacyModel::central;
  central.events.from = std::chrono::local_days(std::chrono::year(2024) / 1 / 1);
  central.events.to = std::chrono::local_days(std::chrono::year(2024) / 1 / 31);
  const ReleaseCheck check = checked(central);
  EXPECT_EQ(check.method, "discrete-laplace");
  EXPECT_EQ(check.guarantee.neighbours, Neighbours::add_remove);
  ASSERT_EQ(check.periods.size(), 1U);
  EXPECT_GT(check.periods[0].half_width, 2);
}

TEST_F(CheckRelease, WarnsOfCentralReleasesOfNoEvents) {
  ReleaseConfig central =
      config("[publish]\nperiods = [\"day\"]\n", "model = \"local\"\nepsilon = 1\nperson = \"who\"\nmax_events = 2\n");
  central.privacy.model = PrivacyModel::central;
  central.events.from = std::chrono::local_days(std::chrono::year(2024) / 1 / 1);
  central.events.to = std::chrono::local_days(std::chrono::year(2024) / 1 / 31);
  testing::write_all(directory_.file("events.csv"), "when,where,who\n2020-01-01,north,a\n");
  const ReleaseCheck outside = checked(central);
  EXPECT_TRUE(outside.problems.empty());
  EXPECT_EQ(outside.counts_nothing,
            "no row that can be counted lies between 2024-01-01 and 2024-01-31: is it the right source? (for your "
            "eyes, not part of the release)");
  testing::write_all(directory_.file("events.csv"), "when,where,who\n");
  const ReleaseCheck empty = checked(central);
  EXPECT_NE(empty.counts_nothing, "");
  EXPECT_EQ(empty.notes, std::vector<std::string>());  // nothing of people who are not there
}

TEST_F(CheckRelease, SaysWhatSyntheticRowsTakeFromTheCountsOfACentralRelease) {
  testing::write_all(directory_.file("events.csv"), "when,where\n2024-01-01,north\n2024-01-02,south\n");
  const auto notes_of = [&](const std::string& publish) {
    ReleaseConfig central = config("[publish]\n" + publish, "model = \"local\"\nepsilon = 1\n");
    central.privacy.model = PrivacyModel::central;
    central.events.from = std::chrono::local_days(std::chrono::year(2024) / 1 / 1);
    central.events.to = std::chrono::local_days(std::chrono::year(2024) / 1 / 2);
    return checked(central);
  };
  const std::string note =
      "the days are counted for the synthetic rows alone, which takes a part of epsilon from the counts that are "
      "published: synthetic = false in [publish] leaves it to them";
  const auto has_note = [&](const ReleaseCheck& check) {
    return std::find(check.notes.begin(), check.notes.end(), note) != check.notes.end();
  };
  const ReleaseCheck with = notes_of("periods = [\"month\"]\n");
  const ReleaseCheck without = notes_of("periods = [\"month\"]\nsynthetic = false\n");
  EXPECT_TRUE(has_note(with));
  EXPECT_FALSE(has_note(without));
  EXPECT_LT(without.periods[0].half_width, with.periods[0].half_width);
  EXPECT_FALSE(has_note(notes_of("periods = [\"month\", \"day\"]\n")));
}

TEST_F(CheckRelease, TellsNamesThatMayNotBeOnePersonEach) {
  std::string rows = "when,where,who\n2024-01-01,north,ann\n2024-01-02,south, Ann\n2024-01-02,south,   \n";
  for (int i = 0; i < 41; ++i) rows += "2024-01-03,north,NULL\n";
  testing::write_all(directory_.file("events.csv"), rows);
  const ReleaseCheck check = checked(
      config("[publish]\nperiods = [\"day\"]\n", "model = \"local\"\nepsilon = 1\nperson = \"who\"\nmax_events = 2\n"));
  ASSERT_TRUE(check.people);
  EXPECT_EQ(check.people->nameless, 1U);
  EXPECT_EQ(check.people->respelled, 1U);
  const auto notes_with = [&](const std::string& text) {
    return std::count_if(check.notes.begin(), check.notes.end(),
                         [&](const std::string& note) { return note.find(text) != std::string::npos; });
  };
  EXPECT_EQ(notes_with("1 of 3 names in column 'who' is another but for spaces"), 1);
  EXPECT_EQ(notes_with("'NULL' in column 'who' has 41 of 43 events"), 1);
}

}  // namespace
}  // namespace sourdine
