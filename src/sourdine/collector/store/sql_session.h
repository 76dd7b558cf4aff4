// One connection to a database that keeps a store, SQLite or PostgreSQL: what both understand is written once.
// Internal.
//
// Statements have $1, $2 … for parameters, which appear first in that order. A session is one thread's at a time.
#pragma once

#include <cstdint>
#include <initializer_list>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/error.h"
#include "sourdine/collector/store/store.h"

namespace sourdine {

struct SqlParameter {
  enum class Kind { null, number, text, blob, key };
  Kind kind = Kind::null;
  std::int64_t number = 0;
  std::string_view bytes = {};  // of whoever calls, until the statement has run
};
inline SqlParameter sql_number(std::int64_t number) { return {.kind = SqlParameter::Kind::number, .number = number}; }
inline SqlParameter sql_count(std::uint64_t number) { return sql_number(static_cast<std::int64_t>(number)); }
inline SqlParameter sql_text(std::string_view text) { return {.kind = SqlParameter::Kind::text, .bytes = text}; }
inline SqlParameter sql_blob(std::string_view bytes) { return {.kind = SqlParameter::Kind::blob, .bytes = bytes}; }
inline SqlParameter sql_key(const BatchKey& key) {
  return {.kind = SqlParameter::Kind::key, .bytes = {reinterpret_cast<const char*>(key.data()), key.size()}};
}
inline SqlParameter sql_time(UnixTime time) { return sql_number(time.time_since_epoch().count()); }
inline SqlParameter sql_time(const std::optional<UnixTime>& time) { return time ? sql_time(*time) : SqlParameter{}; }

struct SqlValue {
  bool is_null = true;
  std::int64_t number = 0;
  std::string bytes = {};  // of a text, a blob or a key

  std::uint64_t count() const { return static_cast<std::uint64_t>(number); }
  UnixTime time() const { return UnixTime(std::chrono::milliseconds(number)); }
  std::optional<UnixTime> maybe_time() const { return is_null ? std::nullopt : std::optional(time()); }
};

struct SqlRows {
  std::vector<std::vector<SqlValue>> rows;
  std::uint64_t changed = 0;

  bool empty() const { return rows.empty(); }
  const std::vector<SqlValue>& first() const { return rows.front(); }
};

// Two transactions got in each other's way: the same one, tried again, may succeed.
class SqlClash : public Error {
 public:
  explicit SqlClash(const std::string& message) : Error(ErrorCode::io, message) {}
};
// A row with this key is there already.
class SqlDuplicate : public Error {
 public:
  explicit SqlDuplicate(const std::string& message) : Error(ErrorCode::io, message) {}
};

class SqlSession {
 public:
  virtual ~SqlSession() = default;

  // Throws Error(io), or one of those above. `sql` is a literal, or lives as long as the session.
  virtual SqlRows run(const char* sql, std::initializer_list<SqlParameter> parameters = {}) = 0;
  // A command without parameters that is not kept prepared.
  virtual void run_once(const std::string& sql) = 0;

  // A writing transaction sees what was committed before each statement, a reading one the moment it began. A
  // connection that was lost is made anew here. When commit() throws, whether it took place is not known.
  virtual void begin(bool is_writing) = 0;
  virtual void commit() = 0;
  virtual void rollback() noexcept = 0;
};

}  // namespace sourdine
