#include "sourdine/events/row_source.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

#include "sourdine/base/error.h"
#include "sourdine/base/input_file.h"
#include "sourdine/base/text.h"
#include "sourdine/events/database_rows.h"
#include "sourdine/events/named_rows.h"

namespace sourdine {
namespace {

bool is_database_path(std::string_view path) {
  return path.ends_with(".sqlite") || path.ends_with(".sqlite3") || path.ends_with(".db");
}

}  // namespace

std::size_t find_column(const RowSource& source, std::string_view name) {
  const auto& columns = source.columns();
  const auto found = std::find(columns.begin(), columns.end(), name);
  if (found == columns.end()) {
    const std::vector<std::string_view> names(columns.begin(), columns.end());
    fail_input(fmt::format("{} has no column '{}'; {}columns: {}", source.name(), shown(name), suggestion(name, names),
                           escaped(fmt::format("{}", fmt::join(names, ", ")))),
               seem_to_be_data(names) ? "It seems to have no header row: the first line must name the columns." : "");
  }
  if (std::find(found + 1, columns.end(), name) != columns.end()) {
    fail_input(fmt::format("{} has more than one column '{}'", source.name(), shown(name)));
  }
  return static_cast<std::size_t>(found - columns.begin());
}

std::unique_ptr<RowSource> open_table(const std::string& source, RowOptions options) {
  auto rows = open_named_rows(source);
  return rows ? std::move(rows) : csv_rows(std::make_unique<InputFile>(source), options);
}

std::unique_ptr<RowSource> open_rows(const std::string& source, const std::string& query, RowOptions options) {
  if (is_named_rows(source)) {
    if (query.empty()) return open_table(source, options);
    fail_input("a query needs a database, and the frame is none", "Leave the query out, or the frame.");
  }
  constexpr std::string_view sqlite = "sqlite:";
  const bool is_postgresql = source.starts_with("postgresql://") || source.starts_with("postgres://");
  const bool is_sqlite = source.starts_with(sqlite) || is_database_path(source);
  if (!is_postgresql && !is_sqlite) {
    if (const std::size_t scheme = source.find("://"); scheme != std::string::npos) {
      fail_input(fmt::format("a source cannot begin with '{}'", shown(source.substr(0, scheme + 3))),
                 "Known are postgresql://…, sqlite:PATH, the path of a CSV file, and - for standard input.");
    }
    if (!query.empty()) {
      fail_input(fmt::format("a query needs a database, and '{}' is none", shown(source)),
                 "Name a database as postgresql://… or sqlite:PATH, or leave the query out.");
    }
    return open_table(source, options);
  }
  if (trimmed(query).empty()) {
    fail_input("a database needs a query that gives the events",
               "For example: query = \"SELECT date, town FROM interventions\".");
  }
  if (is_postgresql) return postgresql_rows(source, query);
  return sqlite_rows(source.starts_with(sqlite) ? source.substr(sqlite.size()) : source, query);
}

}  // namespace sourdine
