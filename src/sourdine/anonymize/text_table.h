// TextTable: a whole table in memory, every column as the texts that occur in it and their numbers by row.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/anonymity/two_releases.h"
#include "sourdine/base/stop.h"
#include "sourdine/events/row_source.h"

namespace sourdine {

struct TextColumn {
  std::string name;
  std::vector<std::uint32_t> codes;  // by row: numbers of texts
  std::vector<std::string> texts;    // in the order in which they first occur
  std::vector<std::string> places;   // of each text: where it first occurs, "'x.csv', line 12"; for messages

  const std::string& text(std::size_t row) const { return texts[codes[row]]; }
  CodedColumn coded() const { return {codes, static_cast<Value>(texts.size())}; }
  LabelledColumn labelled() const { return {name, coded(), texts}; }  // as checks of published tables take it
};

struct TextTable {
  std::string name;  // for messages: "'x.csv'"
  std::vector<TextColumn> columns = {};
  std::uint64_t skipped = 0;  // rows that could not be read, when that was asked for

  std::size_t rows() const { return columns.empty() ? 0 : columns.front().codes.size(); }
  // nullptr when there is none.
  const TextColumn* find(std::string_view column) const;
  // Throws Error(bad_input) listing the columns when there is none.
  const TextColumn& at(std::string_view column) const;
};

struct TextTableOptions {
  // Texts that mean that a value is not known; all of them become the first.
  std::vector<std::string> missing = {};
  std::function<void(const std::string&)> progress = {};
  StopToken stop = {};
};

// Everything that is left of the source. Fields, and names of columns, are trimmed of spaces. Throws Error(bad_input)
// for two columns of one name, no row, text that is not UTF-8, or more rows than fit a number of 32 bits.
TextTable read_text_table(RowSource& source, const TextTableOptions& options = {});

// The rows for which it is true.
TextTable rows_where(const TextTable& table, const std::function<bool(std::size_t row)>& is_kept);

}  // namespace sourdine
