#include <fmt/format.h>

#include "sourdine/base/error.h"
#include "sourdine/database/postgresql_library.h"
#include "sourdine/events/database_rows.h"

namespace sourdine {
namespace {

constexpr int fetched_rows = 4096;
constexpr const char* one_that_reads = "Give one statement that reads, such as SELECT date, town FROM interventions.";

// The server refused to parse several statements as one. It says so in its own language, so the place in its source is
// what tells this from other errors of syntax.
bool has_several_statements(const PostgresqlResult& result) {
  return postgresql_error_field(result, PG_DIAG_SQLSTATE) == "42601" &&
         postgresql_error_field(result, PG_DIAG_SOURCE_FUNCTION) == "exec_parse_message";
}

// A query can do nothing but read, for three reasons: every command is sent by the extended protocol, which takes
// exactly one statement; the query stands behind DECLARE … CURSOR FOR, where only a SELECT or VALUES can stand; and the
// transaction reads only, so that no function it calls can write.
class PostgresqlRows final : public RowSource {
 public:
  PostgresqlRows(const std::string& url, const std::string& query)
      : url_(url), name_(fmt::format("'{}'", url_.shown())) {
    connection_ = connect_postgresql(url_);
    for (const char* setting :
         {"SET client_encoding TO 'UTF8'", "SET DateStyle TO 'ISO'", "START TRANSACTION READ ONLY"}) {
      execute(setting, "cannot read from");
    }
    const PostgresqlResult declared = send(fmt::format("DECLARE sourdine_rows NO SCROLL CURSOR FOR {}", query));
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
  PostgresqlResult send(const std::string& command) const {
    return PostgresqlResult(
        libpq().execute(connection_.get(), command.c_str(), 0, nullptr, nullptr, nullptr, nullptr, /*text*/ 0));
  }

  PostgresqlResult execute(const std::string& command, const char* what) const {
    PostgresqlResult result = send(command);
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

  void require_success(const PostgresqlResult& result, const char* what, const char* hint = "") const {
    require_postgresql_success(result, connection_, url_, what, hint);
  }

  PostgresqlUrl url_;
  std::string name_;
  PostgresqlConnection connection_;
  PostgresqlResult batch_;
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
