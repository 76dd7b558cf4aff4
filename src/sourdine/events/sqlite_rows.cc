#include <fmt/format.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/database/sqlite_library.h"
#include "sourdine/events/database_rows.h"

namespace sourdine {
namespace {

class SqliteRows final : public RowSource {
 public:
  SqliteRows(const std::string& path, const std::string& query) : name_(fmt::format("'{}'", path)) {
    open(path);
    prepare(query);
    for (int i = 0; i < sqlite().column_count(statement_.get()); ++i) {
      columns_.emplace_back(sqlite().column_name(statement_.get(), i));
    }
    fields_.resize(columns_.size());
  }

  const std::vector<std::string>& columns() const override { return columns_; }
  std::span<const std::string_view> row() const override { return fields_; }
  const std::string& name() const override { return name_; }
  std::string where() const override { return fmt::format("{}, row {} of the query", name_, row_); }

  bool next() override {
    if (is_at_end_) return false;  // another step would begin again
    const int result = sqlite().step(statement_.get());
    if (result != SQLITE_ROW) {
      is_at_end_ = true;
      if (result != SQLITE_DONE) fail("cannot read from");
      return false;
    }
    ++row_;
    for (std::size_t i = 0; i < fields_.size(); ++i) fields_[i] = field(static_cast<int>(i));
    return true;
  }

 private:
  void open(const std::string& path) {
    sqlite3* database = nullptr;
    const int result = sqlite().open(path.c_str(), &database, SQLITE_OPEN_READONLY, nullptr);
    database_.reset(database);
    if (result != SQLITE_OK) fail("cannot open");
    sqlite().busy_timeout(database, 10'000);
  }

  void prepare(const std::string& query) {
    sqlite3_stmt* statement = nullptr;
    const char* rest = nullptr;
    const int size = static_cast<int>(query.size());
    if (sqlite().prepare(database_.get(), query.c_str(), size, &statement, &rest) != SQLITE_OK) {
      fail("the query does not work on");
    }
    statement_.reset(statement);
    if (statement == nullptr || !is_remark(rest)) {
      fail_input(fmt::format("the query on {} must be one statement", name_));
    }
    if (sqlite().column_count(statement) == 0 || sqlite().is_readonly(statement) == 0) {
      fail_input(fmt::format("the query on {} must be one that reads, such as SELECT", name_));
    }
  }

  // There is no statement in the text: only spaces, comments and semicolons.
  bool is_remark(const char* text) const {
    while (*text != '\0') {
      sqlite3_stmt* statement = nullptr;
      if (sqlite().prepare(database_.get(), text, -1, &statement, &text) != SQLITE_OK) return false;
      sqlite().finalize(statement);
      if (statement != nullptr) return false;
    }
    return true;
  }

  std::string_view field(int column) {
    const unsigned char* text = sqlite().column_text(statement_.get(), column);
    if (text == nullptr) return {};
    return {reinterpret_cast<const char*>(text),
            static_cast<std::size_t>(sqlite().column_bytes(statement_.get(), column))};
  }

  [[noreturn]] void fail(const char* what) const {
    fail_input(fmt::format("{} the SQLite database {}: {}", what, name_, sqlite().error_message(database_.get())));
  }

  std::string name_;
  SqliteDatabase database_;
  SqliteStatement statement_;
  std::vector<std::string> columns_;
  std::vector<std::string_view> fields_;
  std::uint64_t row_ = 0;
  bool is_at_end_ = false;
};

}  // namespace

std::unique_ptr<RowSource> sqlite_rows(const std::string& path, const std::string& query) {
  return std::make_unique<SqliteRows>(path, query);
}

}  // namespace sourdine
