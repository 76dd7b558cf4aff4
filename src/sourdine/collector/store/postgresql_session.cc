#include "sourdine/collector/store/postgresql_session.h"

#include <fmt/format.h>

#include <charconv>

namespace sourdine {
namespace {

// Of pg_type, where they never change.
constexpr Oid bool_type = 16, bigint_type = 20, integer_type = 23;

std::int64_t big_endian(std::string_view bytes) {
  std::uint64_t number = !bytes.empty() && bytes[0] < 0 ? ~std::uint64_t{0} : 0;  // the sign of shorter ones
  for (const char byte : bytes) number = number << 8 | static_cast<std::uint8_t>(byte);
  return static_cast<std::int64_t>(number);
}

SqlValue value_in(const PostgresqlResult& result, int row, int column) {
  SqlValue value;
  if (libpq().is_null(result.get(), row, column) != 0) return value;
  value.is_null = false;
  const std::string_view bytes(libpq().value(result.get(), row, column),
                               static_cast<std::size_t>(libpq().length(result.get(), row, column)));
  const Oid type = libpq().column_type(result.get(), column);
  if (type == bool_type || type == bigint_type || type == integer_type) {
    value.number = big_endian(bytes);
  } else {
    value.bytes = bytes;
  }
  return value;
}

std::uint64_t parse_changed(const char* text) {
  std::uint64_t number = 0;
  const std::string_view digits(text);
  std::from_chars(digits.data(), digits.data() + digits.size(), number);  // empty: 0
  return number;
}

// Numbers, texts and keys go as text, whatever type the server wants them to be; blobs as they are.
struct WireParameters {
  std::vector<std::string> texts;
  std::vector<const char*> values;
  std::vector<int> lengths, formats;

  explicit WireParameters(std::initializer_list<SqlParameter> parameters) {
    texts.reserve(parameters.size());  // pointers into them stay
    for (const SqlParameter& parameter : parameters) add(parameter);
  }

  void add(const SqlParameter& parameter) {
    const bool is_blob = parameter.kind == SqlParameter::Kind::blob;
    formats.push_back(is_blob ? 1 : 0);
    lengths.push_back(static_cast<int>(parameter.bytes.size()));
    if (parameter.kind == SqlParameter::Kind::null) {
      values.push_back(nullptr);
    } else if (is_blob) {
      values.push_back(parameter.bytes.data() == nullptr ? "" : parameter.bytes.data());
    } else {
      values.push_back(texts.emplace_back(text_of(parameter)).c_str());
    }
  }

  static std::string text_of(const SqlParameter& parameter) {
    if (parameter.kind == SqlParameter::Kind::number) return std::to_string(parameter.number);
    if (parameter.kind == SqlParameter::Kind::text) {
      if (parameter.bytes.find('\0') != std::string_view::npos) fail_input("a text in PostgreSQL has no zero bytes");
      return std::string(parameter.bytes);
    }
    BatchKey key{};
    std::copy_n(parameter.bytes.begin(), key.size(), key.begin());
    return to_text(key);
  }
};

}  // namespace

PostgresqlSession::PostgresqlSession(const PostgresqlUrl& url) : url_(url) { connect(); }

void PostgresqlSession::connect() {
  connection_.reset();
  try {
    connection_ = connect_postgresql(url_);
  } catch (const Error& error) {
    fail_io(error.what(), error.hint());  // the URL may be right, and the server come back
  }
  run("SET client_encoding TO 'UTF8'");
  // A server that is set to answer before the disk has it would forget what was acknowledged.
  run("SET synchronous_commit TO on");
  run("SET statement_timeout TO '60s'");
  const SqlRows durable = run("SELECT current_setting('synchronous_commit'), current_setting('fsync')");
  if (durable.empty() || durable.first()[0].bytes != "on" || durable.first()[1].bytes != "on") {
    fail_io(fmt::format("the PostgreSQL database '{}' does not wait for its disk", url_.shown()),
            "Set fsync = on in the configuration of its server.");
  }
}

SqlRows PostgresqlSession::run(const char* sql, std::initializer_list<SqlParameter> parameters) {
  if (connection_ == nullptr) fail_io(fmt::format("the connection to '{}' was lost", url_.shown()));
  const WireParameters wire(parameters);
  const PostgresqlResult result(libpq().execute(connection_.get(), sql, static_cast<int>(parameters.size()), nullptr,
                                                wire.values.data(), wire.lengths.data(), wire.formats.data(),
                                                /*binary results*/ 1));
  const ExecStatusType status = libpq().result_status(result.get());
  if (status != PGRES_COMMAND_OK && status != PGRES_TUPLES_OK) fail(result);
  SqlRows rows;
  rows.changed = parse_changed(libpq().changed_rows(result.get()));
  for (int row = 0; row < libpq().row_count(result.get()); ++row) {
    std::vector<SqlValue>& values = rows.rows.emplace_back();
    for (int column = 0; column < libpq().column_count(result.get()); ++column) {
      values.push_back(value_in(result, row, column));
    }
  }
  return rows;
}

void PostgresqlSession::begin(bool is_writing) {
  const char* const sql =
      is_writing ? "BEGIN ISOLATION LEVEL READ COMMITTED" : "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY";
  if (connection_ != nullptr && libpq().transaction_status(connection_.get()) == PQTRANS_IDLE) {
    try {
      begin_by(sql, is_writing);
      return;
    } catch (const Error&) {  // nothing was asked of the lost connection yet
      if (connection_ != nullptr) throw;
    }
  }
  connect();
  begin_by(sql, is_writing);
}

// The session waits for the disk; a transaction says so again, in case something between us and the server gives each
// transaction another session.
void PostgresqlSession::begin_by(const char* sql, bool is_writing) {
  run(sql);
  if (is_writing) run("SET LOCAL synchronous_commit TO on");
}

void PostgresqlSession::commit() { run("COMMIT"); }

void PostgresqlSession::rollback() noexcept {
  try {
    if (connection_ != nullptr) run("ROLLBACK");
  } catch (const std::exception&) {
    connection_.reset();  // the server rolls back what it hears no more of
  }
}

void PostgresqlSession::fail(const PostgresqlResult& result) {
  const std::string_view state = postgresql_error_field(result, PG_DIAG_SQLSTATE);
  const std::string_view reason = postgresql_error_field(result, PG_DIAG_MESSAGE_PRIMARY);
  std::string why(reason.empty() ? libpq().error_message(connection_.get()) : reason);
  why = why.substr(0, why.find('\n'));
  const std::string message =
      fmt::format("cannot use the PostgreSQL database '{}': {}", url_.shown(), url_.without_secrets(why));
  const bool is_clash = state == "40001" || state == "40P01";
  const bool is_duplicate = state == "23505";
  // The server, or the way to it; what has no code is libpq's own, which may still call the connection good.
  // 25006: it takes no writes, as a server that another has taken over from.
  const bool is_going = state.empty() || state.starts_with("57P") || state.starts_with("08") || state == "25006";
  if (is_going || libpq().status(connection_.get()) != CONNECTION_OK) connection_.reset();
  if (is_clash) throw SqlClash(message);
  if (is_duplicate) throw SqlDuplicate(message);
  fail_io(message);
}

}  // namespace sourdine
