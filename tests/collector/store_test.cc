#include "sourdine/collector/store/store.h"

#include <gtest/gtest.h>

#include <thread>

#include "collector/store_fixture.h"
#include "sourdine/collector/store/schema.h"
#include "support/errors.h"

namespace sourdine {
namespace {

using testing::only_tally;
using testing::some_batch;
using testing::some_collection;
using testing::tally_of;
using testing::unix_time;

const UnixTime noon = unix_time(1'800'000'000);
using Outcomes = std::vector<BatchOutcome>;

class Stores : public testing::StoreFixture {};
INSTANTIATE_TEST_SUITE_P(, Stores, ::testing::ValuesIn(testing::store_kinds()), testing::store_name);

TEST_P(Stores, KeepCollectionsAsTheyWereMade) {
  const auto first = some_collection("fires", {.title = "Feux", .period = Period::day, .max_reports = 12});
  const auto second =
      some_collection("b_2", {.keep_reports = true, .map = R"({"type":"FeatureCollection"})"}, "grr", 3);
  open()->create_collection(*first);
  const auto store = open();
  store->create_collection(*second);
  EXPECT_EQ(testing::input_error([&] { store->create_collection(*first); }), "there is a collection 'fires' already");
  EXPECT_NE(testing::input_error([&] { store->create_collection(*some_collection("No")); }), "no error");
  const auto found = open()->collections();
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0]->id, "fires");
  EXPECT_EQ(found[0]->settings, first->settings);
  EXPECT_EQ(found[1]->settings, second->settings);
  EXPECT_EQ(*found[1]->protocol->spec(), *second->protocol->spec());
  EXPECT_EQ(found[0]->created, first->created);
  EXPECT_FALSE(found[0]->closed);

  EXPECT_TRUE(store->close_collection("fires", noon));
  EXPECT_FALSE(store->close_collection("fires", noon + std::chrono::hours(1)));
  EXPECT_EQ(store->collections()[0]->closed, noon);
  EXPECT_EQ(testing::input_error([&] { store->close_collection("none", noon); }), "there is no collection 'none'");
}

TEST_P(Stores, KeepHashesOfTokens) {
  const auto store = open();
  const NewToken made = make_token(Scope::reader, "fires", "for « Léa »", noon, noon + std::chrono::hours(5));
  store->add_token(made.token);
  store->add_token(make_token(Scope::admin, "", "", noon + std::chrono::hours(1)).token);
  EXPECT_TRUE(store->revoke_token(made.token.id, noon + std::chrono::hours(2)));
  EXPECT_FALSE(store->revoke_token(made.token.id, noon + std::chrono::hours(3)));
  EXPECT_FALSE(store->revoke_token("nobody", noon));
  const std::vector<Token> tokens = open()->tokens();
  ASSERT_EQ(tokens.size(), 2U);
  EXPECT_EQ(tokens[0].id, made.token.id);
  EXPECT_EQ(tokens[0].hash, token_hash(made.secret));
  EXPECT_EQ(tokens[0].scope, Scope::reader);
  EXPECT_EQ(tokens[0].note, "for « Léa »");
  EXPECT_EQ(tokens[0].expires, noon + std::chrono::hours(5));
  EXPECT_EQ(tokens[0].revoked, noon + std::chrono::hours(2));
  EXPECT_EQ(tokens[1].scope, Scope::admin);
  EXPECT_FALSE(tokens[1].expires);
}

TEST_P(Stores, CountEachBatchOnceAndOthersOfItsKeyNever) {
  const auto store = open();
  const auto collection = some_collection("c");
  store->create_collection(*collection);
  const Batch a = some_batch(collection, noon), b = some_batch(collection, noon, 5);
  Batch forged = b;
  forged.digest[0] ^= 1U;
  EXPECT_EQ(store->commit(std::vector{a, b, a, forged}),
            (Outcomes{BatchOutcome::counted, BatchOutcome::counted, BatchOutcome::repeated, BatchOutcome::conflict}));
  EXPECT_EQ(store->commit(std::vector{forged, b, b}),
            (Outcomes{BatchOutcome::conflict, BatchOutcome::repeated, BatchOutcome::repeated}));
  EXPECT_EQ(open()->commit(std::vector{a}), Outcomes{BatchOutcome::repeated});
  EXPECT_TRUE(store->commit({}).empty());
  const StoredTally tally = only_tally(*open(), *collection);
  EXPECT_EQ(tally.reports, 8U);
  EXPECT_EQ(tally.cells, tally_of(*collection, {a, b}).cells);
  EXPECT_EQ(tally.updated, noon);
  EXPECT_EQ(tally.seeded, 0U);
  std::vector<std::uint64_t> screen(collection->screen->cells());
  for (const Batch* batch : {&a, &b}) {
    collection->screen->add({batch->bytes, collection->protocol->report_bytes(), batch->reports}, screen);
  }
  EXPECT_EQ(tally.screen, screen);
}

TEST_P(Stores, KeysBelongToCollectionsAndTalliesToPeriods) {
  const auto store = open();
  const auto one = some_collection("one", {.period = Period::day}), two = some_collection("two", {}, "grr", 4);
  store->create_collection(*one);
  store->create_collection(*two);
  Batch a = some_batch(one, noon, 2, 20000), b = some_batch(one, noon, 3, 19999), c = some_batch(two, noon, 4);
  c.key = a.key;
  b.is_private = false;
  const Batch stray = some_batch(some_collection("nowhere"), noon);
  EXPECT_EQ(store->commit(std::vector{a, stray, b, c}),
            (Outcomes{BatchOutcome::counted, BatchOutcome::unknown, BatchOutcome::counted, BatchOutcome::counted}));
  const std::vector<PeriodCount> periods = store->periods(*one);
  ASSERT_EQ(periods.size(), 2U);
  EXPECT_EQ(periods[0].period, 19999);
  EXPECT_EQ(periods[0].reports, 3U);
  EXPECT_EQ(periods[1].reports, 2U);
  EXPECT_EQ(store->tallies(*one, 19999, 19999).at(0).seeded, 3U);
  EXPECT_EQ(store->tallies(*one, 20000, 20005).at(0).cells, tally_of(*one, {a}).cells);
  EXPECT_TRUE(store->tallies(*one, 20001, 20005).empty());
  EXPECT_EQ(only_tally(*store, *two).cells, tally_of(*two, {c}).cells);
}

TEST_P(Stores, AClosedCollectionTakesNothingNewButKnowsWhatItTook) {
  const auto store = open(), other = open();
  const auto collection = some_collection("c");
  store->create_collection(*collection);
  const Batch before = some_batch(collection, noon), after = some_batch(collection, noon);
  store->commit(std::vector{before});
  other->close_collection("c", noon);  // the batch still carries the open one
  EXPECT_EQ(store->commit(std::vector{after, before, after}),
            (Outcomes{BatchOutcome::closed, BatchOutcome::repeated, BatchOutcome::closed}));
  EXPECT_EQ(only_tally(*store, *collection).reports, 3U);
}

TEST_P(Stores, AFullCollectionTakesWhatStillFits) {
  const auto store = open(), other = open();
  const auto collection = some_collection("c", {.max_reports = 10});
  store->create_collection(*collection);
  const Batch four = some_batch(collection, noon, 4), seven = some_batch(collection, noon, 7),
              six = some_batch(collection, noon, 6), one = some_batch(collection, noon, 1);
  EXPECT_EQ(store->commit(std::vector{four, seven, six}),
            (Outcomes{BatchOutcome::counted, BatchOutcome::full, BatchOutcome::counted}));
  EXPECT_EQ(other->commit(std::vector{one, six, seven}),
            (Outcomes{BatchOutcome::full, BatchOutcome::repeated, BatchOutcome::full}));
  EXPECT_EQ(only_tally(*store, *collection).cells, tally_of(*collection, {four, six}).cells);
}

TEST_P(Stores, KeysAreForgottenBeyondTheWindowAndNothingOfThenCountsAgain) {
  const auto store = open();
  const auto collection = some_collection("c", {.clock_window = std::chrono::hours(10)});
  store->create_collection(*collection);
  const Batch old = some_batch(collection, noon - std::chrono::hours(12)),
              recent = some_batch(collection, noon - std::chrono::hours(10));
  store->commit(std::vector{old, recent});
  store->tidy(noon);
  EXPECT_EQ(open()->commit(std::vector{recent}), Outcomes{BatchOutcome::repeated}) << "within the window: remembered";
  EXPECT_EQ(store->commit(std::vector{old}), Outcomes{BatchOutcome::too_old});
  store->tidy(noon - std::chrono::hours(100));  // a clock that was set back
  EXPECT_EQ(store->commit(std::vector{old}), Outcomes{BatchOutcome::too_old});
  EXPECT_EQ(only_tally(*store, *collection).reports, 6U);
}

TEST_P(Stores, AClockThatWasAheadClosesNothingForOthers) {
  const auto store = open();
  const auto collection = some_collection("c", {.clock_window = std::chrono::hours(10)});
  store->create_collection(*collection);
  store->tidy(noon + std::chrono::days(40'000));  // nothing was counted: nothing is forgotten
  const Batch first = some_batch(collection, noon);
  EXPECT_EQ(store->commit(std::vector{first}), Outcomes{BatchOutcome::counted});
  store->tidy(noon + std::chrono::days(40'000));
  EXPECT_EQ(store->commit(std::vector{first}), Outcomes{BatchOutcome::too_old}) << "its key is gone";
  const Batch later = some_batch(collection, noon + std::chrono::seconds(1));
  EXPECT_EQ(store->commit(std::vector{later, later}), (Outcomes{BatchOutcome::counted, BatchOutcome::repeated}));
  EXPECT_EQ(only_tally(*store, *collection).reports, 6U);
}

TEST_P(Stores, ActivityIsByTheMinuteAndKeptForAWeek) {
  const auto store = open();
  const auto collection = some_collection("c");
  store->create_collection(*collection);
  const UnixTime day_ago = noon - std::chrono::days(1), long_ago = noon - std::chrono::days(8);
  store->commit(std::vector{some_batch(collection, long_ago), some_batch(collection, day_ago)});
  store->commit(std::vector{some_batch(collection, day_ago, 9), some_batch(collection, noon)});
  EXPECT_EQ(store->activity("c", 0).size(), 3U);
  store->tidy(noon);
  const std::vector<Minute> minutes = store->activity("c", 0);
  ASSERT_EQ(minutes.size(), 2U);
  EXPECT_EQ(minutes[0].minute, day_ago.time_since_epoch() / std::chrono::minutes(1));
  EXPECT_EQ(minutes[0].reports, 12U);
  EXPECT_EQ(minutes[0].batches, 2U);
  EXPECT_EQ(store->activity("c", minutes[1].minute).size(), 1U);
  EXPECT_TRUE(store->activity("none", 0).empty());
}

std::vector<std::uint8_t> kept_reports(Store& store, const Collection& collection, std::int64_t period, bool is_private,
                                       std::size_t* blocks = nullptr) {
  std::vector<std::uint8_t> all;
  store.read_reports(collection, period, period, is_private, [&](ReportsView view) {
    EXPECT_TRUE(view.is_whole(collection.protocol->report_bytes()));
    EXPECT_LE(view.bytes.size(), std::size_t{4} << 20);
    all.insert(all.end(), view.bytes.begin(), view.bytes.end());
    if (blocks != nullptr) ++*blocks;
  });
  return all;
}

TEST_P(Stores, KeptReportsAreJoinedAndLeaveWithTheirTime) {
  const auto store = open();
  const auto collection =
      some_collection("c", {.period = Period::day, .keep_reports = true, .retention = std::chrono::days(3)});
  store->create_collection(*collection);
  std::vector<std::uint8_t> expected;
  for (int i = 0; i < 5; ++i) {
    const Batch batch = some_batch(collection, noon, 3, 7);
    expected.insert(expected.end(), batch.bytes.begin(), batch.bytes.end());
    Batch seeded = some_batch(collection, noon, 1, 7);
    seeded.is_private = false;
    store->commit(std::vector{batch, some_batch(collection, noon - std::chrono::days(2), 2, 5), seeded});
  }
  std::size_t before = 0, after = 0;
  EXPECT_EQ(kept_reports(*store, *collection, 7, true, &before), expected);
  EXPECT_EQ(before, 5U);
  store->tidy(noon);
  EXPECT_EQ(kept_reports(*store, *collection, 7, true, &after), expected);
  EXPECT_EQ(after, 1U);
  EXPECT_EQ(kept_reports(*store, *collection, 7, false).size(), 5 * collection->protocol->report_bytes());
  EXPECT_EQ(kept_reports(*store, *collection, 5, true).size(), 10 * collection->protocol->report_bytes());
  store->tidy(noon + std::chrono::days(2));
  EXPECT_TRUE(kept_reports(*store, *collection, 5, true).empty());
  EXPECT_EQ(kept_reports(*store, *collection, 7, true), expected);
  EXPECT_EQ(store->periods(*collection).size(), 2U) << "tallies stay";
}

TEST_P(Stores, LongKeptReportsAreSplitBetweenReports) {
  const auto store = open();
  const auto collection = some_collection("c", {.keep_reports = true}, "oue", 7001);  // 876 bytes each
  store->create_collection(*collection);
  Batch batch = some_batch(collection, noon, 1);
  const std::vector<std::uint8_t> one = batch.bytes;
  batch.reports = 6000;
  for (std::uint64_t i = 1; i < batch.reports; ++i) batch.bytes.insert(batch.bytes.end(), one.begin(), one.end());
  store->commit(std::vector{batch});
  std::size_t blocks = 0;
  EXPECT_EQ(kept_reports(*store, *collection, 0, true, &blocks), batch.bytes);
  EXPECT_EQ(blocks, 2U);
}

TEST_P(Stores, ReportsOfNoBytesAreCountedAndKept) {
  const auto store = open();
  const auto collection = some_collection("c", {.keep_reports = true}, "grr", 1);
  store->create_collection(*collection);
  EXPECT_EQ(store->commit(std::vector{some_batch(collection, noon, 4, 0, 0)}), Outcomes{BatchOutcome::counted});
  EXPECT_EQ(only_tally(*store, *collection).reports, 4U);
  std::size_t count = 0;
  store->read_reports(*collection, 0, 0, true, [&](ReportsView view) { count += view.size(); });
  EXPECT_EQ(count, 4U);
}

TEST_P(Stores, AreReadyAndKnowTheirSize) {
  const auto store = open();
  store->require_ready();
  store->create_collection(*some_collection("c"));
  store->require_ready();
  EXPECT_GT(store->bytes(), 4096U);
}

TEST_P(Stores, OfAnEarlierVersionAreBroughtUpToDateAndLaterOnesRefused) {
  const auto collection = some_collection("c");
  open()->create_collection(*collection);
  const Batch batch = some_batch(collection, noon);
  open()->commit(std::vector{batch});
  const auto tables = session();
  tables->run_once("DROP TABLE collector_ready");  // the second version's
  tables->run_once("ALTER TABLE collector_collections DROP COLUMN forgotten");
  tables->run_once("UPDATE collector_version SET version = 1");
  const auto store = open();
  store->require_ready();
  EXPECT_EQ(store->commit(std::vector{batch, some_batch(collection, noon)}),
            (Outcomes{BatchOutcome::repeated, BatchOutcome::counted}));
  EXPECT_EQ(tables->run("SELECT version FROM collector_version").first()[0].number, newest_schema());
  tables->run_once("UPDATE collector_version SET version = 1000");
  EXPECT_NE(testing::input_error([&] { open(); }).find("has tables of version 1000"), std::string::npos);
  EXPECT_EQ(tables->run("SELECT version FROM collector_version").first()[0].number, 1000) << "left alone";
}

// A file has no connection to lose.
class StoresOnServers : public testing::StoreFixture {};
std::vector<std::string> kinds_on_servers() {
  std::vector<std::string> kinds = testing::store_kinds();
  std::erase(kinds, "Sqlite");
  return kinds;
}
INSTANTIATE_TEST_SUITE_P(, StoresOnServers, ::testing::ValuesIn(kinds_on_servers()), testing::store_name);
GTEST_ALLOW_UNINSTANTIATED_PARAMETERIZED_TEST(StoresOnServers);

TEST_P(StoresOnServers, MakeALostConnectionAnew) {
  const auto store = open();
  const auto collection = some_collection("c");
  store->create_collection(*collection);
  for (int i = 0; i < 3; ++i) {
    session()->run(
        "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND "
        "usename = current_user");
    EXPECT_EQ(store->collections().size(), 1U);
    EXPECT_EQ(store->commit(std::vector{some_batch(collection, noon)}), Outcomes{BatchOutcome::counted});
  }
  EXPECT_EQ(only_tally(*store, *collection).reports, 9U);
}

TEST(OpenStore, SaysWhatItTakes) {
  EXPECT_EQ(testing::input_error([] { open_store("mysql://x"); }),
            "the store is neither sqlite:PATH nor postgresql://…");
  EXPECT_NE(testing::input_error([] { open_store("sqlite:/nowhere/at/all.sqlite"); }), "no error");
  const std::string message = testing::io_error([] { open_store("postgresql://me:hidden@127.0.0.1:1/x"); });
  EXPECT_EQ(message.find("hidden"), std::string::npos);
  EXPECT_NE(message.find("cannot connect"), std::string::npos) << message;
}

}  // namespace
}  // namespace sourdine
