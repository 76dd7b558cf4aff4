#include "table.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "sourdine/base/text.h"

namespace sourdine::cli {

void print_json(std::ostream& out, const nlohmann::json& json) {
  out << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

namespace {

// Characters on the screen, not bytes: continuation bytes of UTF-8 take no column.
std::size_t columns(const std::string& text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) { return (c & 0xC0) != 0x80; }));
}

}  // namespace

void print_table(std::ostream& out, std::string_view alignment, const std::vector<std::vector<std::string>>& rows) {
  std::vector<std::vector<std::string>> cells = rows;
  std::vector<std::size_t> widths(alignment.size());
  for (auto& row : cells) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      row[i] = escaped(row[i]);  // labels come from files: nothing in them may command the terminal
      widths[i] = std::max(widths[i], columns(row[i]));
    }
  }
  for (const auto& row : cells) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string pad(widths[i] - columns(row[i]), ' ');
      line += (i == 0 ? "" : "  ") + (alignment[i] == 'l' ? row[i] + pad : pad + row[i]);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out << line << '\n';
  }
}

}  // namespace sourdine::cli
