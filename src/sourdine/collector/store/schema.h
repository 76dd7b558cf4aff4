// The tables of a store, and how they came to be as they are. Internal.
#pragma once

#include <cstdint>

#include "sourdine/collector/store/sql_session.h"

namespace sourdine {

// Where the two databases differ in words.
struct SqlDialect {
  std::string_view serial;       // the type of a number that the database gives
  std::string_view blob;         // of bytes
  std::string_view key;          // of 16 bytes
  std::string_view end_of_keys;  // after the columns of a table that is its own index
  const char* schema_lock;       // so that two who start at once do not both make the tables; nullptr: not needed
  const char* tidy_lock;         // whether nobody else tidies, for the time of a transaction; nullptr: not needed
  const char* collection_lock;   // state of the collection $1, which nobody else changes before the end
};

// Version of the tables that this program knows.
std::int64_t newest_schema();

// Makes the tables, or brings older ones up to date, in one transaction. Throws Error(bad_input) for newer ones; `name`
// is for messages.
void migrate_schema(SqlSession& session, const SqlDialect& dialect, const std::string& name);

}  // namespace sourdine
