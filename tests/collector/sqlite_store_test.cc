#include "sourdine/collector/store/sqlite_store.h"

#include <gtest/gtest.h>
#include <sys/stat.h>

#include <algorithm>
#include <filesystem>

#include "collector/store_cases.h"
#include "collector/store_fixture.h"
#include "sourdine/collector/store/batch_sums.h"
#include "sourdine/collector/store/schema.h"
#include "sourdine/collector/store/sqlite_session.h"
#include "support/errors.h"
#include "support/temporary_directory.h"

namespace sourdine {
namespace {

using testing::only_tally;
using testing::read_all;
using testing::some_batch;
using testing::some_collection;
using testing::write_all;
using Outcomes = std::vector<BatchOutcome>;

const UnixTime morning = testing::unix_time(1'800'000'000);

// As the first version made it, with one batch counted; written out, so that it stays what it was.
void make_version_1(const std::string& path, const Collection& collection, const Batch& batch) {
  SqliteSession file(path, SqliteSession::Use::writing);
  for (const char* sql :
       {"CREATE TABLE collector_version (version BIGINT NOT NULL)", "INSERT INTO collector_version VALUES (1)",
        "CREATE TABLE collector_collections (number INTEGER PRIMARY KEY AUTOINCREMENT, id TEXT NOT NULL UNIQUE, kind "
        "TEXT NOT NULL, spec TEXT NOT NULL, settings TEXT NOT NULL, created BIGINT NOT NULL, closed BIGINT, reports "
        "BIGINT NOT NULL DEFAULT 0)",
        "CREATE TABLE collector_tokens (id TEXT PRIMARY KEY, hash BLOB NOT NULL UNIQUE, scope TEXT NOT NULL, "
        "collection TEXT NOT NULL, note TEXT NOT NULL, created BIGINT NOT NULL, expires BIGINT, revoked BIGINT)",
        "CREATE TABLE collector_keys (collection BIGINT NOT NULL, key BLOB NOT NULL, digest BLOB NOT NULL, "
        "PRIMARY KEY (collection, key)) WITHOUT ROWID",
        "CREATE TABLE collector_tallies (collection BIGINT NOT NULL, period BIGINT NOT NULL, reports BIGINT NOT NULL, "
        "seeded BIGINT NOT NULL, cells BLOB NOT NULL, screen BLOB NOT NULL, updated BIGINT NOT NULL, "
        "PRIMARY KEY (collection, period))",
        "CREATE TABLE collector_activity (collection BIGINT NOT NULL, minute BIGINT NOT NULL, reports BIGINT NOT NULL, "
        "batches BIGINT NOT NULL, PRIMARY KEY (collection, minute))",
        "CREATE TABLE collector_segments (number INTEGER PRIMARY KEY AUTOINCREMENT, collection BIGINT NOT NULL, period "
        "BIGINT NOT NULL, is_private BIGINT NOT NULL, received BIGINT NOT NULL, reports BIGINT NOT NULL, bytes BLOB "
        "NOT NULL)",
        "CREATE INDEX collector_segments_of ON collector_segments (collection, period, is_private, number)"}) {
    file.run_once(sql);
  }
  file.run(
      "INSERT INTO collector_collections (id, kind, spec, settings, created, reports) VALUES ($1, $2, $3, '{}', 5, 3)",
      {sql_text(collection.id), sql_text(collection.protocol->spec()->kind()),
       sql_text(collection.protocol->spec()->json())});
  file.run("INSERT INTO collector_keys VALUES (1, $1, $2)", {sql_key(batch.key), sql_key(batch.digest)});
  const std::string cells = encode_cells(testing::tally_of(collection, {batch}).cells);
  std::vector<std::uint64_t> screen(collection.screen->cells());
  collection.screen->add({batch.bytes, collection.protocol->report_bytes(), batch.reports}, screen);
  file.run("INSERT INTO collector_tallies VALUES (1, 0, 3, 0, $1, $2, 7)",
           {sql_blob(cells), sql_blob(encode_cells(screen))});
}

TEST(SqliteStore, AStoreOfTheFirstVersionIsBroughtUpToDate) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("store.sqlite");
  const auto collection = some_collection("c");
  const Batch before = some_batch(collection, morning), after = some_batch(collection, morning, 4);
  make_version_1(path, *collection, before);
  for (int opened = 0; opened < 2; ++opened) {
    const auto store = open_store("sqlite:" + path);
    EXPECT_EQ(store->collections().at(0)->id, "c");
    EXPECT_EQ(store->commit(std::vector{before, after}),
              (Outcomes{BatchOutcome::repeated, opened == 0 ? BatchOutcome::counted : BatchOutcome::repeated}));
    EXPECT_EQ(only_tally(*store, *collection).cells, testing::tally_of(*collection, {before, after}).cells);
    store->tidy(morning);
    store->require_ready();
  }
  SqliteSession file(path, SqliteSession::Use::reading);
  EXPECT_EQ(file.run("SELECT version FROM collector_version").first()[0].number, newest_schema());
}

TEST(SqliteStore, ANewerOneIsRefusedAndLeftAlone) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("store.sqlite");
  open_sqlite_store(path);
  SqliteSession(path, SqliteSession::Use::writing).run_once("UPDATE collector_version SET version = 9");
  EXPECT_EQ(testing::input_error([&] { open_sqlite_store(path); }),
            "the store 'sqlite:" + path + "' has tables of version 9, and this program knows those up to " +
                std::to_string(newest_schema()));
}

TEST(SqliteStore, OtherFilesAreRefusedAndNewOnesAreTheOwnersAlone) {
  const testing::TemporaryDirectory folder;
  write_all(folder.file("text"), std::string(5000, 'x'));
  EXPECT_EQ(testing::input_error([&] { open_sqlite_store(folder.file("text")); }),
            "'sqlite:" + folder.file("text") + "' is not a store: the file is no SQLite database");
  EXPECT_EQ(read_all(folder.file("text")), std::string(5000, 'x'));
  const auto store = open_sqlite_store(folder.file("new"));
  for (const char* name : {"new", "new-wal"}) {
    struct stat status {};
    ASSERT_EQ(::stat(folder.file(name).c_str(), &status), 0);
    EXPECT_EQ(status.st_mode & 0777U, 0600U) << name;
  }
}

TEST(SqliteStore, EveryCommitWaitsForTheDisk) {
  const testing::TemporaryDirectory folder;
  SqliteSession file(folder.file("store"), SqliteSession::Use::writing);
  EXPECT_EQ(file.run("PRAGMA synchronous").first()[0].number, 2) << "FULL";
}

// What a power cut may leave of a commit that nobody was told of: its frames cut short anywhere, or any byte of them
// wrong. All that was acknowledged before is there, and nothing of it by half.
TEST(SqliteStore, ATornTailOfTheLogTakesNothingThatWasAcknowledged) {
  const testing::TemporaryDirectory folder;
  const std::string path = folder.file("store.sqlite");
  const auto store = open_sqlite_store(path);
  const auto collection = some_collection("c");
  store->create_collection(*collection);
  std::vector<Batch> acknowledged;
  for (int i = 0; i < 6; ++i) {
    acknowledged.push_back(some_batch(collection, morning));
    ASSERT_EQ(store->commit(std::vector{acknowledged.back()}), Outcomes{BatchOutcome::counted});
  }
  const std::size_t safe = read_all(path + "-wal").size();
  const Batch last = some_batch(collection, morning, 9);
  store->commit(std::vector{last});
  const std::string file = read_all(path), log = read_all(path + "-wal");
  ASSERT_GT(log.size(), safe + 4096);

  const auto check = [&](const std::string& torn, const std::string& how) {
    const std::string copy = folder.file("copy.sqlite");
    for (const char* suffix : {"", "-wal", "-shm"}) std::filesystem::remove(copy + suffix);
    write_all(copy, file);
    write_all(copy + "-wal", torn);
    const auto reopened = open_sqlite_store(copy);
    EXPECT_EQ(only_tally(*reopened, *collection).cells, testing::tally_of(*collection, acknowledged).cells) << how;
    std::vector<Batch> all = acknowledged;
    all.push_back(last);
    Outcomes expected(acknowledged.size(), BatchOutcome::repeated);
    expected.push_back(BatchOutcome::counted);
    EXPECT_EQ(reopened->commit(all), expected) << how;
    EXPECT_EQ(only_tally(*reopened, *collection).cells, testing::tally_of(*collection, all).cells) << how;
  };
  for (std::size_t i = 0; i < 12; ++i) {
    const std::size_t at = safe + (log.size() - safe - 1) * i / 11;
    check(log.substr(0, at), "cut at " + std::to_string(at));
    std::string garbled = log;
    std::fill(garbled.begin() + static_cast<std::ptrdiff_t>(at),
              garbled.begin() + static_cast<std::ptrdiff_t>(std::min(at + 40, log.size())), '\xAA');
    check(garbled, "garbled at " + std::to_string(at));
  }
}

TEST(SqliteStore, ACopyIsAStoreOfItsMoment) {
  const testing::TemporaryDirectory folder;
  const std::string url = "sqlite:" + folder.file("store.sqlite");
  EXPECT_EQ(testing::input_error([&] { copy_store(url, folder.file("copy.sqlite")); }),
            "there is no store '" + url + "'");
  EXPECT_TRUE(std::filesystem::is_empty(folder.path())) << "a copy of nothing makes nothing";
  const auto store = open_store(url);
  const auto collection = some_collection("c", {.keep_reports = true});
  store->create_collection(*collection);
  const NewToken token = make_token(Scope::client, "c", "", morning);
  store->add_token(token.token);
  const Batch before = some_batch(collection, morning), after = some_batch(collection, morning);
  store->commit(std::vector{before});
  const std::string copy = folder.file("copy.sqlite");
  copy_store(url, copy);
  store->commit(std::vector{after});
  EXPECT_EQ(testing::input_error([&] { copy_store(url, copy); }), "there is a file '" + copy + "' already");
  EXPECT_NE(testing::input_error([&] { copy_store(url, "/nowhere/at/all"); }), "no error");
  for (const auto& entry : std::filesystem::directory_iterator(folder.path())) {
    EXPECT_EQ(entry.path().string().find("partial"), std::string::npos) << entry.path();
  }

  const auto restored = open_sqlite_store(copy);
  EXPECT_EQ(restored->tokens().at(0).hash, token.token.hash);
  EXPECT_EQ(restored->commit(std::vector{before, after}), (Outcomes{BatchOutcome::repeated, BatchOutcome::counted}));
  EXPECT_EQ(only_tally(*restored, *collection).cells, testing::tally_of(*collection, {before, after}).cells);
}

}  // namespace
}  // namespace sourdine
