// A connection to a PostgreSQL store. Internal.
#pragma once

#include <string>

#include "sourdine/collector/store/sql_session.h"
#include "sourdine/database/postgresql_library.h"

namespace sourdine {

class PostgresqlSession final : public SqlSession {
 public:
  // Connects. Throws Error(io) when the server does not answer.
  explicit PostgresqlSession(const PostgresqlUrl& url);

  SqlRows run(const char* sql, std::initializer_list<SqlParameter> parameters = {}) override;
  void run_once(const std::string& sql) override { run(sql.c_str()); }
  void begin(bool is_writing) override;
  void commit() override;
  void rollback() noexcept override;

 private:
  void connect();
  void begin_by(const char* sql, bool is_writing);
  [[noreturn]] void fail(const PostgresqlResult& result);

  const PostgresqlUrl url_;
  PostgresqlConnection connection_;
};

}  // namespace sourdine
