#include "table.h"

#include <nlohmann/json.hpp>

#include "sourdine/base/text_table.h"

namespace sourdine::cli {

void print_json(std::ostream& out, const nlohmann::json& json) {
  out << json.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace) << '\n';
}

void print_table(std::ostream& out, std::string_view alignment, const std::vector<std::vector<std::string>>& rows) {
  for (const std::string& line : table_lines(alignment, rows)) out << line << '\n';
}

}  // namespace sourdine::cli
