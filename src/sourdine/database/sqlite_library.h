// What is used of SQLite, loaded by the first use, and kept. Internal (third-party types).
#pragma once

#include <sqlite3.h>

#include <memory>

#include "sourdine/base/shared_library.h"

namespace sourdine {

struct Sqlite {
  SharedLibrary library{"libsqlite3.so.0", "an SQLite database", "libsqlite3-0"};
  decltype(&sqlite3_open_v2) open = library["sqlite3_open_v2"];
  decltype(&sqlite3_close) close = library["sqlite3_close"];
  decltype(&sqlite3_busy_timeout) busy_timeout = library["sqlite3_busy_timeout"];
  decltype(&sqlite3_errmsg) error_message = library["sqlite3_errmsg"];
  decltype(&sqlite3_exec) execute = library["sqlite3_exec"];
  decltype(&sqlite3_prepare_v2) prepare = library["sqlite3_prepare_v2"];
  decltype(&sqlite3_bind_int64) bind_number = library["sqlite3_bind_int64"];
  decltype(&sqlite3_bind_text) bind_text = library["sqlite3_bind_text"];
  decltype(&sqlite3_finalize) finalize = library["sqlite3_finalize"];
  decltype(&sqlite3_step) step = library["sqlite3_step"];
  decltype(&sqlite3_column_count) column_count = library["sqlite3_column_count"];
  decltype(&sqlite3_column_name) column_name = library["sqlite3_column_name"];
  decltype(&sqlite3_column_int64) column_number = library["sqlite3_column_int64"];
  decltype(&sqlite3_column_text) column_text = library["sqlite3_column_text"];
  decltype(&sqlite3_column_bytes) column_bytes = library["sqlite3_column_bytes"];
  decltype(&sqlite3_stmt_readonly) is_readonly = library["sqlite3_stmt_readonly"];
  decltype(&sqlite3_bind_blob) bind_blob = library["sqlite3_bind_blob"];
  decltype(&sqlite3_bind_null) bind_null = library["sqlite3_bind_null"];
  decltype(&sqlite3_bind_parameter_count) parameter_count = library["sqlite3_bind_parameter_count"];
  decltype(&sqlite3_bind_parameter_name) parameter_name = library["sqlite3_bind_parameter_name"];
  decltype(&sqlite3_reset) reset = library["sqlite3_reset"];
  decltype(&sqlite3_column_type) column_type = library["sqlite3_column_type"];
  decltype(&sqlite3_column_blob) column_blob = library["sqlite3_column_blob"];
  decltype(&sqlite3_changes) changes = library["sqlite3_changes"];
  decltype(&sqlite3_get_autocommit) is_outside_transaction = library["sqlite3_get_autocommit"];
};

// Throws Error(io) when the library is not there.
const Sqlite& sqlite();

struct CloseSqlite {
  void operator()(sqlite3* database) const { sqlite().close(database); }
};
struct FinalizeSqlite {
  void operator()(sqlite3_stmt* statement) const { sqlite().finalize(statement); }
};
using SqliteDatabase = std::unique_ptr<sqlite3, CloseSqlite>;
using SqliteStatement = std::unique_ptr<sqlite3_stmt, FinalizeSqlite>;

}  // namespace sourdine
