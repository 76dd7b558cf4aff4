#include "sourdine/collector/store/postgresql_store.h"

#include <fmt/format.h>

#include <algorithm>

#include "sourdine/collector/store/postgresql_session.h"
#include "sourdine/collector/store/sql_store.h"

namespace sourdine {
namespace {

constexpr SqlDialect postgresql_dialect{
    .serial = "BIGINT GENERATED ALWAYS AS IDENTITY PRIMARY KEY",
    .blob = "BYTEA",
    .key = "UUID",
    .end_of_keys = "",
    .schema_lock = "SELECT pg_advisory_xact_lock(hashtext('sourdine_collector_schema'))",
    .tidy_lock = "SELECT pg_try_advisory_xact_lock(hashtext('sourdine_collector_tidy'))",
    .collection_lock =
        "SELECT closed, reports, forgotten FROM collector_collections WHERE number = $1 FOR NO KEY UPDATE"};

// Arrays as PostgreSQL reads them: {1,2,3}.
struct KeyArrays {
  std::string collections = "{", keys = "{", digests = "{";

  explicit KeyArrays(const std::vector<KeyRow>& rows) {
    for (const KeyRow& row : rows) {
      if (collections.size() > 1) {
        for (std::string* array : {&collections, &keys, &digests}) array->push_back(',');
      }
      collections += std::to_string(row.collection);
      keys += to_text(row.key);
      digests += to_text(row.digest);
    }
    for (std::string* array : {&collections, &keys, &digests}) array->push_back('}');
  }
};

std::array<std::uint8_t, 16> uuid_in(const SqlValue& value) {
  std::array<std::uint8_t, 16> bytes{};
  if (value.bytes.size() != bytes.size()) fail_io("a key of the store is damaged");
  std::copy(value.bytes.begin(), value.bytes.end(), bytes.begin());
  return bytes;
}

std::size_t index_of(const std::vector<KeyRow>& rows, std::int64_t collection, const BatchKey& key) {
  const auto found = std::lower_bound(rows.begin(), rows.end(), std::pair(collection, key),
                                      [](const KeyRow& row, const auto& place) { return row.place() < place; });
  return static_cast<std::size_t>(found - rows.begin());
}

class PostgresqlKeys final : public KeyTable {
 public:
  // In the order of the table: two who insert the same keys wait for each other in one direction only.
  std::vector<bool> insert(SqlSession& session, const std::vector<KeyRow>& rows) const override {
    std::vector<bool> is_new(rows.size());
    if (rows.empty()) return is_new;
    const KeyArrays arrays(rows);
    const SqlRows inserted = session.run(
        "INSERT INTO collector_keys (collection, key, digest) SELECT collection, key, digest "
        "FROM unnest($1::bigint[], $2::uuid[], $3::uuid[]) AS sent (collection, key, digest) "
        "ORDER BY collection, key ON CONFLICT DO NOTHING RETURNING collection, key",
        {sql_text(arrays.collections), sql_text(arrays.keys), sql_text(arrays.digests)});
    for (const std::vector<SqlValue>& row : inserted.rows) {
      is_new.at(index_of(rows, row[0].number, uuid_in(row[1]))) = true;
    }
    return is_new;
  }

  std::vector<std::optional<BatchDigest>> digests(SqlSession& session, const std::vector<KeyRow>& rows) const override {
    const KeyArrays arrays(rows);
    const SqlRows stored = session.run(
        "SELECT kept.collection, kept.key, kept.digest FROM unnest($1::bigint[], $2::uuid[]) AS sent (collection, key) "
        "JOIN collector_keys kept ON kept.collection = sent.collection AND kept.key = sent.key",
        {sql_text(arrays.collections), sql_text(arrays.keys)});
    std::vector<std::optional<BatchDigest>> found(rows.size());
    for (const std::vector<SqlValue>& row : stored.rows) {
      found.at(index_of(rows, row[0].number, uuid_in(row[1]))) = uuid_in(row[2]);
    }
    return found;
  }
};
const PostgresqlKeys postgresql_keys;

std::unique_ptr<SqlSession> first_postgresql_session(const PostgresqlUrl& url) {
  auto session = std::make_unique<PostgresqlSession>(url);
  migrate_schema(*session, postgresql_dialect, fmt::format("'{}'", url.shown()));
  return session;
}

class PostgresqlStore final : public SqlStore {
 public:
  explicit PostgresqlStore(const PostgresqlUrl& url)
      : SqlStore(first_postgresql_session(url), std::make_unique<PostgresqlSession>(url), postgresql_dialect,
                 postgresql_keys),
        url_(url) {}

  std::uint64_t bytes() override {
    const SqlRows rows = reading(
        "SELECT coalesce(sum(pg_total_relation_size(oid)), 0)::bigint FROM pg_class WHERE relkind = 'r' "
        "AND relname LIKE 'collector\\_%' AND pg_table_is_visible(oid)",
        {});
    return rows.first()[0].count();
  }

 private:
  std::unique_ptr<SqlSession> own_reader() const override { return std::make_unique<PostgresqlSession>(url_); }

  const PostgresqlUrl url_;
};

}  // namespace

std::unique_ptr<Store> open_postgresql_store(const std::string& url) {
  return std::make_unique<PostgresqlStore>(PostgresqlUrl(url));
}

}  // namespace sourdine
