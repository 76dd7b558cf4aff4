#include <fmt/format.h>
#include <libpq-fe.h>

#include "sourdine/base/error.h"
#include "sourdine/base/shared_library.h"
#include "sourdine/events/database_rows.h"
#include "sourdine/events/postgresql_url.h"

namespace sourdine {
namespace {

// What is used of PostgreSQL's client library. It brings some thirty others along: loaded by the first use, and kept.
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
};

const Libpq& libpq() {
  static const Libpq loaded;
  return loaded;
}

struct CloseConnection {
  void operator()(PGconn* connection) const { libpq().finish(connection); }
};
struct ClearResult {
  void operator()(PGresult* result) const { libpq().clear(result); }
};
using Connection = std::unique_ptr<PGconn, CloseConnection>;
using Result = std::unique_ptr<PGresult, ClearResult>;

constexpr int fetched_rows = 4096;
constexpr const char* one_that_reads = "Give one statement that reads, such as SELECT date, town FROM interventions.";

std::string first_line(std::string_view message) { return std::string(message.substr(0, message.find('\n'))); }

std::string_view error_field(const Result& result, int field) {
  const char* text = libpq().error_field(result.get(), field);
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// The server refused to parse several statements as one. It says so in its own language, so the place in its source is
// what tells this from other errors of syntax.
bool has_several_statements(const Result& result) {
  return error_field(result, PG_DIAG_SQLSTATE) == "42601" &&
         error_field(result, PG_DIAG_SOURCE_FUNCTION) == "exec_parse_message";
}

// A query can do nothing but read, for three reasons: every command is sent by the extended protocol, which takes
// exactly one statement; the query stands behind DECLARE … CURSOR FOR, where only a SELECT or VALUES can stand; and the
// transaction reads only, so that no function it calls can write.
class PostgresqlRows final : public RowSource {
 public:
  PostgresqlRows(const std::string& url, const std::string& query)
      : url_(url), name_(fmt::format("'{}'", url_.shown())) {
    connect();
    for (const char* setting :
         {"SET client_encoding TO 'UTF8'", "SET DateStyle TO 'ISO'", "START TRANSACTION READ ONLY"}) {
      execute(setting, "cannot read from");
    }
    const Result declared = send(fmt::format("DECLARE sourdine_rows NO SCROLL CURSOR FOR {}", query));
    if (has_several_statements(declared)) {
      fail_input(fmt::format("the query on {} must be one statement", name_), one_that_reads);
    }
    require_success(declared, "the query does not work on", one_that_reads);
    fetch("the query does not work on");
    for (int i = 0; i < libpq().column_count(batch_.get()); ++i)
      columns_.emplace_back(libpq().column_name(batch_.get(), i));
    fields_.resize(columns_.size());
  }

  const std::vector<std::string>& columns() const override { return columns_; }
  std::span<const std::string_view> row() const override { return fields_; }
  const std::string& name() const override { return name_; }
  std::string where() const override { return fmt::format("{}, row {} of the query", name_, row_); }

  bool next() override {
    if (in_batch_ == batch_size_ && batch_size_ == fetched_rows) fetch("cannot read from");
    if (in_batch_ == batch_size_) return false;
    ++row_;
    for (std::size_t i = 0; i < fields_.size(); ++i) fields_[i] = field(in_batch_, static_cast<int>(i));
    ++in_batch_;
    return true;
  }

 private:
  void connect() {
    connection_.reset(libpq().connect(url_.connection().c_str()));
    if (libpq().status(connection_.get()) != CONNECTION_OK) {
      fail("cannot connect to", first_line(libpq().error_message(connection_.get())));
    }
    libpq().set_notice_receiver(
        connection_.get(), [](void*, const PGresult*) {}, nullptr);  // it would be printed
  }

  Result send(const std::string& command) const {
    return Result(
        libpq().execute(connection_.get(), command.c_str(), 0, nullptr, nullptr, nullptr, nullptr, /*text*/ 0));
  }

  Result execute(const std::string& command, const char* what) const {
    Result result = send(command);
    require_success(result, what);
    return result;
  }

  void fetch(const char* what) {
    batch_ = execute(fmt::format("FETCH FORWARD {} FROM sourdine_rows", fetched_rows), what);
    batch_size_ = libpq().row_count(batch_.get());
    in_batch_ = 0;
  }

  std::string_view field(int row, int column) const {
    if (libpq().is_null(batch_.get(), row, column) != 0) return {};
    return {libpq().value(batch_.get(), row, column),
            static_cast<std::size_t>(libpq().length(batch_.get(), row, column))};
  }

  void require_success(const Result& result, const char* what, const char* hint = "") const {
    const ExecStatusType status = libpq().result_status(result.get());
    if (status == PGRES_COMMAND_OK || status == PGRES_TUPLES_OK) return;
    const std::string_view why = error_field(result, PG_DIAG_MESSAGE_PRIMARY);
    fail(what, first_line(why.empty() ? libpq().error_message(connection_.get()) : why), hint);
  }

  [[noreturn]] void fail(const char* what, std::string why, const char* hint = "") const {
    fail_input(fmt::format("{} the PostgreSQL database {}: {}", what, name_, url_.without_secrets(std::move(why))),
               hint);
  }

  PostgresqlUrl url_;
  std::string name_;
  Connection connection_;
  Result batch_;
  int batch_size_ = 0;
  int in_batch_ = 0;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
  std::uint64_t row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> postgresql_rows(const std::string& url, const std::string& query) {
  return std::make_unique<PostgresqlRows>(url, query);
}

}  // namespace sourdine
