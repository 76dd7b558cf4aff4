// SourceConfig: where a kind reads its rows, as a section of its configuration says: [events], [people], [table].
#pragma once

#include <string>

#include "sourdine/events/row_source.h"
#include "sourdine/publish/head.h"

namespace sourdine {

struct SourceConfig {
  std::string source = {};  // a CSV file, "sqlite:PATH" or "postgresql://…"; the command line may give another
  std::string query = {};   // for databases
  RowOptions rows = {};

  bool skips_bad_rows() const { return rows.on_bad_row == OnBadRow::skip; }
};

// source, query, separator, skip_lines.
void read_source_keys(ConfigSection& section, SourceConfig& config);
// on_bad_row.
void read_bad_row_key(ConfigSection& section, SourceConfig& config);
// Of a key. Throws Error(bad_input) unless it is one character.
char separator_of(const std::string& text);

// What the command line gives, or else the configuration. Throws Error(bad_input) naming the section when neither does.
const std::string& chosen_source(const std::string& given, const SourceConfig& config, const Head& head,
                                 const char* section);

}  // namespace sourdine
