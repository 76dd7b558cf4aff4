// A connection to an SQLite store. Internal.
#pragma once

#include <memory>
#include <string>
#include <unordered_map>

#include "sourdine/collector/store/sql_session.h"
#include "sourdine/database/sqlite_library.h"

namespace sourdine {

class SqliteSession final : public SqlSession {
 public:
  enum class Use { writing, reading };

  // Opens the file, or makes it, readable to nobody else. `is_durable` false, for the tests of the tests: commits do
  // not wait for the disk. Throws Error(bad_input) for a path that leads nowhere, or to something else.
  SqliteSession(const std::string& path, Use use, bool is_durable = true);
  ~SqliteSession() override;

  SqlRows run(const char* sql, std::initializer_list<SqlParameter> parameters = {}) override;
  void run_once(const std::string& sql) override { execute(sql.c_str()); }
  void begin(bool is_writing) override;
  void commit() override;
  void rollback() noexcept override;

 private:
  sqlite3_stmt* statement(const char* sql);
  void execute(const char* sql);
  void prepare_file(bool is_durable);
  [[noreturn]] void fail(int code) const;

  std::string name_;
  SqliteDatabase database_;
  std::unordered_map<std::string_view, SqliteStatement> statements_;  // closed before the database
};

}  // namespace sourdine
