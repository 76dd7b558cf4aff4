// Rows of texts as lines of aligned columns, for a terminal.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace sourdine {

// `alignment` has one letter per column, l (left) or r (right). Texts come from files: they are escaped().
std::vector<std::string> table_lines(std::string_view alignment, std::vector<std::vector<std::string>> rows);

}  // namespace sourdine
