#include "sourdine/collector/store/schema.h"

#include <fmt/format.h>

#include <array>

namespace sourdine {
namespace {

// Every version's statements are kept as they were: a store of any age becomes what a new one is. {serial}, {blob},
// {key} and {end_of_keys} are the dialect's.
using SchemaStep = std::vector<std::string_view>;

const std::vector<SchemaStep>& schema_steps() {
  static const std::vector<SchemaStep> steps{
      {// `reports` is the sum over the collection's tallies.
       R"(CREATE TABLE collector_collections (number {serial}, id TEXT NOT NULL UNIQUE, kind TEXT NOT NULL,
          spec TEXT NOT NULL, settings TEXT NOT NULL, created BIGINT NOT NULL, closed BIGINT,
          reports BIGINT NOT NULL DEFAULT 0))",
       R"(CREATE TABLE collector_tokens (id TEXT PRIMARY KEY, hash {blob} NOT NULL UNIQUE, scope TEXT NOT NULL,
          collection TEXT NOT NULL, note TEXT NOT NULL, created BIGINT NOT NULL, expires BIGINT, revoked BIGINT))",
       // In the order of time within a collection: new keys go to the end, old ones are a range.
       R"(CREATE TABLE collector_keys (collection BIGINT NOT NULL, key {key} NOT NULL, digest {key} NOT NULL,
          PRIMARY KEY (collection, key)){end_of_keys})",
       R"(CREATE TABLE collector_tallies (collection BIGINT NOT NULL, period BIGINT NOT NULL, reports BIGINT NOT NULL,
          seeded BIGINT NOT NULL, cells {blob} NOT NULL, screen {blob} NOT NULL, updated BIGINT NOT NULL,
          PRIMARY KEY (collection, period)))",
       R"(CREATE TABLE collector_activity (collection BIGINT NOT NULL, minute BIGINT NOT NULL, reports BIGINT NOT NULL,
          batches BIGINT NOT NULL, PRIMARY KEY (collection, minute)))",
       R"(CREATE TABLE collector_segments (number {serial}, collection BIGINT NOT NULL, period BIGINT NOT NULL,
          is_private BIGINT NOT NULL, received BIGINT NOT NULL, reports BIGINT NOT NULL, bytes {blob} NOT NULL))",
       "CREATE INDEX collector_segments_of ON collector_segments (collection, period, is_private, number)"},
      {// Keys of earlier times are forgotten: whether a batch of then was counted is not known any more.
       "ALTER TABLE collector_collections ADD COLUMN forgotten BIGINT NOT NULL DEFAULT 0",
       "CREATE TABLE collector_ready (one BIGINT PRIMARY KEY, checked BIGINT NOT NULL)"},
  };
  return steps;
}

void run_step(SqlSession& session, const SqlDialect& dialect, const SchemaStep& step) {
  for (const std::string_view statement : step) {
    const std::string sql =
        fmt::format(fmt::runtime(statement), fmt::arg("serial", dialect.serial), fmt::arg("blob", dialect.blob),
                    fmt::arg("key", dialect.key), fmt::arg("end_of_keys", dialect.end_of_keys));
    session.run_once(sql);
  }
}

void migrate_within(SqlSession& session, const SqlDialect& dialect, const std::string& name) {
  if (dialect.schema_lock != nullptr) session.run(dialect.schema_lock);
  session.run("CREATE TABLE IF NOT EXISTS collector_version (version BIGINT NOT NULL)");
  const SqlRows stored = session.run("SELECT version FROM collector_version");
  const std::int64_t version = stored.empty() ? 0 : stored.first()[0].number;
  if (version > newest_schema()) {
    fail_input(fmt::format("the store {} has tables of version {}, and this program knows those up to {}", name,
                           version, newest_schema()),
               "Use the newer program that made it.");
  }
  if (version == newest_schema()) return;
  for (std::int64_t next = version; next < newest_schema(); ++next) {
    run_step(session, dialect, schema_steps()[static_cast<std::size_t>(next)]);
  }
  session.run(stored.empty() ? "INSERT INTO collector_version (version) VALUES ($1)"
                             : "UPDATE collector_version SET version = $1",
              {sql_number(newest_schema())});
}

}  // namespace

std::int64_t newest_schema() { return static_cast<std::int64_t>(schema_steps().size()); }

void migrate_schema(SqlSession& session, const SqlDialect& dialect, const std::string& name) {
  session.begin(/*is_writing=*/true);
  try {
    migrate_within(session, dialect, name);
    session.commit();
  } catch (...) {
    session.rollback();
    throw;
  }
}

}  // namespace sourdine
