#include "sourdine/database/postgresql_library.h"

#include <fmt/format.h>

#include "sourdine/base/error.h"

namespace sourdine {
namespace {

[[noreturn]] void fail_postgresql(const PostgresqlUrl& url, const char* what, std::string_view why, const char* hint) {
  const std::string first_line(why.substr(0, why.find('\n')));
  fail_input(fmt::format("{} the PostgreSQL database '{}': {}", what, url.shown(), url.without_secrets(first_line)),
             hint);
}

}  // namespace

const Libpq& libpq() {
  static const Libpq loaded;
  return loaded;
}

PostgresqlConnection connect_postgresql(const PostgresqlUrl& url) {
  PostgresqlConnection connection(libpq().connect(url.connection().c_str()));
  if (libpq().status(connection.get()) != CONNECTION_OK) {
    fail_postgresql(url, "cannot connect to", libpq().error_message(connection.get()), "");
  }
  libpq().set_notice_receiver(
      connection.get(), [](void*, const PGresult*) {}, nullptr);  // it would be printed
  return connection;
}

std::string_view postgresql_error_field(const PostgresqlResult& result, int field) {
  const char* text = libpq().error_field(result.get(), field);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

void require_postgresql_success(const PostgresqlResult& result, const PostgresqlConnection& connection,
                                const PostgresqlUrl& url, const char* what, const char* hint) {
  const ExecStatusType status = libpq().result_status(result.get());
  if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
  const std::string_view why = postgresql_error_field(result, PG_DIAG_MESSAGE_PRIMARY);
  fail_postgresql(url, what, why.empty() ? libpq().error_message(connection.get()) : why, hint);
}

}  // namespace sourdine
