#include "sourdine/base/csv.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <charconv>
#include <cmath>

#include "sourdine/base/error.h"
#include "sourdine/base/text.h"

namespace sourdine {
namespace {

constexpr auto npos = std::string_view::npos;

// Bytes of the line end at `position`: 0 when there is none. A last line may lack the second half of its CRLF, too.
std::size_t line_end(std::string_view text, std::size_t position) {
  const std::string_view rest = text.substr(position);
  if (rest.starts_with('\n') || rest == "\r") return 1;
  return rest.starts_with("\r\n") ? 2 : 0;
}

// The bytes of the whole rows that `text`, which begins with a row, holds. Right as long as quotes come in pairs; where
// they do not, the first bad row lies before the end that is found, for whoever reads the rows to meet it.
std::size_t whole_rows(std::string_view text) {
  std::size_t end = 0;
  bool is_quoted = false;
  for (std::size_t from = 0;; is_quoted = !is_quoted) {
    const std::size_t quote = text.find('"', from);
    const std::size_t newline = text.substr(from, quote == npos ? npos : quote - from).rfind('\n');
    if (!is_quoted && newline != npos) end = from + newline + 1;
    if (quote == npos) return end;
    from = quote + 1;
  }
}

void append_field(std::string_view field, char separator, bool is_quoted, std::string& row) {
  const auto is_special = [separator](char c) { return c == separator || c == '"' || c == '\r' || c == '\n'; };
  if (!is_quoted && !field.starts_with(byte_order_mark) && std::none_of(field.begin(), field.end(), is_special)) {
    row += field;
    return;
  }
  row += '"';
  for (const char c : field) row.append(c == '"' ? 2 : 1, c);
  row += '"';
}

}  // namespace

CsvReader::CsvReader(Input& input, CsvOptions options) : options_(options), buffer_(input, options.max_row_bytes) {
  unescaped_.reserve(buffer_.capacity());
  for (std::size_t skipped = 0; skipped < options_.skip_lines; ++skipped) {
    if (buffer_.view().empty() && !buffer_.refill()) break;
    buffer_.skip_line();
  }
  next_line_ += options_.skip_lines;
  const OnBadRow asked = options_.on_bad_row;
  options_.on_bad_row = OnBadRow::stop;
  if (!take_row()) fail_input(fmt::format("{} is empty: a header row that names the columns is needed", input.name()));
  header_.assign(fields_.begin(), fields_.end());
  options_.on_bad_row = asked;
}

std::size_t CsvReader::column(std::string_view name) const {
  const auto found = std::find(header_.begin(), header_.end(), name);
  if (found == header_.end()) {
    const std::vector<std::string_view> names(header_.begin(), header_.end());
    fail_input(fmt::format("{} has no column '{}'; {}columns: {}", buffer_.name(), shown(name), suggestion(name, names),
                           escaped(fmt::format("{}", fmt::join(names, ", ")))),
               seem_to_be_data(names) ? "It seems to have no header row: the first line must name the columns." : "");
  }
  if (std::find(found + 1, header_.end(), name) != header_.end()) {
    fail_input(fmt::format("{} has more than one column '{}'", buffer_.name(), shown(name)));
  }
  return static_cast<std::size_t>(found - header_.begin());
}

bool CsvReader::next() {
  while (take_row()) {
    if (fields_.size() == header_.size()) return true;
    reject(std::min(fields_.size(), header_.size()) - (fields_.size() < header_.size() ? 1 : 0),
           fmt::format("the row has {} field{}, the header {}", fields_.size(), fields_.size() == 1 ? "" : "s",
                       header_.size()));
  }
  return false;
}

bool CsvReader::next_block(TextBlock& block) {
  const std::size_t limit = std::min(options_.block_bytes, options_.max_row_bytes);  // no row in it is too long
  while (buffer_.view().size() < limit && buffer_.refill()) {
  }
  const std::string_view text = buffer_.view().substr(0, limit);
  const bool has_quotes = text.find('"') != npos;
  // After a bad row that is skipped, quotes pair up differently.
  if (has_quotes && options_.on_bad_row == OnBadRow::skip) return false;
  const std::size_t size = has_quotes ? whole_rows(text) : text.rfind('\n') + 1;
  if (size == 0) return false;
  next_line_ += buffer_.cut(size, next_line_, block);
  return true;
}

void CsvReader::open(const TextBlock& block) {
  buffer_.show(block.view());
  unescaped_.reserve(block.text.size());
  next_line_ = block.first_line;
}

void CsvReader::reject(std::size_t column, const std::string& why, const std::string& hint) {
  if (options_.on_bad_row == OnBadRow::stop) fail(column, why, hint);
  ++skipped_;
}

void CsvReader::fail(std::size_t column, const std::string& why, const std::string& hint) const {
  const std::string name = column < header_.size() ? fmt::format(" ('{}')", shown(header_[column])) : "";
  fail_input(fmt::format("{}, line {}, column {}{}: {}", buffer_.name(), line_, column + 1, name, why), hint);
}

// The next row with sound quotes, whatever its number of fields; false at the end.
bool CsvReader::take_row() {
  for (;;) {
    line_ = next_line_;
    while (buffer_.view().size() < 2 && buffer_.refill()) {
    }
    if (buffer_.view().empty()) return false;
    if (const std::size_t empty_line = line_end(buffer_.view(), 0); empty_line > 0) {
      buffer_.consume(empty_line);
      ++next_line_;
      continue;
    }
    Split result = split();
    while (result == Split::unfinished && buffer_.refill()) result = split();
    if (result == Split::unfinished || (result == Split::complete && row_bytes_ > options_.max_row_bytes)) {
      result = bad(fmt::format("the row is longer than {} bytes; a quote may lack its pair", options_.max_row_bytes));
    }
    if (result == Split::complete) {
      buffer_.consume(row_bytes_);
      next_line_ += row_lines_;
      return true;
    }
    reject(fields_.size(), why_);
    buffer_.skip_line();
    ++next_line_;
  }
}

CsvReader::Split CsvReader::split() {
  fields_.clear();
  unescaped_.clear();
  const std::string_view text = buffer_.view();
  const std::size_t newline = text.find('\n');
  if (newline == npos && !buffer_.is_at_end()) return Split::unfinished;
  const std::string_view line = text.substr(0, newline);
  if (line.find('"') != npos) return split_quoted(text);
  row_bytes_ = newline == npos ? text.size() : newline + 1;
  row_lines_ = 1;
  return split_plain(line.ends_with('\r') ? line.substr(0, line.size() - 1) : line);
}

CsvReader::Split CsvReader::split_plain(std::string_view line) {
  for (;;) {
    const std::size_t separator = line.find(options_.separator);
    fields_.push_back(line.substr(0, separator));
    if (separator == npos) return Split::complete;
    line.remove_prefix(separator + 1);
  }
}

CsvReader::Split CsvReader::split_quoted(std::string_view text) {
  row_lines_ = 1;
  for (std::size_t position = 0;;) {
    const bool is_quoted = position < text.size() && text[position] == '"';
    const Split taken = is_quoted ? take_quoted(text, position) : take_unquoted(text, position);
    if (taken != Split::complete) return taken;
    if (position < text.size() && text[position] == options_.separator) {
      ++position;
      continue;
    }
    row_bytes_ = position + line_end(text, position);
    return Split::complete;
  }
}

// A quoted field; moves `position` from its first quote to behind its last one.
CsvReader::Split CsvReader::take_quoted(std::string_view text, std::size_t& position) {
  const std::size_t unescaped_from = unescaped_.size();
  const std::size_t first = position + 1;
  std::size_t from = first;
  std::size_t quote = text.find('"', from);
  while (quote != npos && quote + 1 < text.size() && text[quote + 1] == '"') {
    unescaped_.append(text.substr(from, quote + 1 - from));
    from = quote + 2;
    quote = text.find('"', from);
  }
  // What a quote means, and whether a line ends after it, shows in the two bytes that follow.
  if (!buffer_.is_at_end() && (quote == npos || quote + 2 >= text.size())) return Split::unfinished;
  if (quote == npos) return bad("a quote lacks its pair");
  position = quote + 1;
  if (position < text.size() && text[position] != options_.separator && line_end(text, position) == 0) {
    return bad("text follows a closing quote");
  }
  const std::string_view inside = text.substr(first, quote - first);
  row_lines_ += static_cast<std::uint64_t>(std::count(inside.begin(), inside.end(), '\n'));
  if (from != first) unescaped_.append(text.substr(from, quote - from));
  fields_.push_back(from == first ? inside : std::string_view(unescaped_).substr(unescaped_from));
  return Split::complete;
}

// A field without quotes; moves `position` to the separator or the line feed behind it.
CsvReader::Split CsvReader::take_unquoted(std::string_view text, std::size_t& position) {
  const std::size_t first = position;
  const char stops[] = {options_.separator, '\n', '"'};
  position = text.find_first_of(std::string_view(stops, sizeof stops), first);
  if (position == npos && !buffer_.is_at_end()) return Split::unfinished;
  position = std::min(position, text.size());
  if (text.substr(position).starts_with('"')) return bad("a quote stands inside a field that does not begin with one");
  const bool ends_line = position == text.size() || text[position] == '\n';
  std::string_view field = text.substr(first, position - first);
  if (ends_line && field.ends_with('\r')) field.remove_suffix(1);
  fields_.push_back(field);
  return Split::complete;
}

CsvReader::Split CsvReader::bad(std::string why) {
  why_ = std::move(why);
  return Split::bad;
}

std::string harmless_cell(std::string_view text) {
  constexpr std::string_view formula_starts = "=+-@\t\r";
  if (text.empty() || formula_starts.find(text.front()) == npos) return std::string(text);
  const bool is_signed = text.front() == '-' || text.front() == '+';
  double number = 0;
  const char* const end = text.data() + text.size();
  const auto [stop, error] = std::from_chars(text.data() + (is_signed ? 1 : 0), end, number);
  const bool is_number =
      is_signed && text.size() > 1 && text[1] != '-' && error == std::errc() && stop == end && std::isfinite(number);
  return is_number ? std::string(text) : "'" + std::string(text);
}

std::string csv_field(std::string_view text, char separator) {
  std::string row;
  append_field(text, separator, false, row);
  return row;
}

void append_csv_row(Output& output, std::span<const std::string_view> fields, char separator) {
  std::string row;
  row.reserve(96);
  const bool is_lone = fields.size() == 1;  // an empty one would be an empty line
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (i > 0) row += separator;
    append_field(fields[i], separator, is_lone && fields[i].empty(), row);
  }
  row += '\n';
  output.append(row);
}

}  // namespace sourdine
