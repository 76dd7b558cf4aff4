#include <fmt/format.h>

#include <filesystem>

#include "sourdine/base/error.h"
#include "sourdine/database/sqlite_library.h"
#include "sourdine/ledger_store/database_ledger.h"

namespace sourdine {
namespace {

constexpr int lock_patience_milliseconds = 50;

class SqliteLedgerStore final : public LedgerStore {
 public:
  explicit SqliteLedgerStore(const std::string& path) : path_(path), name_(fmt::format("'sqlite:{}'", path)) {}

  const std::string& name() const override { return name_; }

  StoredLines read(const StopToken& stop) override {
    if (!std::filesystem::exists(path_)) return {.is_there = false};
    open(SQLITE_OPEN_READONLY);
    run("BEGIN", stop);
    StoredLines stored = stored_lines();
    run("COMMIT", stop);
    database_.reset();
    return stored;
  }

  void append(const std::function<NewLines(const StoredLines&)>& next, const StopToken& stop) override {
    if (!std::filesystem::exists(path_)) next({});  // a refusal leaves no file
    writing(stop, [&] {
      const StoredLines stored = stored_lines();
      const NewLines lines = next(stored);
      make_tables();
      std::uint64_t number = lines.before.count;
      for (const std::string& line : lines.texts) insert(++number, line);
      write_head(lines.after);
    });
  }

  void restore_head(const std::function<LedgerHead(const StoredLines&)>& next, const StopToken& stop) override {
    if (!std::filesystem::exists(path_)) fail_input(fmt::format("there is no ledger {}", name_));
    writing(stop, [&] {
      const LedgerHead head = next(stored_lines());
      make_tables();
      write_head(head);
    });
  }

 private:
  // One transaction, whole or not at all: who throws in it, or dies, changed nothing.
  template <class Body>
  void writing(const StopToken& stop, const Body& body) {
    open(SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE);
    run("PRAGMA synchronous=FULL", stop);
    run("BEGIN IMMEDIATE", stop);
    body();
    run("COMMIT", stop);
    database_.reset();  // closing without COMMIT rolls back
  }

  void open(int mode) {
    sqlite3* database = nullptr;
    const int result = sqlite().open(path_.c_str(), &database, mode, nullptr);
    database_.reset(database);
    if (result != SQLITE_OK) fail("cannot open");
    sqlite().busy_timeout(database, lock_patience_milliseconds);
  }

  // Waits for others who write, until stop is asked.
  void run(const char* command, const StopToken& stop) const {
    int result = SQLITE_BUSY;
    while (result == SQLITE_BUSY) {
      result = sqlite().execute(database_.get(), command, nullptr, nullptr, nullptr);
      if (result == SQLITE_BUSY) stop.check();
    }
    if (result != SQLITE_OK) fail("cannot use");
  }
  void run(const char* command) const { run(command, StopToken::never()); }

  SqliteStatement prepared(const char* text) const {
    sqlite3_stmt* statement = nullptr;
    if (sqlite().prepare(database_.get(), text, -1, &statement, nullptr) != SQLITE_OK) fail("cannot use");
    return SqliteStatement(statement);
  }

  bool has_tables() const {
    const SqliteStatement found = prepared("SELECT 1 FROM sqlite_master WHERE type='table' AND name='sourdine_ledger'");
    return sqlite().step(found.get()) == SQLITE_ROW;
  }

  void make_tables() const {
    run("CREATE TABLE IF NOT EXISTS sourdine_ledger (number INTEGER PRIMARY KEY, line TEXT NOT NULL)");
    run("CREATE TABLE IF NOT EXISTS sourdine_ledger_head (one INTEGER PRIMARY KEY CHECK (one = 1), head TEXT NOT "
        "NULL)");
  }

  StoredLines stored_lines() const {
    StoredLines stored;
    if (!has_tables()) return {.is_there = false};
    const SqliteStatement lines = prepared("SELECT line FROM sourdine_ledger ORDER BY number");
    int result = sqlite().step(lines.get());
    for (; result == SQLITE_ROW; result = sqlite().step(lines.get())) stored.lines.push_back(text_at(lines));
    if (result != SQLITE_DONE) fail("cannot read from");
    const SqliteStatement head = prepared("SELECT head FROM sourdine_ledger_head");
    if (sqlite().step(head.get()) == SQLITE_ROW) stored.head = parse_head(text_at(head));
    return stored;
  }

  static std::string text_at(const SqliteStatement& statement) {
    const unsigned char* text = sqlite().column_text(statement.get(), 0);
    if (text == nullptr) return {};
    return {reinterpret_cast<const char*>(text), static_cast<std::size_t>(sqlite().column_bytes(statement.get(), 0))};
  }

  void insert(std::uint64_t number, const std::string& line) const {
    const SqliteStatement row = prepared("INSERT INTO sourdine_ledger (number, line) VALUES (?, ?)");
    sqlite().bind_number(row.get(), 1, static_cast<sqlite3_int64>(number));
    bind_text(row, 2, line);
    if (sqlite().step(row.get()) != SQLITE_DONE) fail("cannot write to");
  }

  void write_head(const LedgerHead& head) const {
    const SqliteStatement row = prepared("INSERT OR REPLACE INTO sourdine_ledger_head (one, head) VALUES (1, ?)");
    const std::string text = head_text(head);
    bind_text(row, 1, text);
    if (sqlite().step(row.get()) != SQLITE_DONE) fail("cannot write to");
  }

  // The text must be there until the statement has run.
  void bind_text(const SqliteStatement& statement, int place, const std::string& text) const {
    const int result =
        sqlite().bind_text(statement.get(), place, text.data(), static_cast<int>(text.size()), SQLITE_STATIC);
    if (result != SQLITE_OK) fail("cannot write to");
  }

  [[noreturn]] void fail(const char* what) const {
    fail_input(fmt::format("{} the ledger {}: {}", what, name_, sqlite().error_message(database_.get())));
  }

  std::string path_;
  std::string name_;
  SqliteDatabase database_;
};

}  // namespace

std::unique_ptr<LedgerStore> sqlite_ledger_store(const std::string& path) {
  return std::make_unique<SqliteLedgerStore>(path);
}

}  // namespace sourdine
