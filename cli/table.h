// Results on the screen: one JSON object, or aligned columns.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <ostream>
#include <string>
#include <string_view>
#include <vector>

namespace sourdine::cli {

// One object on its own line; bytes that are not UTF-8 (a file's name) are replaced.
void print_json(std::ostream& out, const nlohmann::json& json);

// Aligned columns; `alignment` has one letter per column, l (left) or r (right).
void print_table(std::ostream& out, std::string_view alignment, const std::vector<std::vector<std::string>>& rows);

}  // namespace sourdine::cli
