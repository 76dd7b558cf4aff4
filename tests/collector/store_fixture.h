// A store of its own for each test: an SQLite file, or a schema of the PostgreSQL database that the environment
// variable SOURDINE_TEST_POSTGRESQL names (tests/systems/collector_store_postgresql starts a server and sets it).
#pragma once

#include <gtest/gtest.h>
#include <unistd.h>

#include <cstdlib>
#include <memory>
#include <string>

#include "collector/store_cases.h"
#include "sourdine/collector/store/postgresql_session.h"
#include "sourdine/collector/store/sqlite_session.h"
#include "support/temporary_directory.h"

namespace sourdine::testing {

inline std::vector<std::string> store_kinds() {
  if (std::getenv("SOURDINE_TEST_POSTGRESQL") == nullptr) return {"Sqlite"};
  return {"Sqlite", "Postgresql"};
}

class StoreFixture : public ::testing::TestWithParam<std::string> {
 protected:
  void SetUp() override {
    if (GetParam() == "Sqlite") {
      url_ = "sqlite:" + folder_.file("store.sqlite");
      return;
    }
    const char* base = std::getenv("SOURDINE_TEST_POSTGRESQL");
    const std::string schema = "test_" + std::to_string(::getpid()) + "_" + std::to_string(++schemas_);
    PostgresqlSession session{PostgresqlUrl(base)};
    session.run_once("CREATE SCHEMA " + schema);
    url_ = std::string(base) + "&options=-csearch_path%3D" + schema;
  }

  std::unique_ptr<Store> open() const { return open_store(url_); }
  // Beside the store, on the same tables.
  std::unique_ptr<SqlSession> session() const {
    if (GetParam() == "Postgresql") return std::make_unique<PostgresqlSession>(PostgresqlUrl(url_));
    return std::make_unique<SqliteSession>(url_.substr(7), SqliteSession::Use::writing);
  }

  testing::TemporaryDirectory folder_;
  std::string url_;

 private:
  static inline int schemas_ = 0;
};

inline std::string store_name(const ::testing::TestParamInfo<std::string>& info) { return info.param; }

inline StoredTally only_tally(Store& store, const Collection& collection) {
  const std::vector<StoredTally> tallies = store.tallies(collection, INT64_MIN, INT64_MAX);
  EXPECT_EQ(tallies.size(), 1U);
  return tallies.empty() ? StoredTally{} : tallies.front();
}

}  // namespace sourdine::testing
