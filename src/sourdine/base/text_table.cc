#include "sourdine/base/text_table.h"

#include <algorithm>

#include "sourdine/base/text.h"

namespace sourdine {
namespace {

// Characters on the screen, not bytes: continuation bytes of UTF-8 take no column.
std::size_t columns_on_screen(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

std::vector<std::string> table_lines(std::string_view alignment, std::vector<std::vector<std::string>> rows) {
  std::vector<std::size_t> widths(alignment.size());
  for (auto& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = escaped(row[i]);
      widths[i] = std::max(widths[i], columns_on_screen(row[i]));
    }
  }
  std::vector<std::string> lines;
  for (const auto& row : rows) {
    std::string& line = lines.emplace_back();
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - columns_on_screen(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (alignment[i] == 'l' ? row[i] + pad : pad + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
  }
  return lines;
}

}  // namespace sourdine
