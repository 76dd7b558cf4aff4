#include "sourdine/collector/store/sqlite_store.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdlib>
#include <filesystem>

#include "sourdine/base/system_failure.h"
#include "sourdine/collector/store/sql_store.h"
#include "sourdine/collector/store/sqlite_session.h"

namespace sourdine {
namespace {

// BEGIN IMMEDIATE keeps every other writer out: nothing else needs a lock.
constexpr SqlDialect sqlite_dialect{
    .serial = "INTEGER PRIMARY KEY AUTOINCREMENT",
    .blob = "BLOB",
    .key = "BLOB",
    .end_of_keys = " WITHOUT ROWID",
    .schema_lock = nullptr,
    .tidy_lock = nullptr,
    .collection_lock = "SELECT closed, reports, forgotten FROM collector_collections WHERE number = $1"};

class SqliteKeys final : public KeyTable {
 public:
  std::vector<bool> insert(SqlSession& session, const std::vector<KeyRow>& rows) const override {
    std::vector<bool> is_new;
    for (const KeyRow& row : rows) {
      const SqlRows inserted =
          session.run("INSERT INTO collector_keys (collection, key, digest) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING",
                      {sql_number(row.collection), sql_key(row.key), sql_key(row.digest)});
      is_new.push_back(inserted.changed > 0);
    }
    return is_new;
  }

  std::vector<std::optional<BatchDigest>> digests(SqlSession& session, const std::vector<KeyRow>& rows) const override {
    std::vector<std::optional<BatchDigest>> found(rows.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      const SqlRows row = session.run("SELECT digest FROM collector_keys WHERE collection = $1 AND key = $2",
                                      {sql_number(rows[i].collection), sql_key(rows[i].key)});
      if (row.empty()) continue;
      found[i].emplace();
      if (row.first()[0].bytes.size() != found[i]->size()) fail_io("a key of the store is damaged");
      std::copy(row.first()[0].bytes.begin(), row.first()[0].bytes.end(), found[i]->begin());
    }
    return found;
  }
};
const SqliteKeys sqlite_keys;

void sync_path(const std::string& path, int flags) {
  const int descriptor = ::open(path.c_str(), flags | O_CLOEXEC);
  const bool is_synced = descriptor >= 0 && ::fsync(descriptor) == 0;
  const int why = errno;
  if (descriptor >= 0) ::close(descriptor);
  if (!is_synced) fail_write(fmt::format("'{}'", path), why);
}

// A file of its own beside the target, gone unless it got the target's name.
class PartialCopy {
 public:
  explicit PartialCopy(const std::string& target) : target_(target), path_(target + ".partial-XXXXXX") {
    std::error_code ignored;
    if (std::filesystem::exists(target, ignored)) fail_input(fmt::format("there is a file '{}' already", target));
    const int made = ::mkstemp(path_.data());
    if (made < 0) fail_write(fmt::format("'{}'", target), errno);
    ::close(made);
  }
  ~PartialCopy() { ::unlink(path_.c_str()); }
  PartialCopy(const PartialCopy&) = delete;
  PartialCopy& operator=(const PartialCopy&) = delete;

  const std::string& path() const { return path_; }

  void finish() {
    sync_path(path_, O_RDWR);
    if (::link(path_.c_str(), target_.c_str()) != 0) fail_write(fmt::format("'{}'", target_), errno);
    const std::filesystem::path folder = std::filesystem::path(target_).parent_path();
    sync_path(folder.empty() ? "." : folder.string(), O_RDONLY | O_DIRECTORY);
  }

 private:
  std::string target_, path_;
};

std::unique_ptr<SqlSession> first_session(const std::string& path, bool is_durable) {
  auto session = std::make_unique<SqliteSession>(path, SqliteSession::Use::writing, is_durable);
  migrate_schema(*session, sqlite_dialect, fmt::format("'sqlite:{}'", path));
  return session;
}

class SqliteStore final : public SqlStore {
 public:
  SqliteStore(const std::string& path, bool is_durable)
      : SqlStore(first_session(path, is_durable),
                 std::make_unique<SqliteSession>(path, SqliteSession::Use::reading, is_durable), sqlite_dialect,
                 sqlite_keys),
        path_(path) {}

  std::uint64_t bytes() override {
    std::uint64_t sum = 0;
    for (const char* suffix : {"", "-wal", "-shm"}) {
      std::error_code missing;
      const std::uintmax_t size = std::filesystem::file_size(path_ + suffix, missing);
      if (!missing) sum += size;
    }
    return sum;
  }

 private:
  std::unique_ptr<SqlSession> own_reader() const override {
    return std::make_unique<SqliteSession>(path_, SqliteSession::Use::reading);
  }

  std::string path_;
};

}  // namespace

void copy_sqlite_store(const std::string& path, const std::string& target) {
  PartialCopy copy(target);
  SqliteSession session(path, SqliteSession::Use::writing);
  session.run("VACUUM INTO $1", {sql_text(copy.path())});
  copy.finish();
}

std::unique_ptr<Store> open_sqlite_store(const std::string& path, bool is_durable) {
  return std::make_unique<SqliteStore>(path, is_durable);
}

}  // namespace sourdine
