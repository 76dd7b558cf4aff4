#include "sourdine/collector/store/sqlite_session.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <cstring>
#include <thread>

namespace sourdine {
namespace {

// Others hold the lock for the time of a transaction; who holds it longer hangs.
constexpr int busy_milliseconds = 10000;
constexpr int busy_step_milliseconds = 10;

// The store holds hashes of tokens, and perhaps reports: new ones are their owner's alone. SQLite gives the files
// beside it the same mode.
void make_private_file(const std::string& path) {
  const int made = ::open(path.c_str(), O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
  if (made >= 0) ::close(made);  // otherwise it is there, or SQLite says why not
}

// Ends the run of a prepared statement, however it went, so that it holds no lock.
struct ResetStatement {
  sqlite3_stmt* statement;
  explicit ResetStatement(sqlite3_stmt* running) : statement(running) {}
  ~ResetStatement() { sqlite().reset(statement); }
  ResetStatement(const ResetStatement&) = delete;
  ResetStatement& operator=(const ResetStatement&) = delete;
};

int bind_parameter(sqlite3_stmt* statement, int place, const SqlParameter& parameter) {
  const char* bytes = parameter.bytes.data() == nullptr ? "" : parameter.bytes.data();
  const int size = static_cast<int>(parameter.bytes.size());
  switch (parameter.kind) {
    case SqlParameter::Kind::null:
      return sqlite().bind_null(statement, place);
    case SqlParameter::Kind::number:
      return sqlite().bind_number(statement, place, parameter.number);
    case SqlParameter::Kind::text:
      return sqlite().bind_text(statement, place, bytes, size, SQLITE_STATIC);
    case SqlParameter::Kind::blob:
    case SqlParameter::Kind::key:
      return sqlite().bind_blob(statement, place, bytes, size, SQLITE_STATIC);
  }
  fail_internal("unknown kind of parameter");
}

SqlValue value_at(sqlite3_stmt* statement, int column) {
  SqlValue value;
  const int type = sqlite().column_type(statement, column);
  if (type == SQLITE_NULL) return value;
  value.is_null = false;
  if (type == SQLITE_INTEGER) {
    value.number = sqlite().column_number(statement, column);
    return value;
  }
  const void* bytes = sqlite().column_blob(statement, column);
  const int size = sqlite().column_bytes(statement, column);
  if (size > 0) value.bytes.assign(static_cast<const char*>(bytes), static_cast<std::size_t>(size));
  return value;
}

}  // namespace

SqliteSession::SqliteSession(const std::string& path, Use use, bool is_durable)
    : name_(fmt::format("'sqlite:{}'", path)) {
  make_private_file(path);
  sqlite3* database = nullptr;
  const int code = sqlite().open(path.c_str(), &database, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, nullptr);
  database_.reset(database);
  if (code != SQLITE_OK) {
    fail_input(fmt::format("cannot open the store {}: {}", name_, sqlite().error_message(database)),
               "Its folder must be there, and writable; --store or the configuration names another.");
  }
  sqlite().busy_timeout(database, busy_milliseconds);
  prepare_file(is_durable);
  if (use == Use::reading) execute("PRAGMA query_only=ON");
}

SqliteSession::~SqliteSession() { statements_.clear(); }

// FULL: every commit waits until the log is on the disk. Deleted reports are overwritten, not only unlinked.
void SqliteSession::prepare_file(bool is_durable) {
  // Of two who begin with a new file at once SQLite sends one away without letting it wait.
  int code = SQLITE_BUSY;
  for (int waited = 0; (code & 0xFF) == SQLITE_BUSY && waited < busy_milliseconds; waited += busy_step_milliseconds) {
    if (waited > 0) std::this_thread::sleep_for(std::chrono::milliseconds(busy_step_milliseconds));
    code = sqlite().execute(database_.get(), "PRAGMA journal_mode=WAL", nullptr, nullptr, nullptr);
  }
  if (code == SQLITE_NOTADB) fail_input(fmt::format("{} is not a store: the file is no SQLite database", name_));
  if (code != SQLITE_OK) fail(code);
  execute(is_durable ? "PRAGMA synchronous=FULL" : "PRAGMA synchronous=OFF");
  execute("PRAGMA wal_autocheckpoint=4096");
  execute("PRAGMA journal_size_limit=67108864");
  execute("PRAGMA cache_size=-16384");
  execute("PRAGMA secure_delete=ON");
  execute("PRAGMA trusted_schema=OFF");
  const SqlRows mode = run("PRAGMA journal_mode");
  if (mode.empty() || mode.first()[0].bytes != "wal") {
    fail_io(fmt::format("the store {} cannot have a write-ahead log here", name_),
            "A network file system may be the reason: keep the store on a local disk, or use PostgreSQL.");
  }
}

sqlite3_stmt* SqliteSession::statement(const char* sql) {
  const auto found = statements_.find(sql);
  if (found != statements_.end()) return found->second.get();
  sqlite3_stmt* made = nullptr;
  if (const int code = sqlite().prepare(database_.get(), sql, -1, &made, nullptr); code != SQLITE_OK) fail(code);
  SqliteStatement owned(made);
  for (int place = 1; place <= sqlite().parameter_count(made); ++place) {
    if (fmt::format("${}", place) == sqlite().parameter_name(made, place)) continue;
    fail_internal(fmt::format("parameters appear out of order in: {}", sql));
  }
  statements_.emplace(sql, std::move(owned));
  return made;
}

SqlRows SqliteSession::run(const char* sql, std::initializer_list<SqlParameter> parameters) {
  sqlite3_stmt* running = statement(sql);
  if (sqlite().parameter_count(running) != static_cast<int>(parameters.size())) {
    fail_internal(fmt::format("not {} parameters in: {}", parameters.size(), sql));
  }
  const ResetStatement reset(running);
  int place = 0;
  for (const SqlParameter& parameter : parameters) {
    if (const int code = bind_parameter(running, ++place, parameter); code != SQLITE_OK) fail(code);
  }
  SqlRows result;
  int code = sqlite().step(running);
  for (; code == SQLITE_ROW; code = sqlite().step(running)) {
    std::vector<SqlValue>& row = result.rows.emplace_back();
    for (int column = 0; column < sqlite().column_count(running); ++column) row.push_back(value_at(running, column));
  }
  if (code != SQLITE_DONE) fail(code);
  if (sqlite().is_readonly(running) == 0) {
    result.changed = static_cast<std::uint64_t>(sqlite().changes(database_.get()));
  }
  return result;
}

void SqliteSession::execute(const char* sql) {
  const int code = sqlite().execute(database_.get(), sql, nullptr, nullptr, nullptr);
  if (code != SQLITE_OK) fail(code);
}

void SqliteSession::begin(bool is_writing) { execute(is_writing ? "BEGIN IMMEDIATE" : "BEGIN"); }
void SqliteSession::commit() { execute("COMMIT"); }
void SqliteSession::rollback() noexcept {
  if (sqlite().is_outside_transaction(database_.get()) != 0) return;  // SQLite did it already
  sqlite().execute(database_.get(), "ROLLBACK", nullptr, nullptr, nullptr);
}

void SqliteSession::fail(int code) const {
  const char* why = sqlite().error_message(database_.get());
  const std::string message = fmt::format("cannot use the store {}: {}", name_, why);
  switch (code & 0xFF) {
    case SQLITE_CONSTRAINT:
      throw SqlDuplicate(message);
    case SQLITE_FULL:
      fail_io(message, "Make room on its disk.");
    case SQLITE_BUSY:
      fail_io(message, "Another program holds it.");
    default:
      fail_io(message);
  }
}

}  // namespace sourdine
