#include <fmt/format.h>

#include <chrono>
#include <thread>

#include "sourdine/base/error.h"
#include "sourdine/database/postgresql_library.h"
#include "sourdine/ledger_store/database_ledger.h"

namespace sourdine {
namespace {

class PostgresqlLedgerStore final : public LedgerStore {
 public:
  explicit PostgresqlLedgerStore(const std::string& url) : url_(url), name_(fmt::format("'{}'", url_.shown())) {}

  const std::string& name() const override { return name_; }

  StoredLines read(const StopToken&) override {
    const PostgresqlConnection connection = connected();
    run(connection, "START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY");
    StoredLines stored = stored_lines(connection);
    run(connection, "COMMIT");
    return stored;
  }

  void append(const std::function<NewLines(const StoredLines&)>& next, const StopToken& stop) override {
    writing(stop, [&](const PostgresqlConnection& connection) {
      const NewLines lines = next(stored_lines(connection));
      make_tables(connection);
      std::uint64_t number = lines.before.count;
      for (const std::string& line : lines.texts) {
        run(connection, "INSERT INTO sourdine_ledger (number, line) VALUES ($1, $2)", {std::to_string(++number), line});
      }
      write_head(connection, lines.after);
    });
  }

  void restore_head(const std::function<LedgerHead(const StoredLines&)>& next, const StopToken& stop) override {
    writing(stop, [&](const PostgresqlConnection& connection) {
      const LedgerHead head = next(stored_lines(connection));
      make_tables(connection);
      write_head(connection, head);
    });
  }

 private:
  PostgresqlConnection connected() const {
    PostgresqlConnection connection = connect_postgresql(url_);
    run(connection, "SET client_encoding TO 'UTF8'");
    // A server that is set to answer before the disk has it would forget what was spent.
    run(connection, "SET synchronous_commit TO on");
    return connection;
  }

  // One transaction, whole or not at all: a connection that closes without COMMIT changed nothing. The lock is that of
  // this program's ledgers, whether their tables are there or not; the unique number holds without it, too.
  template <class Body>
  void writing(const StopToken& stop, const Body& body) const {
    const PostgresqlConnection connection = connected();
    run(connection, "START TRANSACTION ISOLATION LEVEL READ COMMITTED");
    while (!is_locked(connection)) {
      stop.check();
      std::this_thread::sleep_for(std::chrono::milliseconds(5));
    }
    body(connection);
    run(connection, "COMMIT");
  }

  // A wait inside the server could not be stopped.
  bool is_locked(const PostgresqlConnection& connection) const {
    const PostgresqlResult tried = run(connection, "SELECT pg_try_advisory_xact_lock(hashtext('sourdine_ledger'))");
    return text_at(tried, 0) == "t";
  }

  PostgresqlResult run(const PostgresqlConnection& connection, const char* command,
                       const std::vector<std::string>& values = {}) const {
    std::vector<const char*> texts;
    for (const std::string& value : values) texts.push_back(value.c_str());
    PostgresqlResult result(libpq().execute(connection.get(), command, static_cast<int>(texts.size()), nullptr,
                                            texts.data(), nullptr, nullptr, /*text*/ 0));
    require_postgresql_success(result, connection, url_, "cannot keep a ledger in");
    return result;
  }

  void make_tables(const PostgresqlConnection& connection) const {
    run(connection, "CREATE TABLE IF NOT EXISTS sourdine_ledger (number BIGINT PRIMARY KEY, line TEXT NOT NULL)");
    run(connection,
        "CREATE TABLE IF NOT EXISTS sourdine_ledger_head (one INTEGER PRIMARY KEY CHECK (one = 1), head TEXT NOT "
        "NULL)");
  }

  StoredLines stored_lines(const PostgresqlConnection& connection) const {
    StoredLines stored;
    const PostgresqlResult tables = run(connection, "SELECT to_regclass('sourdine_ledger')");
    if (libpq().is_null(tables.get(), 0, 0) != 0) return {.is_there = false};
    const PostgresqlResult lines = run(connection, "SELECT line FROM sourdine_ledger ORDER BY number");
    for (int row = 0; row < libpq().row_count(lines.get()); ++row) stored.lines.push_back(text_at(lines, row));
    const PostgresqlResult head = run(connection, "SELECT head FROM sourdine_ledger_head");
    if (libpq().row_count(head.get()) > 0) stored.head = parse_head(text_at(head, 0));
    return stored;
  }

  static std::string text_at(const PostgresqlResult& result, int row) {
    return {libpq().value(result.get(), row, 0), static_cast<std::size_t>(libpq().length(result.get(), row, 0))};
  }

  void write_head(const PostgresqlConnection& connection, const LedgerHead& head) const {
    run(connection,
        "INSERT INTO sourdine_ledger_head (one, head) VALUES (1, $1) ON CONFLICT (one) DO UPDATE SET head = $1",
        {head_text(head)});
  }

  PostgresqlUrl url_;
  std::string name_;
};

}  // namespace

std::unique_ptr<LedgerStore> postgresql_ledger_store(const std::string& url) {
  return std::make_unique<PostgresqlLedgerStore>(url);
}

}  // namespace sourdine
