#include <fmt/format.h>

#include <optional>
#include <pqxx/pqxx>

#include "sourdine/base/error.h"
#include "sourdine/events/database_rows.h"
#include "sourdine/events/postgresql_url.h"

namespace sourdine {
namespace {

constexpr std::size_t fetched_rows = 4096;

// The first line of a message of the server, which tells what is wrong; the others repeat the query.
std::string first_line(std::string_view message) {
  constexpr std::string_view prefix = "ERROR:";
  if (message.starts_with(prefix)) message.remove_prefix(prefix.size());
  message.remove_prefix(std::min(message.find_first_not_of(' '), message.size()));
  return std::string(message.substr(0, message.find('\n')));
}

// A cursor can only be declared for a query that gives rows, and in a transaction that reads only it changes nothing.
class PostgresqlRows final : public RowSource {
 public:
  PostgresqlRows(const std::string& url, std::string query) : url_(url), name_(fmt::format("'{}'", url_.shown())) {
    query.erase(query.find_last_not_of("; \t\r\n") + 1);
    guarded("cannot connect to", [&] { connection_.emplace(url_.connection()); });
    guarded("the query does not work on", [&] {
      connection_->set_variable("client_encoding", "'UTF8'");
      connection_->set_variable("DateStyle", "'ISO'");
      transaction_.emplace(*connection_);
      transaction_->exec(fmt::format("DECLARE sourdine_rows NO SCROLL CURSOR FOR {}", query));
      fetch();
    });
    for (pqxx::row::size_type i = 0; i < batch_.columns(); ++i) columns_.emplace_back(batch_.column_name(i));
    fields_.resize(columns_.size());
  }

  const std::vector<std::string>& columns() const override { return columns_; }
  std::span<const std::string_view> row() const override { return fields_; }
  const std::string& name() const override { return name_; }
  std::string where() const override { return fmt::format("{}, row {} of the query", name_, row_); }

  bool next() override {
    if (in_batch_ == batch_.size() && batch_.size() == fetched_rows) {
      guarded("cannot read from", [this] { fetch(); });
    }
    if (in_batch_ == batch_.size()) return false;
    ++row_;
    const pqxx::row row = batch_[in_batch_++];
    for (std::size_t i = 0; i < fields_.size(); ++i) {
      const pqxx::field field = row[static_cast<pqxx::row::size_type>(i)];
      fields_[i] = field.is_null() ? std::string_view() : std::string_view(field.c_str(), field.size());
    }
    return true;
  }

 private:
  void fetch() {
    batch_ = transaction_->exec(fmt::format("FETCH FORWARD {} FROM sourdine_rows", fetched_rows));
    in_batch_ = 0;
  }

  template <class Action>
  void guarded(const char* what, const Action& action) const {
    try {
      action();
    } catch (const std::exception& error) {
      fail_input(fmt::format("{} the PostgreSQL database {}: {}", what, name_,
                             url_.without_secrets(first_line(error.what()))));
    }
  }

  PostgresqlUrl url_;
  std::string name_;
  std::optional<pqxx::connection> connection_;
  std::optional<pqxx::read_transaction> transaction_;
  pqxx::result batch_;
  pqxx::result::size_type in_batch_ = 0;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
  std::uint64_t row_ = 0;
};

}  // namespace

std::unique_ptr<RowSource> postgresql_rows(const std::string& url, const std::string& query) {
  return std::make_unique<PostgresqlRows>(url, query);
}

}  // namespace sourdine
