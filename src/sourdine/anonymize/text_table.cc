#include "sourdine/anonymize/text_table.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <limits>
#include <set>

#include "sourdine/base/error.h"
#include "sourdine/base/spelling_table.h"
#include "sourdine/base/text.h"
#include "sourdine/base/utf8.h"

namespace sourdine {

const TextColumn* TextTable::find(std::string_view column) const {
  const auto found = std::ranges::find(columns, column, &TextColumn::name);
  return found == columns.end() ? nullptr : &*found;
}

const TextColumn& TextTable::at(std::string_view column) const {
  if (const TextColumn* found = find(column)) return *found;
  std::vector<std::string_view> names;
  for (const TextColumn& there : columns) names.push_back(there.name);
  fail_input(fmt::format("{} has no column '{}'; {}columns: {}", name, shown(column), suggestion(column, names),
                         escaped(fmt::format("{}", fmt::join(names, ", ")))),
             seem_to_be_data(names) ? "It seems to have no header row: the first line must name the columns." : "");
}

TextTable read_text_table(RowSource& source, const TextTableOptions& options) {
  constexpr std::size_t rows_between_words = 65'536;
  TextTable table{.name = source.name()};
  std::set<std::string> names;
  for (const std::string& given : source.columns()) {
    const std::string name(trimmed(given));
    if (!is_utf8(name)) fail_input(fmt::format("{}: the column '{}' is not UTF-8 text", source.name(), shown(name)));
    if (!names.insert(name).second) {
      fail_input(fmt::format("{} has two columns '{}'", source.name(), shown(name)), "Rename one of them.");
    }
    table.columns.push_back({name, {}, {}, {}});
  }
  std::vector<SpellingTable> spellings(table.columns.size());
  const auto is_missing = [&](std::string_view text) {
    return std::ranges::find(options.missing, text) != options.missing.end();
  };
  for (std::size_t row = 0; source.next(); ++row) {
    if (row % rows_between_words == 0) {
      options.stop.check();
      if (options.progress) options.progress(fmt::format("reading the table, row {}", row));
    }
    if (row == std::numeric_limits<std::uint32_t>::max()) fail_input("the table has more rows than can be held");
    const auto fields = source.row();
    for (std::size_t c = 0; c < fields.size(); ++c) {
      std::string_view text = trimmed(fields[c]);
      std::uint32_t number = spellings[c].find(text);
      if (number == SpellingTable::absent && is_missing(text)) {
        text = options.missing.front();
        number = spellings[c].find(text);
      }
      TextColumn& column = table.columns[c];
      if (number == SpellingTable::absent) {
        if (!is_utf8(text)) {
          fail_input(fmt::format("{}, column '{}' is not UTF-8 text", source.where(), shown(column.name)));
        }
        number = spellings[c].add(text);
        column.texts.emplace_back(text);
        column.places.push_back(source.where());
      }
      column.codes.push_back(number);
    }
  }
  if (table.rows() == 0) fail_input(fmt::format("{} has no rows", source.name()));
  table.skipped = source.skipped();
  return table;
}

TextTable rows_where(const TextTable& table, const std::function<bool(std::size_t)>& is_kept) {
  std::vector<std::size_t> kept;
  for (std::size_t row = 0; row < table.rows(); ++row) {
    if (is_kept(row)) kept.push_back(row);
  }
  TextTable kept_rows{.name = table.name, .skipped = table.skipped};
  for (const TextColumn& column : table.columns) {
    TextColumn& into = kept_rows.columns.emplace_back(TextColumn{column.name, {}, {}, {}});
    std::vector<std::uint32_t> number(column.texts.size(), SpellingTable::absent);
    for (const std::size_t row : kept) {
      std::uint32_t& code = number[column.codes[row]];
      if (code == SpellingTable::absent) {
        code = static_cast<std::uint32_t>(into.texts.size());
        into.texts.push_back(column.text(row));
        into.places.push_back(column.places.empty() ? "" : column.places[column.codes[row]]);
      }
      into.codes.push_back(code);
    }
  }
  return kept_rows;
}

}  // namespace sourdine
