// CSV as RFC 4180 has it: fields in double quotes may hold separators, line breaks and doubled quotes; lines end in LF
// or CRLF, the last one may lack its end; a UTF-8 byte order mark is skipped. The first row names the columns.
//
// Bad rows (a field too many or too few, a stray or unpaired quote, a row longer than max_row_bytes, or one the caller
// rejects) stop the reading with an Error that names line and column, or are skipped and counted. After a row whose
// quotes are wrong, reading goes on at the next line. Empty lines are ignored; an empty value in a table of one column
// is written "". Memory is bounded by max_row_bytes, whatever the file holds.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sourdine/base/stream.h"
#include "sourdine/base/text_buffer.h"

namespace sourdine {

enum class OnBadRow { stop, skip };

struct CsvOptions {
  char separator = ',';
  OnBadRow on_bad_row = OnBadRow::stop;
  std::size_t max_row_bytes = std::size_t{1} << 20;
  std::size_t block_bytes = std::size_t{1} << 18;  // of a block, at most
  std::size_t skip_lines = 0;                      // before the header row, whatever they hold
};

class CsvReader {
 public:
  // Reads the header row. The input must outlive the reader. A bad header row is always an Error.
  explicit CsvReader(Input& input, CsvOptions options = {});

  const std::vector<std::string>& header() const { return header_; }
  // The place of the column of that name. Throws Error(bad_input) listing the columns when there is none, or two.
  std::size_t column(std::string_view name) const;

  // The next good row; false at the end.
  bool next();
  // Cuts off the next whole rows instead, for a block_reader() to read them, perhaps on another core: it finds the same
  // rows and the same errors. False when there are none, or when only next() can tell where the next row ends (a very
  // long one, the last one, or one with quotes when bad rows are skipped).
  bool next_block(TextBlock& block);
  // A reader of such blocks: at the end until it is given one, which must outlive the reading.
  CsvReader block_reader() const { return {buffer_.name(), header_, options_}; }
  void open(const TextBlock& block);

  // As many fields as the header has; valid until next().
  std::span<const std::string_view> row() const { return fields_; }
  // The line on which the row begins, counted from 1.
  std::uint64_t line() const { return line_; }

  // The caller finds the row's meaning bad: throws or counts it as skipped, as the options say.
  void reject(std::size_t column, const std::string& why, const std::string& hint = {});
  std::uint64_t skipped() const { return skipped_; }

 private:
  enum class Split { complete, unfinished, bad };

  CsvReader(const std::string& name, std::vector<std::string> header, CsvOptions options)
      : options_(options), buffer_(name), header_(std::move(header)) {}

  bool take_row();
  Split split();
  Split split_plain(std::string_view line);
  Split split_quoted(std::string_view text);
  Split take_quoted(std::string_view text, std::size_t& position);
  Split take_unquoted(std::string_view text, std::size_t& position);
  Split bad(std::string why);
  [[noreturn]] void fail(std::size_t column, const std::string& why, const std::string& hint) const;

  CsvOptions options_;
  TextBuffer buffer_;
  std::vector<std::string> header_;
  std::vector<std::string_view> fields_;
  std::string unescaped_;        // fields with doubled quotes, made single; never grows beyond its first capacity
  std::uint64_t line_ = 0;       // of the row
  std::uint64_t next_line_ = 1;  // after the row
  std::size_t row_bytes_ = 0;    // of a complete row, its line end included
  std::uint64_t row_lines_ = 0;
  std::string why_;  // of a bad one
  std::uint64_t skipped_ = 0;
};

// Text of unknown origin for a cell that a spreadsheet may open: where it would be taken for a formula, because it
// begins with = + - @, a tab or a carriage return and is no plain number, an apostrophe goes before it.
std::string harmless_cell(std::string_view text);
// A field as it stands in a row of several: in quotes when it needs them.
std::string csv_field(std::string_view text, char separator = ',');
// Appends one row; quotes the fields that need it.
void append_csv_row(Output& output, std::span<const std::string_view> fields, char separator = ',');

}  // namespace sourdine
