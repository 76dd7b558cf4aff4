// RowSource: a table of text, one row at a time and in constant memory, from a CSV file, a database query or a data
// frame.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/csv.h"
#include "sourdine/base/stream.h"

namespace sourdine {

class BlockRows;

class RowSource {
 public:
  virtual ~RowSource() = default;
  RowSource() = default;
  RowSource(const RowSource&) = delete;
  RowSource& operator=(const RowSource&) = delete;

  virtual const std::vector<std::string>& columns() const = 0;
  // The next row; false at the end. Throws Error(bad_input) when the source fails.
  virtual bool next() = 0;
  // As many fields as there are columns, NULL is an empty field; valid until next().
  virtual std::span<const std::string_view> row() const = 0;
  // For messages: the source ("'x.csv'"; never with a password), and the row ("'x.csv', line 12").
  virtual const std::string& name() const = 0;
  virtual std::string where() const = 0;
  // Rows without sound fields that were passed over (CSV, when asked).
  virtual std::uint64_t skipped() const { return 0; }

  // Sources of text can hand over rows as they stand, to be split on another core by a block_rows(). False when there
  // are none, or when the next ones can be had by next() only.
  virtual bool next_block(TextBlock&) { return false; }
  virtual std::unique_ptr<BlockRows> block_rows() const { return nullptr; }
};

// The rows of one block after the other.
class BlockRows : public RowSource {
 public:
  // The block must outlive the reading of its rows.
  virtual void open(const TextBlock& block) = 0;
};

// The place of the column of that name. Throws Error(bad_input) listing the columns when there is none, or two.
std::size_t find_column(const RowSource& source, std::string_view name);

struct RowOptions {
  std::optional<char> separator = {};  // of CSV; nothing: the one among , ; and tab that the header has most of
  OnBadRow on_bad_row = OnBadRow::stop;
  std::size_t max_row_bytes = std::size_t{1} << 20;  // of CSV
  std::size_t block_bytes = CsvOptions().block_bytes;
  std::size_t skip_lines = 0;  // of CSV, before its header row
};

// Opens
//   postgresql://[user[:password]@][host][:port]/database   with a query,
//   sqlite:PATH, or PATH.sqlite, .sqlite3, .db               with a query,
//   PATH, or - for standard input                            CSV, without a query; also compressed by gzip or zstd,
//   the name of NamedRows (events/named_rows.h)              rows in memory, without a query.
// Queries only read, and are fetched some rows at a time. Throws Error(bad_input), one sentence, when the source is
// not there, cannot be read or understood; no message holds a password.
std::unique_ptr<RowSource> open_rows(const std::string& source, const std::string& query, RowOptions options = {});

// The same without databases: named rows, or a CSV file.
std::unique_ptr<RowSource> open_table(const std::string& source, RowOptions options = {});

// The same from CSV bytes of any kind.
std::unique_ptr<RowSource> csv_rows(std::unique_ptr<Input> input, RowOptions options = {});

}  // namespace sourdine
