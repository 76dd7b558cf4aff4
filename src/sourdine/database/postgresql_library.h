// What is used of PostgreSQL's client library. It brings some thirty others along: loaded by the first use, and kept.
// Internal (third-party types).
#pragma once

#include <libpq-fe.h>

#include <memory>
#include <string>
#include <string_view>

#include "sourdine/base/shared_library.h"
#include "sourdine/database/postgresql_url.h"

namespace sourdine {

struct Libpq {
  SharedLibrary library{"libpq.so.5", "a PostgreSQL database", "libpq5"};
  decltype(&PQconnectdb) connect = library["PQconnectdb"];
  decltype(&PQstatus) status = library["PQstatus"];
  decltype(&PQerrorMessage) error_message = library["PQerrorMessage"];
  decltype(&PQsetNoticeReceiver) set_notice_receiver = library["PQsetNoticeReceiver"];
  decltype(&PQfinish) finish = library["PQfinish"];
  decltype(&PQexecParams) execute = library["PQexecParams"];
  decltype(&PQresultStatus) result_status = library["PQresultStatus"];
  decltype(&PQresultErrorField) error_field = library["PQresultErrorField"];
  decltype(&PQntuples) row_count = library["PQntuples"];
  decltype(&PQnfields) column_count = library["PQnfields"];
  decltype(&PQfname) column_name = library["PQfname"];
  decltype(&PQgetisnull) is_null = library["PQgetisnull"];
  decltype(&PQgetvalue) value = library["PQgetvalue"];
  decltype(&PQgetlength) length = library["PQgetlength"];
  decltype(&PQclear) clear = library["PQclear"];
  decltype(&PQftype) column_type = library["PQftype"];
  decltype(&PQcmdTuples) changed_rows = library["PQcmdTuples"];
  decltype(&PQtransactionStatus) transaction_status = library["PQtransactionStatus"];
};

// Throws Error(io) when the library is not there.
const Libpq& libpq();

struct ClosePostgresql {
  void operator()(PGconn* connection) const { libpq().finish(connection); }
};
struct ClearPostgresql {
  void operator()(PGresult* result) const { libpq().clear(result); }
};
using PostgresqlConnection = std::unique_ptr<PGconn, ClosePostgresql>;
using PostgresqlResult = std::unique_ptr<PGresult, ClearPostgresql>;

// Connected, and silent about notices. Throws Error(bad_input) without the password.
PostgresqlConnection connect_postgresql(const PostgresqlUrl& url);

std::string_view postgresql_error_field(const PostgresqlResult& result, int field);

// Throws Error(bad_input), "<what> the PostgreSQL database '<url>': <reason>", when the command failed.
void require_postgresql_success(const PostgresqlResult& result, const PostgresqlConnection& connection,
                                const PostgresqlUrl& url, const char* what, const char* hint = "");

}  // namespace sourdine
